import { Failure } from '#server/failure.ts';
import { isSessionLost, type Database, type Tx } from './connect.ts';

/** Carries a declared failure out of Kysely's transaction, which rolls back only on a throw. */
class RolledBack extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** How often PostgreSQL may choose a transaction as the victim of a deadlock, or end its session. */
const TRIES = 4;

/** One action, one transaction: ending with a declared failure rolls everything back. `work` may run more than once. */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    // From then on it may have been committed: only whoever asked can tell, by asking again with the same key.
    let isDone = false;
    const whole = async (tx: Tx) => {
      const result = await work(tx);
      isDone = true;
      return result;
    };
    try {
      return await attempt(db, whole);
    } catch (error) {
      const isDeadlock = (error as { code?: string }).code === DEADLOCK;
      if (tries === TRIES || !(isDeadlock || (!isDone && isSessionLost(error)))) throw error;
    }
  }
}

/** PostgreSQL, appendix A. */
const DEADLOCK = '40P01';

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
