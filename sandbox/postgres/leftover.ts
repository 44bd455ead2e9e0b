import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';

/** Makes way for a new server: refuses a living one, stops one whose starter is gone, removes a stale pid file. */
export async function clearLeftover(data: string, owner: number | null): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = Number.parseInt(readOr(pidFile, ''), 10);
  if (isServerOf(pid, data)) {
    if (parentOf(pid) === owner) throw new Refusal(`PostgreSQL already runs on ${data} (process ${pid}).`);
    await stopLeftover(pid, data);
  }
  rmSync(pidFile, { force: true });
}

async function stopLeftover(pid: number, data: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isServerOf(pid, data)) process.kill(pid, signal);
    for (let waited = 0; waited < 5_000; waited += 20) {
      // Not kill(pid, 0): a zombie that nobody reaps would still answer.
      if (!isServerOf(pid, data)) return;
      await sleep(20);
    }
  }
  throw new Refusal(`A left-over PostgreSQL on ${data} (process ${pid}) does not end.`);
}

function isServerOf(pid: number, data: string): boolean {
  return readOr(`/proc/${pid}/cmdline`, '').split('\0').includes(data);
}

function parentOf(pid: number): number | null {
  const parent = /^PPid:\s+(\d+)$/m.exec(readOr(`/proc/${pid}/status`, ''));
  return parent ? Number(parent[1]) : null;
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
