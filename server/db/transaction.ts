import { Failure } from '#server/failure.ts';
import type { Database, Tx } from './connect.ts';
import { STALE_PLAN } from './prepared.ts';

/** Carries a declared failure out of Kysely's transaction, which rolls back only on a throw. */
class RolledBack extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** How often PostgreSQL may refuse to go on with a transaction through no fault of its own. */
const TRIES = 4;

/** One action, one transaction: ending with a declared failure rolls everything back. `work` may run more than once. */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(db, work);
    } catch (error) {
      if (tries === TRIES || !again.has((error as { code?: string }).code)) throw error;
    }
  }
}

/** PostgreSQL, appendix A: it was the victim of a deadlock, or a migration overtook its plans. */
const again = new Set<string | undefined>(['40P01', STALE_PLAN]);

async function attempt<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      if (result instanceof Failure) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.failure as T;
    throw error;
  }
}
