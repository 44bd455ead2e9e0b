import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { prepareOnce } from './prepared.ts';
import { serverAddresses, Servers } from './servers.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
export type Tx = KyselyTransaction<Tables>;

const { Pool, types } = pg;

/** Money and ids of the log stay far below 2^53; what does not is a fault, never a rounded number. */
types.setTypeParser(types.builtins.INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('bigint beyond 2^53');
  return number;
});
/** A calendar day stays text: a Date would shift it by the machine's time zone. */
types.setTypeParser(types.builtins.DATE, (text) => text);

/** Every wait is bounded, so that a hanging server is answered with 503 within 5 s, whatever was waited for before. */
const timeouts = { connectionTimeoutMillis: 3500, query_timeout: 3500, statement_timeout: 3500 };

/** For migrations, which may take as long as they take. */
export const patient = { query_timeout: 0, statement_timeout: 0, max: 1 };

/** How a running product is called among the database's sessions: there it shows whether anybody does the jobs. */
export const sessionName = (jobs: boolean) => (jobs ? 'givelap-worker' : 'givelap-web');

export interface PoolState {
  total: number;
  idle: number;
  /** Who waits for a connection. */
  waiting: number;
}

const poolsOf = new WeakMap<Database, readonly pg.Pool[]>();

export function poolState(db: Database): PoolState {
  const pools = poolsOf.get(db) ?? [];
  const sum = (of: (pool: pg.Pool) => number) => pools.reduce((all, pool) => all + of(pool), 0);
  return {
    total: sum((pool) => pool.totalCount),
    idle: sum((pool) => pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  };
}

/** `url` may name several servers, of which one takes writes. */
export function connect(url: string, log: Logger, settings: pg.PoolConfig = {}): Database {
  const addresses = serverAddresses(url);
  const shared = { application_name: 'givelap', keepAlive: true, max: 16, ...timeouts };
  // Whoever asks a server in vain has time left to ask the others.
  const waits = { connectionTimeoutMillis: timeouts.connectionTimeoutMillis / addresses.length };
  const pools = addresses.map((server) => new Pool({ connectionString: server, ...shared, ...waits, ...settings }));
  const servers = new Servers(pools);
  // An idle client whose backend ends, and one checked out inside a transaction: both emit, and would end the process.
  const lost = (error: Error & { code?: string }) => {
    servers.forget();
    log.warn({ code: error.code ?? 'lost' }, 'database connection lost');
  };
  for (const pool of pools) {
    pool.on('error', lost);
    pool.on('connect', (client) => {
      client.on('error', lost);
      watchQueries(client, servers);
      prepareOnce(client);
    });
  }
  const [only] = pools.length === 1 ? pools : [];
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: only ?? servers }) });
  poolsOf.set(db, pools);
  return db;
}

/**
 * A statement that we stopped waiting for may still run, a late `begin` above all: whoever got this
 * connection next would work inside a transaction that nobody ends. So it is never used again.
 */
function watchQueries(client: pg.PoolClient, servers: Servers): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const end = () => void (client as unknown as pg.Client).end().catch(() => null);
  client.query = ((...args: unknown[]) => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error & { code?: string }) => {
        if (error.message === TIMED_OUT) end();
        if (error.message === TIMED_OUT || error.code === READ_ONLY) servers.forget();
      });
    }
    return result;
  }) as typeof client.query;
}

const TIMED_OUT = 'Query read timeout';
/** PostgreSQL, appendix A: this server was the primary, and is a standby now. */
const READ_ONLY = '25006';

/** Class 08 connection, 57 operator intervention, 53 resources, 25006 read-only (PostgreSQL, appendix A). */
const UNAVAILABLE = /^(08...|57P..|57014|53...|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|is not queryable|Cannot use a pool after/;

/** Is this error the database's absence rather than a fault of ours? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNAVAILABLE.test(code) || UNAVAILABLE_TEXT.test(error.message);
}

const ENDED = /^(57P01|57P02|25006|ECONNRESET|EPIPE)$/;
const ENDED_TEXT = /Connection terminated unexpectedly|is not queryable/;

/** Did the session end under us, or turn out to be a standby's? Then what was not yet committed never will be. */
export function isSessionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return ENDED.test(code) || ENDED_TEXT.test(error.message);
}
