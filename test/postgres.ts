import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { databaseUrl, startPostgres } from '#sandbox/postgres.ts';

interface Cluster {
  readonly adminUrl: string;
  /** What the server says. */
  readonly logFile: string;
  stop(): Promise<void>;
}

/** One server for a whole test run, in a folder of its own, without waiting for the disk. */
export async function startCluster(): Promise<Cluster> {
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-test-'));
  const logFile = path.join(dir, 'log');
  const postgres = await startPostgres({ dir, durable: false, log: (line) => appendFileSync(logFile, `${line}\n`) });
  return {
    adminUrl: databaseUrl(postgres.url, 'postgres'),
    logFile,
    stop: async () => {
      await postgres.stop('immediate');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Copies the files of `template`, to which nobody may be connected; resolves with the address of the copy. */
export async function cloneDatabase(adminUrl: string, template: string, name: string): Promise<string> {
  const copy = `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`;
  await ask(adminUrl, copy);
  return databaseUrl(adminUrl, name);
}

export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await ask(adminUrl, `create database ${escapeIdentifier(name)}`);
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await ask(adminUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

/** One statement on a connection of its own. */
export async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
