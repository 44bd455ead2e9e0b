import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { startPostgres, type Postgres } from '#sandbox/postgres.ts';
import { ask } from '#test/postgres.ts';

/** A PostgreSQL server and the standby that follows it. */
interface Pair {
  /** As `DATABASE_URL` names both. */
  url: string;
  /** Of the standby alone, which takes writes once it is promoted. */
  standbyUrl: string;
  /** The standby hears of nothing any more: the line is cut, and nobody has noticed. */
  cutLine(): Promise<void>;
  /** The machine is gone, with everything that ran on it. */
  killPrimary(): Promise<void>;
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** `synchronous`: what is acknowledged stands on both. */
export async function startPair({ synchronous }: { synchronous: boolean }): Promise<Pair> {
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-pair-'));
  const [a, b] = [path.join(dir, 'a'), path.join(dir, 'b')];
  const fresh = await startPostgres({ dir: a });
  await fresh.stop();
  await cp(a, b, { recursive: true });
  await writeFile(path.join(b, 'data/standby.signal'), '');

  const names = synchronous ? 'ANY 1 (*)' : '';
  const primary = await startPostgres({
    dir: a,
    port: fresh.port,
    settings: [`synchronous_standby_names=${names}`, 'wal_keep_size=256MB'],
  });
  const { hostname: host, port, username: user, password } = new URL(primary.url);
  const standby = await startPostgres({
    dir: b,
    settings: [
      `primary_conninfo=host=${host} port=${port} user=${user} password=${password}`,
      'wal_retrieve_retry_interval=200ms',
    ],
  });
  const senders = 'select pid, sync_state from pg_stat_replication';
  await vi.waitFor(
    async () =>
      expect(await ask(primary.url, senders)).toMatchObject([{ sync_state: synchronous ? 'quorum' : 'async' }]),
    { timeout: 20_000, interval: 50 },
  );

  return {
    url: primary.url.replace(`:${port}/`, `:${port},${new URL(standby.url).host}/`),
    standbyUrl: standby.url,
    cutLine: async () => {
      for (const { pid } of await ask<{ pid: number }>(primary.url, senders)) process.kill(pid, 'SIGSTOP');
    },
    killPrimary: () => killAll(primary),
    promote: async () => {
      expect(await ask(standby.url, 'select pg_promote()')).toEqual([{ pg_promote: true }]);
    },
    stop: async () => {
      await killAll(primary);
      await standby.stop('immediate');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The sessions do not die with the server: each is a process that would go on until it looks up. */
async function killAll({ pid, ended }: Postgres): Promise<void> {
  const children = readOr(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  for (const process_ of children.length > 0 ? [pid, ...children] : []) kill(process_);
  await ended;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
