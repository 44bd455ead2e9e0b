import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below what a waiting visitor notices, far above what handing over costs. */
const TURN_MS = 12;

/** `map` for lists of thousands: other requests are answered in between. */
export async function mapInTurns<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let end = performance.now() + TURN_MS;
  for (const item of items) {
    results.push(work(item));
    if (performance.now() < end) continue;
    await nextTurn();
    end = performance.now() + TURN_MS;
  }
  return results;
}

/** One piece of work after the other; who comes later waits. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => null);
    return mine;
  };
}

/**
 * Looks that many ask for at once are done once for all of them: who comes while one is under way waits for the next,
 * so that nobody is told less than was true when he came.
 */
export function inCompany<T>(): (key: string, look: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  const next = new Map<string, Promise<T>>();
  const start = (key: string, look: () => Promise<T>): Promise<T> => {
    next.delete(key);
    const mine = look().finally(() => underWay.get(key) === mine && underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
  return (key, look) => {
    const current = underWay.get(key);
    if (!current) return start(key, look);
    const following = next.get(key) ?? current.catch(() => null).then(() => start(key, look));
    next.set(key, following);
    return following;
  };
}
