import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { keep, readKept } from './kept.ts';

// Below 32768: from there on the system hands ports out to outgoing connections.
const FIRST = 20_000;
const LAST = 32_000;

/** A free port on loopback; the wished one when it is free. */
export async function freePort(wished?: number): Promise<number> {
  if (wished && (await isFree(wished))) return wished;
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

/** Whether nobody listens there; true also for an address that this machine does not have. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL';
  } finally {
    server.close();
  }
}

/** Ports by name, kept in a file so that addresses stay the same over restarts. */
export class RememberedPorts {
  readonly #file: string;
  readonly #ports: Record<string, number>;

  constructor(file: string) {
    this.#file = file;
    this.#ports = readKept(file, {});
  }

  async portOf(name: string): Promise<number> {
    const port = await freePort(this.#ports[name]);
    this.keep(name, port);
    return port;
  }

  keep(name: string, port: number): void {
    if (this.#ports[name] === port) return;
    this.#ports[name] = port;
    keep(this.#file, this.#ports);
  }
}
