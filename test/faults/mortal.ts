import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Surroundings } from '#test/surroundings.ts';

const PRODUCT = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const READY_WITHIN_MS = 20_000;

/** Where it is to answer, and its settings. */
type Place = Pick<Surroundings, 'url' | 'env'>;

/** A server in a process of its own, to be killed and started again on the same port and database. */
export class Mortal {
  readonly #program: string;
  readonly #surroundings: Place;
  #child: ChildProcess | null = null;
  /** What all its lives logged, line by line. */
  readonly logs: string[] = [];

  constructor(surroundings: Place, program = PRODUCT) {
    this.#surroundings = surroundings;
    this.#program = program;
  }

  /** Comes to life; whether it is ready is another question. */
  launch(): void {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [this.#program], {
      env: { PATH, ...this.#surroundings.env },
      // It ends itself when the ipc channel closes, so that nothing survives a test that is stopped.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface(stream).on('line', (line) => this.logs.push(line));
    }
    this.#child = child;
  }

  /** Resolves with the milliseconds that it took. */
  async ready(): Promise<number> {
    const began = performance.now();
    while (performance.now() - began < READY_WITHIN_MS) {
      const answer = await fetch(`${this.#surroundings.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(
        () => null,
      );
      if (answer?.ok) return performance.now() - began;
      await sleep(10);
    }
    throw new Error(`not ready within ${READY_WITHIN_MS} ms:\n${this.logs.slice(-20).join('\n')}`);
  }

  /** What it holds in memory, and the most it ever held, in MB. */
  async memory(): Promise<{ now: number; most: number }> {
    const status = await readFile(`/proc/${this.#child?.pid}/status`, 'utf8');
    const read = (line: string) => Number(new RegExp(`^${line}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    return { now: read('VmRSS'), most: read('VmHWM') };
  }

  get isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As whoever runs it would stop it; resolves with its exit code, null when a signal ended it. */
  terminate(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isAlive) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }
}
