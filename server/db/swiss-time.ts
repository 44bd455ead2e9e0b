import { sql } from 'kysely';

/** A moment as Swiss time in text, `2027-06-12 09:41`. */
export const swissTime = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Europe/Zurich', 'YYYY-MM-DD HH24:MI')`;
