import { sql, type Expression, type SqlBool } from 'kysely';

/** Does every word occur in the text? Both are folded; the signs of patterns are letters here. */
export function holds(text: Expression<unknown>, words: string[]): Expression<SqlBool> {
  // Else the text is made of each row for nothing.
  if (words.length === 0) return sql<SqlBool>`true`;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return sql<SqlBool>`${text} like all (${patterns}::text[])`;
}

/** As `holds`, or in the whole name of an event's participant: they are looked through once, not once per row. */
export function holdsOrNames(
  text: Expression<unknown>,
  participantId: Expression<unknown>,
  eventId: number,
  word: string,
): Expression<SqlBool> {
  return sql<SqlBool>`(${holds(text, [word])} or ${participantId} in (
    select pa.id from participants pa join events e on e.id = pa.event_id
    where e.id = ${eventId} and ${holds(sql`staff_search(pa, e.names_shown)`, [word])}
  ))`;
}
