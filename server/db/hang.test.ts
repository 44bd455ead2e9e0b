/** @module-tag slow */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '#sandbox/postgres.ts';
import { connect, isDatabaseAway, type Database } from './connect.ts';
import { transaction } from './transaction.ts';

let dir: string;
let postgres: Postgres;
let db: Database;
let observer: Client;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'givelap-hang-'));
  postgres = await startPostgres({ dir, durable: false });
  db = connect(postgres.url, pino({ level: 'silent' }));
  observer = new Client({ connectionString: postgres.url });
  await observer.connect();
});
afterAll(async () => {
  await db.destroy();
  await observer.end();
  await postgres.stop('immediate');
  await rm(dir, { recursive: true, force: true });
});

function signalServer(signal: 'STOP' | 'CONT'): void {
  spawnSync('pkill', [`-${signal}`, '-P', String(postgres.pid)]);
}

test('a connection that outlived our patience is never used again: no transaction stays open behind it', async () => {
  // Warm connections, so that the hang meets them and not the dial.
  await Promise.all(Array.from({ length: 6 }, () => sql`select pg_sleep(0.05)`.execute(db)));
  signalServer('STOP');
  const waiting = Array.from({ length: 6 }, () => db.transaction().execute((tx) => sql`select 1`.execute(tx)));
  const outcomes = await Promise.allSettled(waiting).finally(() => signalServer('CONT'));
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isDatabaseAway(outcome.reason))).toEqual(
    Array.from({ length: 6 }, () => true),
  );
  await expect.poll(openTransactions, { timeout: 10_000 }).toBe(0);
  await db.transaction().execute((tx) => sql`create table kept (n int)`.execute(tx));
  expect((await observer.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 0 }]);
});

test('a transaction that a server lets hang is given up once, not begun again', async () => {
  await sql`select 1`.execute(db);
  let attempts = 0;
  const hanging = transaction(db, async (tx) => {
    attempts += 1;
    await sql`select 1`.execute(tx);
    signalServer('STOP');
    await sql`select 2`.execute(tx);
  });
  const error = await hanging.catch((thrown: unknown) => thrown).finally(() => signalServer('CONT'));
  expect([isDatabaseAway(error), attempts]).toEqual([true, 1]);
});

async function openTransactions(): Promise<number> {
  const { rows } = await observer.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where state like 'idle in transaction%'",
  );
  return rows[0]?.n ?? -1;
}
