import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import { swissDay } from '#domain/dates.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { anEvent, aSyncedEvent } from '#test/factories.ts';

let app: App;
let vera: TestClient;

beforeAll(async () => {
  app = await startApp();
  vera = await app.signedIn('vera');
});
afterAll(() => app.stop());

const home = () => app.client('de').expect<string>(200, 'GET /');
const inDays = (days: number) => swissDay(new Date(Date.now() + days * 86_400_000));
const made = async (fields: Record<string, unknown>): Promise<Event> => (await anEvent(app, vera, [], fields)).event;

/** What leads on from an event: the words of each button, and what its anchor says. */
async function buttonsOf({ name }: Event): Promise<Record<string, string>> {
  const anchors = [...(await home()).matchAll(/<a ([^>]*)>(.*?)<\/a>/g)];
  const of = anchors.filter(([, attributes = '']) => attributes.includes(`${name}"`));
  return Object.fromEntries(of.map(([, attributes = '', words = '']) => [words.replace(/<.*/, '').trim(), attributes]));
}

test('before there are events it says that there are none', async () => {
  const page = await home();
  expect(page).toContain('Zurzeit wird nirgends gesammelt.');
  expect(page).toContain('Zurzeit sind keine weiteren Events geplant.');
  expect(page).toMatch(/<a class="more" href="\/participants">Alle Events ansehen/);
});

test('an active event leads to registering and to its start list, each beside us in a tab of its own', async () => {
  const event = await made({
    name: 'Anmeldelauf Züri',
    event_date: inDays(3),
    is_active: true,
    emm_onreg_link: 'https://reg.example/1',
    ranking_hub_link: 'https://hub.example/1',
  });
  const buttons = await buttonsOf(event);
  expect(buttons['Teilnehmen']).toMatch(/href="https:\/\/reg\.example\/1".* target="_blank" rel="noopener"/);
  expect(buttons['Startliste']).toMatch(/href="https:\/\/hub\.example\/1".* target="_blank" rel="noopener"/);
  expect(buttons['Jemanden unterstützen']).toContain('href="/participants/anmeldelauf-zueri"');
});

test('an active event without registration leads to its start list, and without one to its participants', async () => {
  const linked = await made({ name: 'Listenlauf', event_date: inDays(4), ranking_hub_link: 'https://hub.example/2' });
  expect(await buttonsOf(linked)).toMatchObject({
    'Startliste ansehen': expect.stringMatching(/href="https:\/\/hub\.example\/2".*rel="noopener"/),
  });
  const bare = await made({ name: 'Nacktlauf', event_date: inDays(5) });
  const buttons = await buttonsOf(bare);
  expect(buttons['Startliste ansehen']).toContain('href="/participants/nacktlauf"');
  expect(buttons['Startliste ansehen']).not.toContain('_blank');
  expect(Object.keys(buttons)).not.toContain('Teilnehmen');
});

test('an inactive event is among the upcoming with its badge, and cannot be registered for', async () => {
  const event = await made({
    name: 'Winterlauf',
    event_date: inDays(9),
    is_active: false,
    emm_onreg_link: 'https://reg.example/3',
    ranking_hub_link: 'https://hub.example/3',
  });
  expect(Object.keys(await buttonsOf(event))).toEqual(['Startliste ansehen']);
  const page = await home();
  expect(page).toMatch(/Winterlauf<\/a>.*?<span class="chip chip-off">Inaktiv<\/span>/);
  expect(page).toMatch(/Listenlauf<\/a>.*?<span class="chip chip-good">Aktiv<\/span>/);
});

test('an event of the past is not upcoming', async () => {
  await made({ name: 'Gesternlauf', event_date: inDays(-1), is_active: false });
  expect(await home()).not.toContain('Gesternlauf');
});

test('six events are featured, the nearest first', async () => {
  for (let day = 20; day < 26; day += 1) await made({ name: `Ferner Lauf ${day}`, event_date: inDays(day) });
  const featured = /aria-labelledby="featured"[^]*?<\/section>/.exec(await home())?.[0] ?? '';
  const names = [...featured.matchAll(/<h3><a [^>]*>(.*?)<\/a>/g)].map(([, name]) => name);
  expect(names).toEqual([
    'Anmeldelauf Züri',
    'Listenlauf',
    'Nacktlauf',
    'Ferner Lauf 20',
    'Ferner Lauf 21',
    'Ferner Lauf 22',
  ]);
});

test('an event that says no unit counts kilometres, in the words of the reader', async () => {
  const { participants } = await aSyncedEvent(app, vera, undefined, { donation_unit_description: '' });
  const page = `GET /give/${participants[0]?.id}`;
  expect(await app.client('de').expect<string>(200, page)).toContain('pro Kilometer versprechen');
  expect(await app.client('it').expect<string>(200, page)).toContain('per ogni chilometro');
});

test('when the events fail, the page says so in their place', async () => {
  const { db } = app.product.ctx;
  await sql`alter table events rename to gone`.execute(db);
  try {
    const body = await app.client('de').expect<string>(200, 'GET /?lng=de');
    expect(body).toContain('Fehler beim Laden der Events</h3>');
    expect(body).toContain('Es ist ein Fehler beim Laden der Events aufgetreten.');
    expect(body).toContain('Nochmals versuchen');
  } finally {
    await sql`alter table gone rename to events`.execute(db);
  }
  expect(await app.client('de').expect<string>(200, 'GET /?lng=de')).toContain('Listenlauf');
});
