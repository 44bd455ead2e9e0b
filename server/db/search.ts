import { sql, type Expression, type SqlBool } from 'kysely';

/** Does every word occur in the text? Both are folded; the signs of patterns are letters here. */
export function holds(text: Expression<unknown>, words: string[]): Expression<SqlBool> {
  // Else the text is made of each row for nothing.
  if (words.length === 0) return sql<SqlBool>`true`;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return sql<SqlBool>`${text} like all (${patterns}::text[])`;
}
