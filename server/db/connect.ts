import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { prepareInserts } from './prepared.ts';
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

/** Every wait is bounded, so that a hanging server is answered with 503 within 5 s. */
const timeouts = { connectionTimeoutMillis: 4000, query_timeout: 4500, statement_timeout: 4500 };

/** For migrations, which may take as long as they take. */
export const patient = { query_timeout: 0, statement_timeout: 0, max: 1 };

/** How a running product is called among the database's sessions: there it shows whether anybody does the jobs. */
export const sessionName = (jobs: boolean) => (jobs ? 'givelap-worker' : 'givelap-web');

export function connect(url: string, log: Logger, settings: pg.PoolConfig = {}): Database {
  const shared = { connectionString: url, application_name: 'givelap', keepAlive: true, max: 16 };
  const pool = new Pool({ ...shared, ...timeouts, ...settings });
  // An idle client whose backend ends, and one checked out inside a transaction: both emit, and would end the process.
  const lost = (error: Error & { code?: string }) =>
    log.warn({ code: error.code ?? 'lost' }, 'database connection lost');
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    endAfterTimeout(client);
    prepareInserts(client);
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * A statement that we stopped waiting for may still run, a late `begin` above all: whoever got this
 * connection next would work inside a transaction that nobody ends. So it is never used again.
 */
function endAfterTimeout(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const end = () => void (client as unknown as pg.Client).end().catch(() => null);
  client.query = ((...args: unknown[]) => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error) => error.message === TIMED_OUT && end());
    }
    return result;
  }) as typeof client.query;
}

const TIMED_OUT = 'Query read timeout';

/** Class 08 connection, 57 operator intervention, 53 resources, 25006 read-only (PostgreSQL, appendix A). */
const UNAVAILABLE = /^(08...|57P..|57014|53...|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client was closed|Cannot use a pool after/;

/** Is this error the database's absence rather than a fault of ours? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNAVAILABLE.test(code) || UNAVAILABLE_TEXT.test(error.message);
}
