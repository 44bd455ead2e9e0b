import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { languages } from '#domain/language.ts';
import { shapes, type Shape } from '#sandbox/timing/shapes.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { anEvent, aPerson, type Made, type TimingRecord } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
});
afterAll(() => app.stop());

const press = ({ event }: Made, client = vera) =>
  client.send<Problem & { total?: number }>(`POST /api/events/${event.id}/sync-participants`);
const peopleOf = ({ event }: Made, client = visitor) =>
  client.expect<Participant[]>(200, `GET /api/events/${event.id}/participants`);

/** An event whose address answers with these people in this shape, or with this very text. */
async function anEventIn(shape: Shape, people: TimingRecord[], rr_columns: string | null = null, text?: string) {
  const made = await anEvent(app, vera, people);
  const list = { ...made.list, shape };
  app.timing.add(list);
  if (text !== undefined) app.timing.fault(list, { kind: 'status', status: 200, body: text });
  await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { rr_columns } });
  return { ...made, list };
}

const columns = Object.keys(aPerson()).join(', ');
const people = () => [
  aPerson({
    ID: 1,
    Bib: 288,
    Lastname: 'von Arx; Ott',
    Firstname: 'Léa "Lea"',
    Club: 'TV Thun, Süd',
    NumberOfLaps: '12,5',
  }),
  aPerson({ ID: 2, Bib: '', Lastname: 'Öztürk', Firstname: ' Zoë ', YearOfBirth: '', Club: '', 'NATION.IOC2': 'ID' }),
];

describe.each(shapes)('a list as %s', (shape) => {
  const order = shape === 'arrays' ? columns : null;

  test('is read as every other', async () => {
    const made = await anEventIn(shape, people(), order);
    expect(await press(made)).toMatchObject({ status: 200, body: { created: 2, total: 2 } });
    expect(await peopleOf(made, vera)).toMatchObject([
      { name: 'Zoë Öztürk', bib: null, club: null, birth_year: 'F 30', country: 'ID' },
      { name: 'Léa "Lea" von Arx; Ott', bib: '288', club: 'TV Thun, Süd', units: '12.500', birth_year: '1990' },
    ]);
  });

  test('of nobody waits for somebody to look', async () => {
    const made = await anEventIn(shape, people(), order);
    app.timing.fault(made.list, { kind: 'rows', rows: () => [] });
    expect(await press(made)).toMatchObject({ status: 409, body: { code: 'sync_held' } });
  });

  test('that is cut short changes nothing', async () => {
    const made = await anEventIn(shape, people(), order);
    app.timing.fault(made.list, { kind: 'half' });
    expect(await press(made)).toMatchObject({ status: 502, body: { code: 'timing_failed' } });
    expect(await peopleOf(made)).toEqual([]);
  });

  test('without the column ID is refused, naming it', async () => {
    const without = people().map((one) => Object.fromEntries(Object.entries(one).filter(([label]) => label !== 'ID')));
    const made = await anEventIn(shape, without, order?.replace('ID, ', '') ?? null);
    expect(await press(made)).toMatchObject({ status: 502, body: { message: expect.stringMatching(/\bID\b/) } });
  });
});

describe('a list of arrays', () => {
  test.each(languages)('without rr_columns is refused in %s, naming the field', async (language) => {
    const made = await anEventIn('arrays', people());
    const { status, body } = await press(made, app.client(language));
    expect([status, body.code]).toEqual([502, 'timing_failed']);
    expect(body.message).toMatch(/^RaceResult API .*\brr_columns\b/);
  });

  test('with other columns than rr_columns names is refused, naming the field', async () => {
    const made = await anEventIn('arrays', people(), columns.replace(', Club', ''));
    expect(await press(made)).toMatchObject({
      status: 502,
      body: { message: expect.stringMatching(/^RaceResult API .*\brr_columns\b/) },
    });
    expect(await peopleOf(made)).toEqual([]);
  });

  test.each([', ', ';', '\n', ',\r\n'])('may have its columns parted by %j', async (separator) => {
    const made = await anEventIn('arrays', people(), columns.replaceAll(', ', separator));
    expect(await press(made)).toMatchObject({ status: 200, body: { total: 2 } });
  });
});

describe('several addresses of one event', () => {
  test('may each have their own shape', async () => {
    const lists = await Promise.all(shapes.map((shape, n) => anEventIn(shape, [aPerson({ Lastname: `Lauf${n}` })])));
    const addresses = lists.map(({ list }) => app.timing.addressOf(list)).join(' ');
    const made = await anEvent(app, vera, [], { rr_simple_ip: addresses, rr_columns: columns });
    expect(await press(made)).toMatchObject({ status: 200, body: { created: shapes.length } });
    expect((await peopleOf(made)).map((one) => one.last_name)).toEqual(['Lauf0', 'Lauf1', 'Lauf2', 'Lauf3']);
  });
});

describe('an answer that is no list', () => {
  test.each([
    ['an error in words', 'too many requests, come back later'],
    ['a page', '<!doctype html><title>a;b;c</title>'],
    ['one column', 'ID\r\n1\r\n2\r\n'],
    ['a line of other cells', 'ID;Lastname\r\n1;Muster\r\n2;Ott;Beat\r\n'],
    ['a quote that never ends', 'ID;Lastname\r\n1;"Muster\r\n2;Ott\r\n'],
  ])('%s is refused in words', async (_, text) => {
    const made = await anEventIn('csv-comma', [], null, text);
    expect(await press(made, visitor)).toMatchObject({
      status: 502,
      body: { message: expect.stringMatching(/^RaceResult API schickt keine Liste/) },
    });
  });
});
