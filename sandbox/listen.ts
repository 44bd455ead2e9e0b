import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as TcpServer } from 'node:net';
import { freePort } from './ports.ts';

/** Listens on loopback, on the wished port when it is free; resolves with the port. */
export async function listen(server: TcpServer, wished?: number): Promise<number> {
  const port = await freePort(wished);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return port;
}

/** Ends a server with its open connections. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
