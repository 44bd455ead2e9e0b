import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#sandbox/ports.ts';

/** What a process of the product has used so far. */
interface Usage {
  pid: number;
  cpuMs: number;
  /** MB. */
  rss: number;
  /** The longest time that its loop stood still, in ms, where it was watched. */
  blocked: number;
}

/** The product as operators run it, in a process of its own. */
export interface Product {
  url: string;
  usage(): Promise<Usage>;
  /** From now to the next `usage` somebody looks how long the loop stands still. */
  watch(): Promise<Usage>;
  /** The most memory it held since the last time this was asked, in MB. */
  peak(): Promise<number>;
  stop(): Promise<void>;
}

/** As `npm run serve` has them. */
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=640'];
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));
const READY_WITHIN_MS = 20_000;

export async function startProduct(env: Record<string, string>): Promise<Product> {
  const probe = await freePort();
  const { PATH = '', CPU_PROF } = process.env;
  const profiled = CPU_PROF ? ['--cpu-prof', `--cpu-prof-dir=${CPU_PROF}`] : [];
  const child = spawn(process.execPath, [...FLAGS, ...profiled, `--import=${PROBE}`, PROGRAM], {
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', PROBE_PORT: String(probe), ...env },
    // It ends itself when the ipc channel closes, so that nothing survives a bench that is stopped.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ask = async (path: string) => (await (await fetch(`http://127.0.0.1:${probe}${path}`)).json()) as Usage;
  const url = `http://127.0.0.1:${env.PORT}`;
  await ready(url);
  return {
    url,
    usage: () => ask('/'),
    watch: () => ask('/watch'),
    peak: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      // 5: the mark begins anew (proc(5), clear_refs).
      await writeFile(`/proc/${child.pid}/clear_refs`, '5');
      return (Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function ready(url: string): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await pause(10)) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
  }
  throw new Error(`the product is not ready within ${READY_WITHIN_MS} ms`);
}

/** Keeps a process and its threads on one core, where there is another one for who asks it. */
export function pin(pid: number, core: 0 | 1): void {
  if (availableParallelism() > 1) execFileSync('taskset', ['-apc', String(core), String(pid)], { stdio: 'ignore' });
}
