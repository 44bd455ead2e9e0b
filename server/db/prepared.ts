import { sql } from 'kysely';
import type pg from 'pg';

type Query = (...args: unknown[]) => Promise<unknown>;

/** A statement that adds many rows has another text for each number of them: those that come late have no name. */
const MOST = 200;

/** Goes up with each migration that is noticed: what any connection planned before is planned anew. */
let edition = 0;

/** PostgreSQL, appendix A: since this was planned, a migration gave its table other columns. */
export const STALE_PLAN = '0A000';

/**
 * Marks what finds one row by its key: `.modifyEnd(planOnce)`. There is one good plan for it, however many rows there
 * are. What looks among many has the plan for how many there were when it was made: the next mail would be looked for
 * among all that were ever sent, because none were then.
 */
export const planOnce = sql`/* planned once */`;

/** What adds rows has one plan too. */
const PLANNED_ONCE = /^\s*(with \w+ as \()?insert into |\/\* planned once \*\/$/;

/** Parsing and planning is half of what such a statement costs the database: it is done once per text and connection. */
export function prepareOnce(client: pg.PoolClient): void {
  const query = client.query.bind(client) as unknown as Query;
  const names = new Map<string, string>();
  let known = edition;
  const nameOf = (text: string) => {
    if (known !== edition) names.clear();
    known = edition;
    if (!names.has(text) && names.size < MOST) names.set(text, `${edition}.${names.size}`);
    return names.get(text);
  };
  const run = (text: string, values: unknown[]) => {
    const name = nameOf(text);
    return name === undefined ? query(text, values) : query({ name, text, values });
  };
  const again = (error: Error & { code?: string }, text: string, values: unknown[]) => {
    if (error.code !== STALE_PLAN) throw error;
    edition += 1;
    // Inside a transaction all that came before is lost as well: whoever began it begins anew.
    if (client.getTransactionStatus() !== 'I') throw error;
    return run(text, values);
  };
  client.query = ((...args: unknown[]) => {
    const [text, values] = args;
    if (args.length !== 2 || typeof text !== 'string' || !Array.isArray(values) || !PLANNED_ONCE.test(text))
      return query(...args);
    return run(text, values).catch((error: Error) => again(error, text, values));
  }) as typeof client.query;
}
