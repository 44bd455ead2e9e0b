import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPledge, aSyncedEvent, personCalled, type Made } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let made: Made;
let lia: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  const synced = await aSyncedEvent(app, vera, [personCalled('Lia', 'Frei')], {
    name: 'Rheinlauf',
    show_donation_per_unit_total: 'true',
  });
  [made, lia] = [synced, synced.participants[0] as Participant];
  await aPledge(app, lia, { amount_per_unit: '7.50' }, 'confirm');
});
afterAll(() => app.stop());

const open = (address: string) => visitor.expect<string>(200, `GET ${address}`);

/** What was stored is of no use any more, as after any change by an admin. */
const forget = () => vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { place: 'Basel' } });

/** While the database misses a table. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { db } = app.product.ctx;
  await forget();
  await sql`alter table ${sql.table(table)} rename to gone`.execute(db);
  return work().finally(() => sql`alter table gone rename to ${sql.table(table)}`.execute(db));
}

const RAISED = /class="total/;

test('what was raised is left out where it cannot be read: events and their people stay', async () => {
  const home = '/';
  const lists = [`/participants/${made.event.slug}`, `/participants?eventId=${made.event.id}`];
  await forget();
  for (const address of [home, ...lists]) expect(await open(address)).toMatch(RAISED);
  await without('contributions', async () => {
    for (const address of [home, ...lists]) {
      const { status, headers, body } = await visitor.send<string>(`GET ${address}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(body).toContain('Rheinlauf');
      expect(body).not.toMatch(RAISED);
      expect(body).not.toMatch(/CHF.0\.00|Noch niemand|Fehler/);
    }
    // What each of them has raised stands beside them.
    for (const address of lists) expect(await open(address)).toMatch(/Frei.*<b>CHF.7\.50<\/b>/);
    expect(await open(`/give/${lia.id}`)).toContain('<form class="form"');
  });
  for (const address of [home, ...lists]) expect(await open(address)).toMatch(RAISED);
});

test('that it was left out is in the log, and why', async () => {
  const from = app.logs.length;
  await without('contributions', () => open('/'));
  const told = app.logs.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told).toContainEqual(
    expect.objectContaining({ level: 50, msg: 'part of a page failed', part: 'sums', code: '42P01' }),
  );
});

test.each(['/participants', '/participants?eventId=1'])(
  'without the events %s says so in their place, and how to ask again',
  async (address) => {
    const { status, headers, body } = await without('events', () => visitor.send<string>(`GET ${address}`));
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body).toContain('Fehler beim Laden der Events</h3>');
    expect(body).toContain('Es ist ein Fehler beim Laden der Events aufgetreten.');
    expect(body).toContain(`href="${address}">Nochmals versuchen</a>`);
    expect(body).not.toContain('Noch keine Events');
    expect(await open(address)).not.toContain('Fehler beim Laden');
  },
);

test('a list that cannot be read says the cause where it is known', async () => {
  const address = `/participants/${made.event.slug}`;
  const ofList = 'Fehler beim Laden der Teilnehmer: ';
  expect(await without('participant_totals', () => open(address))).toContain(`${ofList}Unbekannter Fehler`);
});

test('while the database does not answer, the list says so, and a visitor waits for it once', async () => {
  await forget();
  const asked = performance.now();
  const page = await app.product.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table participants, contributions`.execute(tx);
    return open(`/participants/${made.event.slug}`);
  });
  expect(page).toContain('Fehler beim Laden der Teilnehmer: Wir können gerade nicht antworten.');
  expect(page).toContain('Rheinlauf</h1>');
  expect(performance.now() - asked).toBeLessThan(5000);
});
