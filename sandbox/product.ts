import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url));
const STOP_WITHIN_MS = 20_000;

/** The product as production runs it, in a process of its own. */
export class Product {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #origin: string;
  #child: ChildProcess | null = null;

  /** `origin` is where it will answer. */
  constructor(environment: NodeJS.ProcessEnv, origin: string) {
    this.#environment = environment;
    this.#origin = origin;
  }

  /** Resolves with true when it is ready for requests, with false when it ended before. */
  async start(): Promise<boolean> {
    const child = spawn(process.execPath, [MAIN], {
      env: this.#environment,
      // It ends itself when the ipc channel closes, so that nothing survives a killed start.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C must reach it through us only, once and in order.
      detached: true,
    });
    this.#child = child;
    while (isRunning(child)) {
      const answer = await fetch(`${this.#origin}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      if (answer?.ok && isRunning(child)) return true;
      await sleep(25);
    }
    return false;
  }

  /** Resolves with the exit code when it ends, 128 + n for a signal. */
  async ended(): Promise<number> {
    const child = this.#child;
    if (!child) return 0;
    if (isRunning(child)) await once(child, 'exit');
    return child.signalCode ? 128 + constants.signals[child.signalCode] : (child.exitCode ?? 1);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await this.ended();
    clearTimeout(timer);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
