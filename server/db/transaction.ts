import { Failure } from '#server/failure.ts';
import { isSessionLost, type Database, type Tx } from './connect.ts';
import { STALE_PLAN } from './prepared.ts';

/** Carries a declared failure out of Kysely's transaction, which rolls back only on a throw. */
class RolledBack extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** How often PostgreSQL may refuse to go on with a transaction, or end its session, through no fault of ours. */
const TRIES = 4;

/** Whoever waited for longer was kept waiting by a server that hangs: he is told so, instead of waiting once more. */
const PATIENCE_MS = 1000;

/** One action, one transaction: ending with a declared failure rolls everything back. `work` may run more than once. */
export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const began = performance.now();
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
      const isRefused = again.has((error as { code?: string }).code);
      const isLost = !isDone && isSessionLost(error) && performance.now() - began < PATIENCE_MS;
      if (tries === TRIES || !(isRefused || isLost)) throw error;
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
