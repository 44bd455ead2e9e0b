import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent, type Made, type TimingRecord } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;

interface Page {
  items: Participant[];
  total: number;
  limit: number;
  offset: number;
}

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
});
afterAll(() => app.stop());

const pageOf = ({ event }: Made, query: string, client = visitor) =>
  client.expect<Page>(200, `GET /api/events/${event.id}/participants?${query}`);
const lastNames = (people: Participant[]) => people.map((one) => one.last_name);
const person = (Firstname: string, Lastname: string, fields: TimingRecord = {}) =>
  aPerson({ Firstname, Lastname, 'AGEGROUP.NAMESHORT': 'M 40', ...fields });

describe('a start list', () => {
  let made: Made;
  beforeAll(async () => {
    made = await aSyncedEvent(app, vera, [
      person('Ayşe', 'Öztürk', { Bib: 4711, 'AGEGROUP.NAMESHORT': 'F 30' }),
      person('Benoît', 'de Preux', { Bib: 812 }),
      person('Chantal', 'D’Amico', { Bib: 90 }),
      person('Dora', '100%-Lauf', { Bib: 'A_1' }),
      person('Émile', 'Æbischer', { Bib: 33 }),
      person('Ayşe', 'Zürcher', { Bib: 34, 'AGEGROUP.NAMESHORT': '', 'CONTEST.NAME': 'Sternlauf' }),
      person('Fritz', 'Back\\slash', { Bib: 35 }),
    ]);
  });

  test.each([
    ['ozturk', ['Öztürk']],
    ['ÖZTÜRK', ['Öztürk']],
    ['  ozturk  ayse ', ['Öztürk']],
    ['ayse', ['Öztürk', 'Zürcher']],
    ['ayse zurcher', ['Zürcher']],
    ['ayse preux', []],
    ['aebischer', ['Æbischer']],
    ['d’amico', ['D’Amico']],
    ["D'Amico", ['D’Amico']],
    ['benoit de', ['de Preux']],
    ['4711', ['Öztürk']],
    ['711', ['Öztürk']],
    ['f 30', ['Öztürk']],
    ['sternlauf', ['Zürcher']],
    ['%', ['100%-Lauf']],
    ['_', ['100%-Lauf']],
    ['\\', ['Back\\slash']],
    ["' or 1=1 --", []],
    ['niemand', []],
    ['zurcher\u0000', ['Zürcher']],
    ['zurcher\tayse', ['Zürcher']],
    ['anna@example.test', []],
  ])('searched for %j finds %j', async (q, found) => {
    const { items, total } = await pageOf(made, `q=${encodeURIComponent(q)}`);
    expect(lastNames(items)).toEqual(found);
    expect(total).toBe(found.length);
    const page = await visitor.expect<string>(200, `GET /participants/${made.event.id}?q=${encodeURIComponent(q)}`);
    for (const name of ['Öztürk', 'Zürcher', 'Æbischer'])
      expect([name, page.includes(name)]).toEqual([name, found.includes(name)]);
  });

  test('is sorted as people look names up', async () => {
    const sorted = ['100%-Lauf', 'Æbischer', 'Back\\slash', 'D’Amico', 'de Preux', 'Öztürk', 'Zürcher'];
    for (const query of ['sort=last_name', 'limit=500', 'q=', 'offset=0']) {
      expect([query, lastNames((await pageOf(made, query)).items)]).toEqual([query, sorted]);
    }
    expect(lastNames((await pageOf(made, 'sort=-last_name')).items)).toEqual(sorted.toReversed());
    expect(
      lastNames(await visitor.expect<Participant[]>(200, `GET /api/events/${made.event.id}/participants`)),
    ).toEqual(sorted);
  });

  test('is cut into pages that make up the whole', async () => {
    const first = await pageOf(made, 'limit=3');
    expect({ ...first, items: first.items.length }).toEqual({ items: 3, total: 7, limit: 3, offset: 0 });
    const rest = await pageOf(made, 'limit=500&offset=3');
    expect({ ...rest, items: rest.items.length }).toEqual({ items: 4, total: 7, limit: 500, offset: 3 });
    const whole = await visitor.expect<Participant[]>(200, `GET /api/events/${made.event.id}/participants`);
    expect([...first.items, ...rest.items]).toEqual(whole);
    expect(await pageOf(made, 'offset=7')).toEqual({ items: [], total: 7, limit: 50, offset: 7 });
    expect(await pageOf(made, 'q=ayse&limit=1&offset=1')).toMatchObject({
      items: [{ last_name: 'Zürcher' }],
      total: 2,
    });
  });

  test.each([
    ['limit=501', 'limit'],
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=', 'limit'],
    ['limit=10&limit=20', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=99999999999', 'offset'],
    ['sort=club', 'sort'],
    ['sort=constructor', 'sort'],
    [`q=${'x'.repeat(61)}`, 'q'],
  ])('refuses %s: 422 names it', async (query, field) => {
    const problem = await visitor.expect<Problem>(422, `GET /api/events/${made.event.id}/participants?${query}`);
    expect(Object.keys(problem.fields ?? {})).toEqual([field]);
  });

  test('of an event that does not exist is 404', async () => {
    expect(await visitor.expect(404, 'GET /api/events/999999/participants')).toMatchObject({ code: 'unknown_event' });
    expect(await visitor.expect(404, 'GET /api/participants/999999')).toMatchObject({ code: 'unknown_participant' });
    await visitor.expect(400, 'GET /api/participants/2147483648');
  });
});

test.each(['full', 'short', 'none'])(
  'names shown %s: who has an age group and a contest is found by either',
  async (names_shown) => {
    const people = [person('Anna', 'Arm', { 'CONTEST.NAME': 'Kids Run' }), person('Beat', 'Beliebt')];
    const made = await aSyncedEvent(app, vera, people);
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { names_shown } });
    const [anna, beat] = made.participants.map(({ id }) => id);
    for (const [q, found] of [
      ['m 40', [anna, beat]],
      ['kids run', [anna]],
      ['m 40 kids', [anna]],
      ['2h-lauf', [beat]],
    ] as const) {
      const ids = async (query: string, client: TestClient) =>
        (await pageOf(made, `q=${encodeURIComponent(q)}${query}`, client)).items
          .map(({ id }) => id)
          .toSorted((a, b) => a - b);
      expect([q, await ids('', visitor)]).toEqual([q, found]);
      expect([q, await ids('&status=all', lea)]).toEqual([q, found]);
    }
    expect(await visitor.expect<string>(200, `GET /participants/${made.event.id}`)).not.toContain('Kids Run');
  },
);

test('a list is sorted by what was promised and confirmed', async () => {
  const people = [person('Anna', 'Arm'), person('Beat', 'Beliebt'), person('Cleo', 'Cent'), person('Dino', 'Dazu')];
  const made = await aSyncedEvent(app, vera, people);
  for (const [index, amount_per_unit] of [
    [1, '5.00'],
    [2, '0.01'],
    [3, '900.00'],
  ] as const) {
    const { token } = await aPledge(app, made.participants[index] as Participant, { amount_per_unit });
    if (index !== 3) await visitor.expect(200, `POST /api/donations/confirm/${token}`);
  }
  expect(lastNames((await pageOf(made, 'sort=-pledges')).items)).toEqual(['Beliebt', 'Cent', 'Arm', 'Dazu']);
  expect(lastNames((await pageOf(made, 'sort=pledges')).items)).toEqual(['Arm', 'Dazu', 'Cent', 'Beliebt']);
});

describe('names that are not for everybody', () => {
  const people = () => [
    person('Anna', 'Geheimnis', { Bib: 288, Club: 'TV Thun', 'AGEGROUP.NAMESHORT': 'W 10' }),
    person('Beat', 'Öffentlich', { Bib: 31, Club: 'TV Thun', 'AGEGROUP.NAMESHORT': 'M 10' }),
  ];

  test.each([
    ['short', 'Anna G.', ['Anna'], 'TV Thun', '1990'],
    ['none', 'Nr. 288', ['Nr. 288', '288 nr'], null, ''],
  ])('shown %s: %s, and nobody can search for more', async (names_shown, name, findable, club, birth_year) => {
    const made = await aSyncedEvent(app, vera, people(), { names_shown });
    const anna = made.participants.find((one) => one.bib === '288') as Participant;
    expect(anna).toMatchObject({ name: 'Anna Geheimnis', club: 'TV Thun' });
    expect(await visitor.expect(200, `GET /api/participants/${anna.id}`)).toMatchObject({ name, club, birth_year });
    const search = (q: string) => pageOf(made, `q=${encodeURIComponent(q)}`);
    for (const q of ['288', 'w 10', ...findable]) expect([q, (await search(q)).items]).toMatchObject([q, [{ name }]]);
    const hidden = ['geheimnis', 'geheim', 'g geheimnis', ...(names_shown === 'none' ? ['anna', 'thun'] : [])];
    for (const q of hidden) expect([q, (await search(q)).total]).toEqual([q, 0]);
    for (const client of [lea, vera]) {
      expect(await client.expect(200, `GET /api/participants/${anna.id}`)).toMatchObject({
        name: 'Anna Geheimnis',
        last_name: 'Geheimnis',
      });
    }
  });

  test.each(['short', 'none'])('shown %s: they stand on no page, in no answer and in no mail', async (names_shown) => {
    const made = await aSyncedEvent(app, vera, people(), { names_shown });
    const anna = made.participants.find((one) => one.bib === '288') as Participant;
    const { mail, token, receipt } = await aPledge(app, anna);
    const lines = [
      `GET /api/events/${made.event.id}/participants`,
      `GET /api/participants/${anna.id}`,
      `GET /participants/${made.event.id}`,
      `GET /give/${anna.id}`,
      `GET /donation/sent/${receipt}`,
      `GET /api/donations/by-token/${token}`,
      `GET /donation/confirm/${token}`,
      `POST /api/donations/confirm/${token}`,
    ];
    for (const line of lines) {
      const { status, body } = await visitor.send(line);
      expect([line, status, JSON.stringify(body)]).toEqual([line, 200, expect.not.stringMatching(/geheimnis/i)]);
    }
    expect(mail.html + mail.text + mail.subject).not.toMatch(/geheimnis/i);
  });

  test('shown in full they can be found (control), and a change of the rule counts at once', async () => {
    const made = await aSyncedEvent(app, vera, people());
    const found = async () => (await pageOf(made, 'q=geheimnis')).items.map((one) => one.name);
    expect(await found()).toEqual(['Anna Geheimnis']);
    for (const [names_shown, names] of [
      ['none', []],
      ['short', []],
      ['full', ['Anna Geheimnis']],
    ] as const) {
      await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { names_shown } });
      expect([names_shown, await found()]).toEqual([names_shown, names]);
    }
  });

  test('numbers are sorted as numbers', async () => {
    const made = await aSyncedEvent(
      app,
      vera,
      [288, 31, 7, 1000].map((Bib) => aPerson({ Bib })),
      { names_shown: 'none' },
    );
    const { items } = await pageOf(made, 'sort=last_name');
    expect(items.map((one) => one.name)).toEqual(['Nr. 7', 'Nr. 31', 'Nr. 288', 'Nr. 1000']);
  });
});
