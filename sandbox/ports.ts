import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { keep, readKept } from './kept.ts';

// Below 32768: from there on the system hands ports out to outgoing connections.
const FIRST = 20_000;
const LAST = 32_000;

/** So long whoever was given a port may take until he listens there. */
const RESERVED_MS = 60_000;

const reserved = new Set<number>();

/** A free port on loopback, for a minute nobody else's; the wished one when it is free. */
export async function freePort(wished?: number): Promise<number> {
  if (wished && (reserved.has(wished) || (await reserve(wished))) && (await isFree(wished))) return wished;
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/**
 * Another process may choose the same port before anybody listens there. The UDP port of that number, which nothing
 * here speaks on, stands for the choice: one process has it, and it is free again when that process is gone.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
  } catch {
    socket.close();
    return false;
  }
  reserved.add(port);
  const free = () => {
    reserved.delete(port);
    socket.close();
  };
  setTimeout(free, RESERVED_MS).unref();
  socket.unref();
  return true;
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
