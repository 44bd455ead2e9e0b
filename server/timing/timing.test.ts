import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { anEvent, aNewKey, aPerson, aPledge, aSyncedEvent, type Made, type TimingRecord } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;

interface Synced {
  message: string;
  created: number;
  updated: number;
  withdrawn: number;
  unchanged: number;
  total: number;
  finished_at: string;
}

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
});
afterAll(() => app.stop());

const press = (client: TestClient, { event }: Made, query = '') =>
  client.send<Synced & Problem>(`POST /api/events/${event.id}/sync-participants${query}`);
const sync = async (made: Made, query = '') => {
  const answer = await press(vera, await aNewKey(app, vera, made), query);
  expect(answer.body.message).toMatch(/\S/);
  return answer;
};
const peopleOf = ({ event }: Made, client = visitor) =>
  client.expect<Participant[]>(200, `GET /api/events/${event.id}/participants`);
const namesOf = async (made: Made) => (await peopleOf(made)).map((one) => one.name);
const syncedAt = async ({ event }: Made) =>
  (await visitor.expect<Event[]>(200, 'GET /api/events')).find((one) => one.id === event.id)?.last_synced_at;
const requestsFor = ({ list }: Made) =>
  app.timing.requests.filter((request) => request.url.includes(`/${list.eventNumber}/`)).length;
/** The same people each time, but for those who get other fields. */
const startList = (count: number, changed: TimingRecord[] = []) =>
  Array.from({ length: count }, (_, n) =>
    aPerson({ ID: n + 1, Bib: n + 1, Lastname: `Nummer${n}`, Email: '', ...changed[n] }),
  );

describe('a list from timing', () => {
  test('appears as people write themselves', async () => {
    const made = await anEvent(app, vera, [
      aPerson({ ID: 1, Lastname: ' von  Arx ', Firstname: 'Léa Maria', Bib: 12, Email: 'lea@example.test' }),
      aPerson({ ID: 2, Lastname: 'Öztürk-Müller', Firstname: 'Ayşe', Bib: '', YearOfBirth: '', Club: '' }),
      aPerson({ ID: 3, Lastname: 'Kamau [img:flags/KE.gif]', Firstname: 'Zoë', Bib: 0, NumberOfLaps: '12,5' }),
    ]);
    const { status, body } = await press(vera, made);
    expect([status, body]).toMatchObject([200, { created: 3, updated: 0, withdrawn: 0, unchanged: 0, total: 3 }]);
    expect(await peopleOf(made)).toMatchObject([
      { name: 'Zoë Kamau', bib: null, units: '12.500', status: 'registered' },
      { name: 'Ayşe Öztürk-Müller', bib: null, club: null, birth_year: 'F 30' },
      {
        name: 'Léa Maria von Arx',
        first_name: 'Léa Maria',
        last_name: 'von Arx',
        bib: '12',
        birth_year: '1990',
        country: 'CH',
      },
    ]);
    expect(await syncedAt(made)).toBe(body.finished_at);
  });

  test('shows e-mail addresses to staff only', async () => {
    const made = await aSyncedEvent(app, vera, [aPerson({ Email: 'geheim@example.test' })]);
    expect(await peopleOf(made, lea)).toMatchObject([{ email: 'geheim@example.test' }]);
    const id = made.participants[0]?.id;
    for (const client of [visitor, await app.signedIn('otto')]) {
      for (const path of [
        `/api/events/${made.event.id}/participants`,
        `/api/participants/${id}`,
        `/participants/${made.event.id}`,
        `/give/${id}`,
      ]) {
        const { status, body } = await client.send(`GET ${path}`);
        expect([path, status, JSON.stringify(body)]).toEqual([path, 200, expect.not.stringContaining('geheim@')]);
      }
    }
  });

  test('keeps people and their pledges when bib and name change', async () => {
    const made = await aSyncedEvent(app, vera, [aPerson({ ID: 5, Bib: 1, Lastname: 'Ledig' })]);
    const { id } = made.participants[0] as Participant;
    await aPledge(app, made.participants[0] as Participant, {}, 'confirm');
    made.source.people = [aPerson({ ID: 5, Bib: 99, Lastname: 'Verheiratet' })];
    expect((await sync(made)).body).toMatchObject({ created: 0, updated: 1, withdrawn: 0 });
    expect(await peopleOf(made)).toMatchObject([{ id, name: 'Anna Verheiratet', bib: '99' }]);
    expect(await visitor.expect(200, `GET /api/donations/totals/${made.event.id}`)).toMatchObject([
      { participant_id: id, supporters: 1 },
    ]);
  });

  test('hides who is missing, and shows the same person when he is back', async () => {
    const [anna, beat] = [aPerson({ Lastname: 'Bleibt' }), aPerson({ Lastname: 'Fehlt' })];
    const made = await aSyncedEvent(app, vera, [anna, beat]);
    const before = await peopleOf(made);
    const missing = before.find((one) => one.last_name === 'Fehlt') as Participant;
    made.source.people = [anna];
    expect((await sync(made)).body).toMatchObject({ withdrawn: 1, unchanged: 1, total: 1 });
    expect(await namesOf(made)).toEqual(['Anna Bleibt']);
    expect(await visitor.expect(200, `GET /api/participants/${missing.id}`)).toMatchObject({ status: 'withdrawn' });
    made.source.people = [anna, beat];
    await sync(made);
    expect(await peopleOf(made)).toEqual(before);
  });

  test('from several addresses is one list, all or nothing', async () => {
    const [short, long] = [
      await anEvent(app, vera, [aPerson({ Lastname: 'Kurz' })]),
      await anEvent(app, vera, [aPerson({ Lastname: 'Lang' })]),
    ];
    const addresses = [short, long].map(({ list }) => app.timing.addressOf(list)).join('\r\n\t');
    await vera.expect(200, `PUT /api/events/${long.event.id}`, { body: { rr_simple_ip: addresses } });
    expect((await press(vera, long)).body).toMatchObject({ created: 2, total: 2 });
    expect(await namesOf(long)).toEqual(['Anna Kurz', 'Anna Lang']);
    app.timing.fault(short.list, { kind: 'status', status: 500 });
    long.source.people = [aPerson({ Lastname: 'Neu' })];
    expect((await press(vera, long)).status).toBe(502);
    expect(await namesOf(long)).toEqual(['Anna Kurz', 'Anna Lang']);
  });

  test('that is the same writes no row', async () => {
    const made = await aSyncedEvent(app, vera, startList(3));
    const versions = () =>
      sql<{
        xmin: string;
      }>`select xmin::text, id from participants where event_id = ${made.event.id} order by id`.execute(
        app.product.ctx.db,
      );
    const { rows: before } = await versions();
    expect((await sync(made)).body).toMatchObject({ unchanged: 3, updated: 0 });
    expect((await versions()).rows).toEqual(before);
    made.source.people = startList(3, [{}, { NumberOfLaps: 1 }]);
    await sync(made);
    const { rows: after } = await versions();
    expect(after.map(({ xmin }, index) => xmin === before[index]?.xmin)).toEqual([true, false, true]);
  });

  test(
    'of 20,000 that is the same writes no row, and the next one only those that differ',
    { tags: ['slow'] },
    async () => {
      const made = await aSyncedEvent(app, vera, startList(20_000));
      const written = async () => {
        const { rows } = await sql<{ xmin: string; n: number }>`
        select xmin::text, count(*)::int as n from participants where event_id = ${made.event.id}
        group by xmin order by n desc`.execute(app.product.ctx.db);
        return rows;
      };
      const before = await written();
      expect(before.map(({ n }) => n)).toEqual([20_000]);
      // PostgreSQL knows of them, too: what was planned for a few is planned anew.
      const { rows: known } = await sql<{ n: number }>`
        select reltuples as n from pg_class where relname = 'participants'`.execute(app.product.ctx.db);
      expect(known[0]?.n).toBeGreaterThanOrEqual(20_000);
      expect((await sync(made)).body).toMatchObject({ unchanged: 20_000, updated: 0, created: 0, withdrawn: 0 });
      expect(await written()).toEqual(before);
      made.source.people = startList(20_000).map((one, n) => (n % 100 === 0 ? { ...one, NumberOfLaps: 1 } : one));
      expect((await sync(made)).body).toMatchObject({ unchanged: 19_800, updated: 200 });
      expect((await written()).map(({ n }) => n)).toEqual([19_800, 200]);
    },
  );

  test('that says who wants to be named is heeded, until staff say otherwise', async () => {
    const people = (wish: string) => startList(2, [{ NamesShown: wish }, { NamesShown: '' }]);
    const made = await aSyncedEvent(app, vera, people('none'));
    expect(await namesOf(made)).toEqual(['Nr. 1', 'Anna Nummer1']);
    expect(await visitor.send(`GET /api/events/${made.event.id}/participants?q=nummer0`)).toMatchObject({
      body: { total: 0 },
    });
    made.source.people = people('short');
    await sync(made);
    expect(await namesOf(made)).toEqual(['Anna N.', 'Anna Nummer1']);
    // A list that lost the column says nothing about it.
    made.source.people = startList(2, [{ Club: 'Neu' }]);
    await sync(made);
    expect(await namesOf(made)).toEqual(['Anna N.', 'Anna Nummer1']);
    await sql`update participants set names_shown = 'full', pinned = '{names_shown}'
      where event_id = ${made.event.id} and source_id = '1'`.execute(app.product.ctx.db);
    made.source.people = people('none');
    await sync(made);
    expect((await namesOf(made)).toSorted()).toEqual(['Anna Nummer0', 'Anna Nummer1']);
  });

  test('without the column ID is refused, naming it', async () => {
    const made = await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Bleibt' })]);
    made.source.people = [{ Bib: 1, Lastname: 'Ohne', Firstname: 'Kennung' }];
    expect(await sync(made)).toMatchObject({
      status: 502,
      body: { code: 'timing_failed', message: expect.stringMatching(/^RaceResult API.*\bID\b/) },
    });
    expect(await namesOf(made)).toEqual(['Anna Bleibt']);
  });
});

describe('what a run changed is kept', () => {
  const changesOf = async ({ event }: Made) => {
    const { rows } = await sql<{ run: number; kind: string; changed: object; source_id: string }>`
      select dense_rank() over (order by c.run_id)::int as run, c.kind, c.changed, p.source_id
      from sync_changes c join participants p on p.id = c.participant_id
      where p.event_id = ${event.id} order by c.run_id, p.source_id::int`.execute(app.product.ctx.db);
    return rows;
  };

  test('as it was and as it is, in as many rows as were counted', async () => {
    const made = await aSyncedEvent(app, vera, startList(12));
    expect(await changesOf(made)).toEqual(
      startList(12).map(({ ID }) => ({ run: 1, kind: 'created', changed: {}, source_id: String(ID) })),
    );
    made.source.people = startList(11, [{ Bib: 99, Club: '' }, { NumberOfLaps: 3 }, { Email: 'neu@example.test' }]);
    expect((await sync(made)).body).toMatchObject({ created: 0, updated: 3, withdrawn: 1, unchanged: 8 });
    expect((await changesOf(made)).slice(12)).toEqual([
      {
        run: 2,
        kind: 'changed',
        changed: { bib: { old: '1', new: '99' }, club: { old: 'TV Thun', new: null } },
        source_id: '1',
      },
      { run: 2, kind: 'changed', changed: { email: { old: null, new: 'neu@example.test' } }, source_id: '3' },
      { run: 2, kind: 'withdrawn', changed: {}, source_id: '12' },
    ]);
    made.source.people = [...made.source.people, ...startList(12).slice(11)];
    expect((await sync(made)).body).toMatchObject({ updated: 1, withdrawn: 0, unchanged: 11 });
    expect((await changesOf(made)).slice(15)).toEqual([{ run: 3, kind: 'returned', changed: {}, source_id: '12' }]);
  });

  test('unless it changed nothing, or was not applied', async () => {
    const made = await aSyncedEvent(app, vera, startList(12));
    await sync(made);
    made.source.people = startList(9);
    expect((await sync(made)).status).toBe(409);
    expect(await changesOf(made)).toHaveLength(12);
  });

  test('and what staff corrected is left as it is', async () => {
    const made = await aSyncedEvent(app, vera, startList(2));
    await sql`update participants set last_name = 'Richtig', pinned = '{last_name}'
      where event_id = ${made.event.id} and source_id = '1'`.execute(app.product.ctx.db);
    made.source.people = startList(2, [{ Lastname: 'Falsch', Bib: 7 }]);
    expect((await sync(made)).body).toMatchObject({ updated: 1 });
    expect(await namesOf(made)).toContain('Anna Richtig');
    expect((await changesOf(made)).at(-1)).toMatchObject({ changed: { bib: { old: '1', new: '7' } } });
  });
});

describe('a list that waits for somebody to look', () => {
  test.each<[string, TimingRecord[], RegExp]>([
    ['an empty one', [], /leer|empty/],
    ['one that drops more than a fifth', startList(9), /fehlen|missing/],
    [
      'one that renames more than a fifth',
      startList(
        12,
        [1, 2, 3].map((n) => ({ Firstname: 'Ganz', Lastname: `Anders${n}` })),
      ),
      /Namen|names/,
    ],
  ])('%s changes nothing until an admin forces it', async (_, people, reason) => {
    const made = await aSyncedEvent(app, vera, startList(12));
    const [before, at] = [await namesOf(made), await syncedAt(made)];
    made.source.people = people;
    expect(await sync(made)).toMatchObject({
      status: 409,
      body: { code: 'sync_held', message: expect.stringMatching(reason) },
    });
    expect(await namesOf(made)).toEqual(before);
    expect(await syncedAt(made)).toBe(at);
    for (const client of [visitor, lea]) {
      app.forward(31_000);
      const calls = requestsFor(made);
      expect(await press(client, await aNewKey(app, vera, made), '?force=true')).toMatchObject({
        status: 409,
        body: { code: 'sync_held' },
      });
      expect(requestsFor(made)).toBe(calls + 1);
    }
    expect(await namesOf(made)).toEqual(before);
    expect(await sync(made, '?force=true')).toMatchObject({ status: 200, body: { total: people.length } });
    expect((await namesOf(made)).toSorted()).toEqual(
      people.map((one) => `${one.Firstname} ${one.Lastname}`).toSorted(),
    );
  });

  test('a fifth less is applied at once (control)', async () => {
    const made = await aSyncedEvent(app, vera, startList(10));
    made.source.people = startList(8);
    expect((await sync(made)).body).toMatchObject({ withdrawn: 2, total: 8 });
  });
});
