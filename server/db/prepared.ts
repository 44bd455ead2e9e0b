import type pg from 'pg';

type Query = (...args: unknown[]) => Promise<unknown>;

/** Under which name each text is parsed and planned, once per connection. */
const names = new Map<string, string>();
/** A search has another text for each number of words; what comes after so many goes without a name. */
const MOST = 400;
let edition = 0;

/** PostgreSQL, appendix A: since this was planned, a migration gave its table other columns. */
export const STALE_PLAN = '0A000';

/** Parsing and planning is half of what a short statement costs the database: it is done once per text and connection. */
export function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as unknown as Query;
  const run = (text: string, values: unknown[]) => {
    const name = nameOf(text);
    return name === undefined ? query(text, values) : query({ name, text, values });
  };
  const again = (error: Error & { code?: string }, text: string, values: unknown[]) => {
    if (error.code !== STALE_PLAN) throw error;
    names.clear();
    edition += 1;
    // Inside a transaction all that came before is lost as well: whoever began it begins anew.
    if (client.getTransactionStatus() !== 'I') throw error;
    return run(text, values);
  };
  client.query = ((...args: unknown[]) => {
    const [text, values] = args;
    if (args.length > 2 || typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(...args);
    return run(text, values).catch((error: Error) => again(error, text, values));
  }) as typeof client.query;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST) return known;
  const name = `${edition}.${names.size}`;
  names.set(text, name);
  return name;
}
