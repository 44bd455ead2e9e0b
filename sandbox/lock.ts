import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

interface Holder {
  readonly pid: number;
  /** Null where the system does not tell. */
  readonly command: string | null;
}

/** Takes the lock, also over from a holder that was killed; null when the holder lives, with its process number. */
export function takeLock(file: string): { release(): void } | { heldBy: number } {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, command: commandOf(process.pid) } satisfies Holder));
  try {
    for (;;) {
      // A link appears complete or not at all, so nobody ever reads half a lock.
      if (isLinked(own, file)) return { release: () => rmSync(file, { force: true }) };
      const holder = readHolder(file);
      if (holder && isAlive(holder)) return { heldBy: holder.pid };
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** The command is compared because process numbers are used again. */
function isAlive({ pid, command }: Holder): boolean {
  return pid !== process.pid && isRunning(pid) && commandOf(pid) === command;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function commandOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return null;
  }
}
