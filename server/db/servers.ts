import type { Pool } from 'pg';

/** One address per server, of `postgres://user:password@a:5432,b:5432/name` as libpq writes it. */
export function serverAddresses(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return servers.split(',').map((server) => before + server + after);
}

/** No longer than this is a server asked whether it takes writes: callers wait for the answer. */
const LOOK_MS = 2000;
/** As the pool says that none of its connections became free in time. */
const FULL = 'timeout exceeded when trying to connect';

/** Of several servers, the one that takes writes: all are asked at once, whenever the one we knew has let us down. */
export class Servers {
  readonly #pools: readonly Pool[];
  #primary: Promise<Pool> | null = null;

  constructor(pools: readonly Pool[]) {
    this.#pools = pools;
  }

  readonly options = {};

  async connect() {
    const known = this.#known();
    try {
      return await (await known).connect();
    } catch (error) {
      if (this.#primary === known) this.forget();
      // It is all of ours that keep it busy; whoever asked it anew would wait once more.
      if (error instanceof Error && error.message === FULL) throw error;
      return (await this.#known()).connect();
    }
  }

  /** The next to connect asks anew which one it is. */
  forget(): void {
    this.#primary = null;
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  #known(): Promise<Pool> {
    const known = (this.#primary ??= this.#look());
    known.catch(() => this.#primary === known && this.forget());
    return known;
  }

  async #look(): Promise<Pool> {
    try {
      return await Promise.any(this.#pools.map(takingWrites));
    } catch (error) {
      // As the server that is still starting says it.
      throw Object.assign(new Error('no database server takes writes', { cause: error }), { code: '57P03' });
    }
  }
}

async function takingWrites(pool: Pool): Promise<Pool> {
  const look = { text: 'select pg_is_in_recovery() as standby', query_timeout: LOOK_MS };
  const { rows } = await pool.query<{ standby: boolean }>(look);
  if (rows[0]?.standby !== false) throw new Error('a standby');
  return pool;
}
