import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATH } from './programs.ts';

const run = promisify(execFile);

/** Transactions a second that so many clients get through this script, each statement prepared once per connection. */
export async function pgbench(
  databaseUrl: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<{ perSecond: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'givelap-pgbench-'));
  const file = path.join(folder, 'script.sql');
  await writeFile(file, script);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const parameters = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file];
  try {
    const { stdout } = await run('pgbench', [...parameters, pathname.slice(1)], {
      env: { ...process.env, PATH, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
    });
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (!(perSecond > 0) || !/failed transactions: 0\b/.test(stdout)) throw new Error(stdout);
    return { perSecond };
  } finally {
    await rm(folder, { recursive: true });
  }
}
