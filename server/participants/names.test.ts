/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Mail } from '#sandbox/mailbox/store.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent, type TimingRecord } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  vera = await app.signedIn('vera');
  visitor = app.client('de');
});
afterAll(() => app.stop());

const ursina = (fields: TimingRecord = {}) =>
  aPerson({
    Bib: 288,
    Firstname: 'Ursina',
    Lastname: 'Caduff',
    Club: 'Turnverein Geheim',
    YearOfBirth: 1987,
    Email: 'privat@example.test',
    ...fields,
  });

/** The event's rule, the participant's own word, and how the public sees Ursina Caduff. */
const rules = [
  ['full', undefined, 'full'],
  ['short', undefined, 'short'],
  ['none', undefined, 'none'],
  ['full', 'none', 'none'],
  ['full', 'short', 'short'],
  ['none', 'full', 'full'],
] as const;

const seen = {
  full: { name: 'Ursina Caduff', never: /privat@/ },
  short: { name: 'Ursina C.', never: /Caduff|privat@/i },
  none: { name: 'Nr. 288', never: /Ursina|Caduff|Geheim|1987|privat@/i },
};

async function anEventOf(rule: string, own: string | undefined) {
  const made = await aSyncedEvent(app, vera, [ursina(own === undefined ? {} : { NamesShown: own })], {
    names_shown: rule,
  });
  const [person] = made.participants;
  if (!person) throw new Error('nobody is on the list');
  return { ...made, person };
}

/** Everything that somebody without a session is shown or sent of one participant. */
async function everywhere({ event, person }: { event: { id: number; slug: string }; person: Participant }) {
  const pledge = await aPledge(app, person);
  const isSecond = ({ envelope, messageId }: Mail) =>
    envelope.to.includes(pledge.body.donor_email) && messageId !== pledge.mail.messageId;
  const pages = [
    '/',
    `/participants/${event.slug}`,
    `/participants/${event.slug}?q=288`,
    `/give/${person.id}`,
    `/donation/sent/${pledge.receipt}`,
    `/donation/confirm/${pledge.token}`,
    `/donation/cancel/${pledge.token}`,
    `/api/events/${event.id}/participants`,
    `/api/events/${event.id}/participants?q=288&sort=-last_name`,
    `/api/participants/${person.id}`,
    `/api/donations/by-token/${pledge.token}`,
    `/api/donations/confirm/${pledge.token}`,
    '/sitemap.xml',
  ];
  const texts: [string, string][] = [['answer to the form', JSON.stringify({ ...pledge, body: null, mail: null })]];
  for (const path of pages) {
    const { status, body } = await visitor.send(`GET ${path}`);
    expect([path, status]).toEqual([path, 200]);
    texts.push([path, typeof body === 'string' ? body : JSON.stringify(body)]);
  }
  for (const mail of [pledge.mail, await app.mailbox.waitFor(isSecond)]) {
    texts.push(['mail', [mail.subject, mail.text, mail.html].join('\n')]);
  }
  return texts;
}

const isAboutNobody = (place: string) => ['/', '/sitemap.xml', 'answer to the form'].includes(place);

describe.each(rules)('names are shown %s by the event, %s by the participant: %s', (rule, own, shown) => {
  const { name, never } = seen[shown];

  test('what is shown and sent of him says as much, and nothing more', async () => {
    for (const [place, text] of await everywhere(await anEventOf(rule, own))) {
      expect([place, never.exec(text)?.[0]]).toEqual([place, undefined]);
      if (!isAboutNobody(place))
        expect([place, text.replaceAll('\u00A0', ' ')]).toEqual([place, expect.stringContaining(name)]);
    }
  });

  test('searching and sorting know no more', async () => {
    const { event } = await aSyncedEvent(
      app,
      vera,
      [
        ursina(own === undefined ? {} : { NamesShown: own }),
        ...[1, 2].map((n) => aPerson({ Bib: 400 + n, Firstname: `Ursin${n}`, Lastname: 'Dufner' })),
      ],
      { names_shown: rule },
    );
    const list = async (query: string) => {
      const path = `/api/events/${event.id}/participants?${query}`;
      return (await visitor.expect<{ items: Participant[] }>(200, `GET ${path}`)).items.map((one) => one.bib);
    };
    expect(await list('q=288')).toEqual(['288']);
    expect(await list('q=ursina')).toEqual(shown === 'none' ? [] : ['288']);
    expect(await list('q=caduff')).toEqual(shown === 'full' ? ['288'] : []);
    for (const query of ['q=geheim', 'q=1987', 'q=privat']) expect(await list(query)).toEqual([]);
    const [first] = await list('sort=last_name');
    expect(first).toBe(shown === 'none' && rule !== 'none' ? '401' : '288');
  });

  test('the image that goes around is of him only if it may name him', async () => {
    const { event, person } = await anEventOf(rule, own);
    const image = async (subject: string) =>
      Buffer.from(await (await visitor.fetch(`${app.url}/share/${subject}/de.png`)).arrayBuffer());
    const isGeneric = (await image(`give/${person.id}`)).equals(await image(`event/${event.id}`));
    expect(isGeneric).toBe(shown === 'none');
  });
});

test('staff know everybody', async () => {
  const { person } = await anEventOf('none', undefined);
  const lea = await app.signedIn('lea');
  expect(await lea.expect(200, `GET /api/participants/${person.id}`)).toMatchObject({ name: 'Ursina Caduff' });
});
