import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import type { Database, Tx } from './connect.ts';
import { planOnce } from './prepared.ts';
import { transaction } from './transaction.ts';

let app: App;
let db: Database;
const sent = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  app = await startApp({ env: { JOBS: 'off' } });
  db = app.product.ctx.db;
  await sql`create table shoes (id int generated always as identity, size int not null check (size > 0))`.execute(db);
});
afterAll(async () => {
  sent.mockRestore();
  await app.stop();
});

const add = async (to: Database | Tx, size = 42) => {
  const { rows } = await sql<
    Record<string, number | null>
  >`insert into shoes (size) values (${size}) returning *`.execute(to);
  return rows[0];
};
const names = () => sent.mock.calls.map(([said]) => (said as unknown as { name?: string }).name);
let columns = 0;
/** What a migration does while this version still runs. */
const migrate = async () => {
  columns += 1;
  await sql`alter table shoes add column ${sql.ref(`more_${columns}`)} int`.execute(db);
};

test('what adds a row is planned once, what looks for one only where it says so', async () => {
  sent.mockClear();
  await add(db);
  await add(db);
  await sql`select from shoes where id = ${1}`.execute(db);
  for (const id of [1, 2]) await sql`select from shoes where id = ${id} ${planOnce}`.execute(db);
  const [added, again, looked, found, foundAgain] = names();
  expect([added, found]).toEqual([expect.any(String), expect.any(String)]);
  expect([again, looked, foundAgain]).toEqual([added, undefined, found]);
});

test('what a migration changes is answered as it is now', async () => {
  await migrate();
  sent.mockClear();
  expect(await add(db)).toMatchObject({ size: 42, more_1: null });
  // Its plan was stale: the statement was sent once more, under another name.
  expect(new Set(names()).size).toBe(2);
});

test('a transaction that it overtakes begins anew, and is done once', async () => {
  await migrate();
  let attempts = 0;
  const added = await transaction(db, async (tx) => {
    attempts += 1;
    await sql`update shoes set size = 50`.execute(tx);
    return add(tx);
  });
  expect(added).toMatchObject({ size: 42, more_2: null });
  expect(attempts).toBe(2);
  const { rows } = await sql`select count(*) as n from shoes where size = 42`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
});

test('a statement that is wrong is refused as ever, and the next one works', async () => {
  await expect(add(db, -1)).rejects.toMatchObject({ code: '23514' });
  expect(await add(db)).toMatchObject({ size: 42 });
});
