import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import type { Database, Tx } from './connect.ts';
import { transaction } from './transaction.ts';

let app: App;
let db: Database;
const sent = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  app = await startApp({ env: { JOBS: 'off' } });
  db = app.product.ctx.db;
  await sql`create table shoes (id int primary key, size int not null)`.execute(db);
  await sql`insert into shoes values (1, 42)`.execute(db);
});
afterAll(async () => {
  sent.mockRestore();
  await app.stop();
});

const shoe = async (of: Database | Tx) => {
  const { rows } = await sql<Record<string, number | null>>`select * from shoes where id = ${1}`.execute(of);
  return rows[0];
};
const names = () => sent.mock.calls.map(([said]) => (said as unknown as { name?: string }).name);
let columns = 0;
/** What a migration does while this version still runs. */
const migrate = async () => {
  columns += 1;
  await sql`alter table shoes add column ${sql.ref(`more_${columns}`)} int`.execute(db);
};

test('a statement is prepared under one name', async () => {
  sent.mockClear();
  await shoe(db);
  await shoe(db);
  const [first, second] = names();
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
});

test('what a migration changes is read as it is now', async () => {
  const before = await shoe(db);
  await migrate();
  sent.mockClear();
  expect(await shoe(db)).toEqual({ ...before, more_1: null });
  // Its plan was stale: the statement was sent once more, under another name.
  expect(new Set(names()).size).toBe(2);
});

test('a transaction that it overtakes begins anew', async () => {
  const before = await shoe(db);
  await migrate();
  let attempts = 0;
  const after = await transaction(db, async (tx) => {
    attempts += 1;
    await sql`update shoes set size = size + ${1} where id = ${1}`.execute(tx);
    return shoe(tx);
  });
  expect(after).toEqual({ ...before, size: 43, more_2: null });
  expect(attempts).toBe(2);
});

test('a statement that is wrong is refused as ever, and the next one works', async () => {
  await expect(sql`select ${1}::int / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  expect(await shoe(db)).toMatchObject({ size: 43 });
});
