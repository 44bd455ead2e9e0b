import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { connect } from '#server/db/connect.ts';
import { invariants } from './invariants.ts';

/** `DATABASE_URL=… npm run check-invariants -- [log file]`: one line per invariant; ends with 1 on any hit. */
const { DATABASE_URL } = process.env;
if (!DATABASE_URL) {
  console.error('DATABASE_URL is not set.');
  process.exit(2);
}
const logFile = process.argv[2];
const witness = logFile ? { logs: (await readFile(logFile, 'utf8')).split('\n') } : {};

const db = connect(DATABASE_URL, pino({ level: 'silent' }), { query_timeout: 0, statement_timeout: 0 });
let hits = 0;
for (const { name, holds, hits: find } of invariants) {
  const found = await find(db, witness);
  hits += found?.length ?? 0;
  const verdict = found === null ? 'not asked' : found.length === 0 ? 'ok' : `${found.length} hits`;
  console.log(`${name.padEnd(3)}  ${verdict.padEnd(9)}  ${holds}`);
  for (const hit of found?.slice(0, 20) ?? []) console.log(`     ${hit}`);
}
await db.destroy();
process.exit(hits === 0 ? 0 : 1);
