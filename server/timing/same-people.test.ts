/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Shape } from '#sandbox/timing/shapes.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aNewKey, aPerson, aPledge, aSyncedEvent, type Made, type TimingRecord } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
});
afterAll(() => app.stop());

type Totals = { participant_id: number; confirmed_per_unit: string }[];

/** Each participant has a confirmed pledge of as many francs as his ID. */
async function aPledgedEvent(people: TimingRecord[]) {
  const made = await aSyncedEvent(app, vera, people);
  const pledges = await Promise.all(
    made.participants.map((participant) =>
      aPledge(app, participant, { amount_per_unit: francsOf(people, participant) }),
    ),
  );
  await Promise.all(pledges.map(({ token }) => visitor.expect(200, `POST /api/donations/confirm/${token}`)));
  const before = await personsOf(made);
  expect(Object.values(before).map(({ francs }) => francs)).toEqual(Object.keys(before).map((id) => `${id}.00`));
  return { ...made, before };
}
const francsOf = (people: TimingRecord[], { last_name }: Participant) =>
  String(people.find(({ Lastname }) => Lastname === last_name)?.ID);

/** By timing's ID: who stands in the list, and what was pledged for him. */
async function personsOf({ event }: Made) {
  const list = await visitor.expect<Participant[]>(200, `GET /api/events/${event.id}/participants`);
  const totals = await visitor.expect<Totals>(200, `GET /api/donations/totals/${event.id}`);
  const rows = await app.product.ctx.db
    .selectFrom('participants')
    .select(['id', 'source_id'])
    .where('event_id', '=', event.id)
    .execute();
  const idOf = new Map(rows.map((row) => [row.id, row.source_id]));
  return Object.fromEntries(
    list.map(({ id, name, bib }) => {
      const francs = totals.find((total) => total.participant_id === id)?.confirmed_per_unit ?? null;
      return [idOf.get(id) ?? '', { id, name, bib, francs }];
    }),
  );
}

/** Timing sends other people, or the same in another way. */
async function resync(made: Made, people: TimingRecord[], shape: Shape = 'objects'): Promise<void> {
  made.source.people = people;
  const next = await aNewKey(app, vera, { ...made, list: { ...made.list, shape } });
  await vera.expect(200, `POST /api/events/${next.event.id}/sync-participants`);
}

const anna = aPerson({ ID: 1, Bib: 11, Firstname: 'Anna', Lastname: 'Arx' });
const beat = aPerson({ ID: 2, Bib: 22, Firstname: 'Beat', Lastname: 'Bühler' });
const minh = aPerson({ ID: 3, Bib: 33, Firstname: 'Minh', Lastname: 'Nguyễn' });

test('two who swap their bibs keep their pledges', async () => {
  const made = await aPledgedEvent([anna, beat]);
  await resync(made, [
    { ...anna, Bib: 22 },
    { ...beat, Bib: 11 },
  ]);
  expect(await personsOf(made)).toEqual({
    1: { ...made.before[1], bib: '22' },
    2: { ...made.before[2], bib: '11' },
  });
});

test('all bibs moved by one: everybody stays who he is', async () => {
  const twelve = Array.from({ length: 12 }, (_, n) => aPerson({ ID: n + 1, Bib: n + 1, Lastname: `Nummer${n}` }));
  const made = await aSyncedEvent(app, vera, twelve);
  const before = await personsOf(made);
  await resync(
    made,
    twelve.map((one, n) => ({ ...one, Bib: ((n + 1) % 12) + 1 })),
  );
  const moved = Object.entries(before).map(([id, one]) => [id, { ...one, bib: String((Number(id) % 12) + 1) }]);
  expect(await personsOf(made)).toEqual(Object.fromEntries(moved));
});

test('whoever gets the bib of one who left inherits nothing, and the one who left loses nothing', async () => {
  const made = await aPledgedEvent([anna, beat]);
  const newcomer = aPerson({ ID: 9, Bib: 11, Firstname: 'Cleo', Lastname: 'Neu' });
  await resync(made, [beat, newcomer]);
  expect(await personsOf(made)).toEqual({
    2: made.before[2],
    9: { id: expect.any(Number), name: 'Cleo Neu', bib: '11', francs: null },
  });
  await resync(made, [{ ...anna, Bib: 99 }, beat, newcomer]);
  const after = await personsOf(made);
  expect([after[1], after[2]]).toEqual([{ ...made.before[1], bib: '99' }, made.before[2]]);
});

test('one bib worn by two is two people', async () => {
  const made = await aPledgedEvent([anna, beat]);
  await resync(made, [anna, { ...beat, Bib: 11 }]);
  expect(await personsOf(made)).toEqual({ 1: made.before[1], 2: { ...made.before[2], bib: '11' } });
});

test('one who gets another name, first and last, is the same', async () => {
  const made = await aPledgedEvent([anna, beat]);
  await resync(made, [{ ...anna, Firstname: 'Annette', Lastname: 'Zgraggen' }, beat]);
  expect(await personsOf(made)).toEqual({ 1: { ...made.before[1], name: 'Annette Zgraggen' }, 2: made.before[2] });
});

test('a list in another shape and another encoding holds the same people', async () => {
  const made = await aPledgedEvent([anna, beat, minh]);
  await resync(made, [anna, beat, minh], 'csv-comma');
  expect(await personsOf(made)).toEqual(made.before);
  // What Windows-1252 cannot write is lost on the way; who it is is not.
  await resync(made, [anna, beat, minh], 'csv-semicolon');
  expect(await personsOf(made)).toEqual({ ...made.before, 3: { ...made.before[3], name: 'Minh Nguy?n' } });
  await resync(made, [anna, beat, minh]);
  expect(await personsOf(made)).toEqual(made.before);
});

test('and all of that holds after a restart', () => expectInvariantsOverRestart(app));
