import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './connect.ts';

const folder = new URL('../../migrations/', import.meta.url);

async function migrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const entries = files.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [name.replace('.sql', ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const migrator = (db: Database) => new Migrator({ db, provider: { getMigrations: migrations } });

/** Brings the tables up to date. Safe from several instances at once: the migrator holds a lock. */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

export async function isMigrated(db: Database): Promise<boolean> {
  return (await migrator(db).getMigrations()).every((migration) => migration.executedAt !== undefined);
}
