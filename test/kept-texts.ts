import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** Every column of the database that can hold words and holds one of these: `pledges.donor_name`. */
export async function columnsHolding(db: Database, words: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; name: string; type: string }>`
    select c.table_name as table, c.column_name as name, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'bytea')
    order by 1, 2`.execute(db);
  const holding: string[] = [];
  for (const { table, name, type } of columns) {
    const text = type === 'bytea' ? sql`encode(${sql.ref(name)}, 'escape')` : sql`${sql.ref(name)}::text`;
    const { rows } = await sql`
      select from ${sql.table(table)}
      where lower(${text}) like any (select '%' || lower(word) || '%' from unnest(${words}::text[]) as word)
      limit 1`.execute(db);
    if (rows.length > 0) holding.push(`${table}.${name}`);
  }
  return holding;
}
