import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `open` lets everything through; `slow` holds each piece back for a while; `stalled` takes new lines and lets
 * nothing through; `half-open` has lost the far side of every line without telling the near one; `closed` cuts
 * all lines and takes no new ones.
 */
export type Way = 'open' | 'slow' | 'stalled' | 'half-open' | 'closed';

/** A database in another country. */
const SLOW_MS = 20;

/** The network between the product and a service, with its faults. */
export class TcpProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #lines = new Set<{ near: Socket; far: Socket }>();
  #way: Way = 'open';

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(target: number): Promise<TcpProxy> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const proxy = new TcpProxy(server);
    server.on('connection', (near) => proxy.#join(near, target));
    return proxy;
  }

  get way(): Way {
    return this.#way;
  }

  /** From now on, for new lines and those that stand. */
  become(way: Way): void {
    this.#way = way;
    if (way === 'closed') this.cut();
    // Gone without a word: the near side believes that its line stands.
    if (way === 'half-open') for (const { far } of this.#lines) far.destroy();
    for (const { near, far } of this.#lines) {
      for (const socket of [near, far]) socket[way === 'stalled' ? 'pause' : 'resume']();
    }
  }

  /** Ends every line, as a router that was switched off. */
  cut(): void {
    for (const { near, far } of this.#lines) for (const socket of [near, far]) socket.destroy();
    this.#lines.clear();
  }

  #join(near: Socket, target: number): void {
    if (this.#way === 'closed') return void near.destroy();
    const far = connect(target, '127.0.0.1');
    const line = { near, far };
    this.#lines.add(line);
    this.#pipe(near, far);
    this.#pipe(far, near);
    near.on('close', () => {
      far.destroy();
      this.#lines.delete(line);
    });
    far.on('close', () => this.#way !== 'half-open' && near.destroy());
    if (this.#way === 'half-open') far.destroy();
    if (this.#way === 'stalled') for (const socket of [near, far]) socket.pause();
  }

  #pipe(from: Socket, to: Socket): void {
    from.on('error', () => from.destroy());
    from.on('data', (piece) => {
      const pass = () => void (to.writable && to.write(piece));
      if (this.#way === 'slow') setTimeout(pass, SLOW_MS);
      else pass();
    });
  }

  async stop(): Promise<void> {
    this.cut();
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }
}
