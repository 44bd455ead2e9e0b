import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { freePort } from '#sandbox/ports.ts';
import { databaseUrl } from '#sandbox/postgres.ts';
import { connect } from '#server/db/connect.ts';
import { ask, createDatabase, dropDatabase } from '#test/postgres.ts';
import { TEMPLATE } from '#test/setup.ts';
import { chanceOf, seed } from './chance.ts';
import { tell } from './figures.ts';
import { expectInvariants } from './invariants.ts';
import { Mortal } from './mortal.ts';

/** Long runs say more: `START_ROUNDS=20`. */
const ROUNDS = Number(process.env.START_ROUNDS) || 1;
const INSTANCES = 3;

const adminUrl = inject('adminUrl');
const databases: string[] = [];
let mortals: Mortal[] = [];
let wanted: string;

beforeAll(async () => {
  console.log(`SEED=${seed} repeats this run`);
  wanted = await shapeOf(databaseUrl(adminUrl, TEMPLATE));
});
afterEach(() => Promise.all(mortals.map((one) => one.kill())));
afterAll(() => Promise.all(databases.map((name) => dropDatabase(adminUrl, name))));

async function emptyDatabase(): Promise<string> {
  const name = `start_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await createDatabase(adminUrl, name);
  return databaseUrl(adminUrl, name);
}

/** Instances on one database; nothing outside is there but that. */
async function instances(url: string, count: number, program?: string): Promise<Mortal[]> {
  const made = Array.from({ length: count }, async () => {
    const PORT = String(await freePort());
    const env = {
      PORT,
      PUBLIC_URL: `http://localhost:${PORT}`,
      DATABASE_URL: url,
      OIDC_ISSUER: 'http://localhost:9/realms/x',
      OIDC_CLIENT_ID: 'givelap',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_ADMIN_ROLE: 'admin',
      SMTP_URL: 'smtp://127.0.0.1:9?tls=off',
      MAIL_FROM: 'givelap@example.test',
      PAYREXX_API_URL: 'http://localhost:9/v1.16',
      PAYREXX_SECRETS: 'demo=secret',
    };
    return new Mortal({ url: env.PUBLIC_URL, env }, program);
  });
  return (mortals = await Promise.all(made));
}

/** All that migrations make: columns, constraints, indexes, functions, and which of them ran. */
async function shapeOf(url: string): Promise<string> {
  const rows = await ask<{ line: string }>(
    url,
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
        as line from information_schema.columns where table_schema = 'public'
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select proname || md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
      union all select name from kysely_migration
      order by 1`,
  );
  return rows.map(({ line }) => line).join('\n');
}

async function expectWhole(url: string): Promise<void> {
  expect(await shapeOf(url)).toBe(wanted);
  const db = connect(url, pino({ level: 'silent' }));
  await expectInvariants(db).finally(() => db.destroy());
}

test(`${INSTANCES} instances on an empty database come up together, and it is migrated once`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const url = await emptyDatabase();
    const all = await instances(url, INSTANCES);
    for (const one of all) one.launch();
    await Promise.all(all.map((one) => one.ready()));
    const migrated = all.flatMap(({ logs }) => logs.filter((line) => line.includes('database migrated')));
    expect(migrated).toHaveLength(1);
    await expectWhole(url);
    await Promise.all(all.map((one) => one.kill()));
  }
  tell({
    row: `${INSTANCES} instances on an empty database at once`,
    aim: `${ROUNDS} of ${ROUNDS}`,
    figure: `${ROUNDS} of ${ROUNDS}, each migrated once`,
  });
});

test('killed anywhere in a migration and started anew, the database is as it should be', async () => {
  const chance = chanceOf(-3);
  let inside = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const url = await emptyDatabase();
    const [one] = (await instances(url, 1)) as [Mortal];
    const watcher = new Client({ connectionString: url });
    await watcher.connect();
    one.launch();
    const isAtIt = async () =>
      (
        await watcher.query(`select from pg_stat_activity
        where datname = current_database() and application_name = 'givelap' and xact_start is not null`)
      ).rowCount;
    await vi.waitFor(async () => expect(await isAtIt()).toBe(1), { timeout: 20_000, interval: 1 });
    await sleep(chance.whole(0, 250));
    if (await isAtIt()) inside += 1;
    await one.kill();
    await watcher.end();
    one.launch();
    await one.ready();
    await expectWhole(url);
    await one.kill();
  }
  tell({
    row: 'a migration killed anywhere and run again',
    aim: `${ROUNDS} of ${ROUNDS}`,
    figure: `${ROUNDS} of ${ROUNDS}, ${inside} killed inside of it`,
  });
});

test('instances that migrate without a lock do not all come up (control)', async () => {
  const program = new URL('./wrong/migrations.ts', import.meta.url).pathname;
  const url = await emptyDatabase();
  const all = await instances(url, INSTANCES, program);
  const watcher = new Client({ connectionString: url });
  await watcher.connect();
  await watcher.query('select pg_advisory_lock(7)');
  for (const one of all) one.launch();
  const looked = () =>
    watcher.query(`select from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`);
  await vi.waitFor(async () => expect((await looked()).rowCount).toBe(INSTANCES), 20_000);
  await watcher.end();
  await vi.waitFor(() => expect(all.filter(({ isAlive }) => isAlive)).toHaveLength(1), 20_000);
});
