import type pg from 'pg';

type Query = (...args: unknown[]) => Promise<unknown>;

/** A statement that adds many rows has another text for each number of them: those that come late have no name. */
const MOST = 200;

/** Goes up with each migration that is noticed: what any connection planned before is planned anew. */
let edition = 0;

/** PostgreSQL, appendix A: since this was planned, a migration gave its table other columns. */
export const STALE_PLAN = '0A000';

/**
 * What only adds rows. A plan that is kept for what looks for rows is the plan for how many there were when it was
 * made: the mark on one mail would walk through all that wait, because none did then.
 */
const ADDS = /^\s*(with \w+ as \()?insert into /;

/** Parsing and planning is half of what adding a row costs the database: it is done once per text and connection. */
export function prepareInserts(client: pg.PoolClient): void {
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
    if (args.length !== 2 || typeof text !== 'string' || !Array.isArray(values) || !ADDS.test(text))
      return query(...args);
    return run(text, values).catch((error: Error) => again(error, text, values));
  }) as typeof client.query;
}
