import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Client } from 'pg';

/** What several starts at once must find out: it looks whether the tables are missing and then makes them, without a lock. */
const folder = new URL('../../../migrations/', import.meta.url);
const client = new Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const { rows } = await client.query<{ made: boolean }>("select to_regclass('events') is not null as made");
// Whoever looks on holds this one until all have looked.
await client.query('select pg_advisory_lock_shared(7)');
if (!rows[0]?.made) {
  for (const name of readdirSync(folder).toSorted()) await client.query(readFileSync(new URL(name, folder), 'utf8'));
}
createServer((_, response) => response.end()).listen(Number(process.env.PORT));
process.on('disconnect', () => process.exit());
