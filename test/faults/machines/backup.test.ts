import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { databaseUrl, startPostgres, type Postgres } from '#sandbox/postgres.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { startProduct, type Product } from '#server/product.ts';
import { aGiftEvent, anOpenGift, aPledge } from '#test/factories.ts';
import { createDatabase } from '#test/postgres.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { gather } from '../crowd.ts';
import { debianPrograms, WITHOUT_POSTGRES } from './debian-postgres.ts';
import { tell, tellSkipped } from '../figures.ts';
import { expectInvariants } from '../invariants.ts';

const run = promisify(execFile);
const scripts = fileURLToPath(new URL('../../../deploy/bin/', import.meta.url));
const checker = fileURLToPath(new URL('../check-invariants.ts', import.meta.url));
const silent = pino({ level: 'silent' });
const programs = debianPrograms();
const row = 'backup of a living database, restored';
const aim = 'the same rows, no invariant hurt';

let dir: string;
let postgres: Postgres;
let surroundings: Surroundings;
let product: Product;
let participant: Participant;

beforeAll(async () => {
  if (!programs) return;
  dir = await mkdtemp(path.join(tmpdir(), 'givelap-backup-'));
  postgres = await startPostgres({ dir: path.join(dir, 'postgres'), durable: false, programs });
  surroundings = await startSurroundings({ LIMIT_FORMS_PER_ADDRESS: '999999/1d', DATABASE_URL: postgres.url });
  product = await startProduct(readConfig(surroundings.env), { log: silent });
  const people = await aGiftEvent(surroundings, await surroundings.signedIn('vera'), undefined, {
    donation_per_unit: 'true',
  });
  participant = people.participants[0] as Participant;
});
afterAll(async () => {
  if (!programs) return;
  await product.stop();
  await surroundings.stop();
  await postgres.stop('immediate');
  await rm(dir, { recursive: true, force: true });
});

async function backup(): Promise<string> {
  const folder = await mkdtemp(path.join(dir, 'backups-'));
  const { stdout } = await run(path.join(scripts, 'backup.sh'), [folder], {
    env: { ...process.env, DATABASE_URL: postgres.url },
  });
  return stdout.trim();
}

/** A copy under another name, on the same server. */
async function restored(file: string, name: string): Promise<string> {
  await createDatabase(databaseUrl(postgres.url, 'postgres'), name);
  const url = databaseUrl(postgres.url, name);
  await run(path.join(scripts, 'restore.sh'), [file, url]);
  return url;
}

/** A word for all rows of each table. */
async function rowsOf(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const marks = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ mark: string }>`
        select count(*) || ' ' || md5(coalesce(string_agg(r::text, ',' order by r::text), '')) as mark
        from ${sql.table(name)} r`.execute(db);
      return [name, rows[0]?.mark ?? ''] as const;
    }),
  );
  return Object.fromEntries(marks);
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, silent);
  return work(db).finally(() => db.destroy());
}

test('a backup of a database that people use, and one of it at rest, are restored whole', async ({ skip }) => {
  if (!programs) {
    tellSkipped(row, aim, WITHOUT_POSTGRES);
    return skip(WITHOUT_POSTGRES);
  }
  const { token } = await aPledge(surroundings, participant, {}, 'confirm');
  await anOpenGift(surroundings, participant);
  const crowd = gather(surroundings.url, [participant], 8);
  await vi.waitFor(() => expect(crowd.accepted.length).toBeGreaterThan(40), 30_000);
  const before = crowd.accepted.map(({ id }) => id);
  const living = await backup();
  await crowd.goHome();
  await product.stop();
  const resting = await backup();

  const copy = await restored(living, 'copy');
  await withDatabase(copy, async (db) => {
    await expectInvariants(db);
    const ids = (await db.selectFrom('pledges').select('id').execute()).map(({ id }) => id);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
  });
  const { stdout } = await run(process.execPath, [checker], { env: { ...process.env, DATABASE_URL: copy } });
  expect(stdout).toMatch(/^I1 /m);
  const rows = await withDatabase(postgres.url, rowsOf);
  expect(await withDatabase(await restored(resting, 'same'), rowsOf)).toEqual(rows);

  // What was saved goes on from there.
  product = await startProduct(readConfig({ ...surroundings.env, DATABASE_URL: copy }), { log: silent });
  await surroundings.client().expect(200, `POST /api/donations/confirm/${token}`);
  await aPledge(surroundings, participant);
  const all = Object.values(rows).reduce((sum, mark) => sum + Number.parseInt(mark, 10), 0);
  tell({ row, aim, figure: `${all} rows in ${Object.keys(rows).length} tables the same, no invariant hurt` });
});

test('a backup is never put over a database that holds anything, and half of one is not put anywhere', async ({
  skip,
}) => {
  if (!programs) return skip(WITHOUT_POSTGRES);
  const file = await backup();
  const over = run(path.join(scripts, 'restore.sh'), [file, postgres.url]);
  await expect(over).rejects.toThrow(/There are \d+ tables already/);

  const url = databaseUrl(postgres.url, 'half');
  await createDatabase(databaseUrl(postgres.url, 'postgres'), 'half');
  await run('truncate', ['--size=-2000', file]);
  await expect(run(path.join(scripts, 'restore.sh'), [file, url])).rejects.toThrow(/pg_restore/);
  expect(await withDatabase(url, rowsOf)).toEqual({});
});
