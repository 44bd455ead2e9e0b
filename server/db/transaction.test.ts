import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '#server/failure.ts';
import { startApp, type App } from '#test/app.ts';
import type { Tx } from './connect.ts';
import { transaction } from './transaction.ts';

let app: App;

beforeAll(async () => {
  app = await startApp();
  await sql`create table purses (id int primary key, n int not null)`.execute(app.product.ctx.db);
});
afterAll(() => app.stop());

const { promise: bothHold, resolve: release } = Promise.withResolvers<void>();
const add = (tx: Tx, id: number) => sql`update purses set n = n + 1 where id = ${id}`.execute(tx);

test('two that wait for each other are both done, each once', async () => {
  const { db } = app.product.ctx;
  await sql`insert into purses values (1, 0), (2, 0)`.execute(db);
  let holding = 0;
  let attempts = 0;
  const crossing = (first: number, second: number) =>
    transaction(db, async (tx) => {
      attempts += 1;
      await add(tx, first);
      holding += 1;
      if (holding === 2) release();
      await bothHold;
      await add(tx, second);
    });
  await Promise.all([crossing(1, 2), crossing(2, 1)]);
  const { rows } = await sql<{ n: number }>`select n from purses order by id`.execute(db);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
  // They did meet; the one that lost may be back before the other wakes, and lose again.
  expect(attempts).toBeGreaterThanOrEqual(3);
});

test('what ends with a failure, or breaks otherwise, runs once and leaves nothing', async () => {
  const { db } = app.product.ctx;
  let attempts = 0;
  const work = (end: () => unknown) =>
    transaction(db, async (tx) => {
      attempts += 1;
      await sql`insert into purses values (3, 0)`.execute(tx);
      return end();
    });
  expect(await work(() => fail('unknown_event'))).toEqual(fail('unknown_event'));
  const broken = work(() => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(attempts).toBe(2);
  expect((await sql`select from purses where id = 3`.execute(db)).rows).toEqual([]);
});
