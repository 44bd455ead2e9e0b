import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** Counts one use in the window of `key` and tells how many there were, and the seconds until the window ends. */
export async function insertUse(db: Database, key: string, seconds: number): Promise<{ n: number; left: number }> {
  const { rows } = await sql<{ n: number; left: number }>`
    insert into rate_windows as w (key, window_start, ends_at, n)
    values (${key}, now(), now() + make_interval(secs => ${seconds}), 1)
    on conflict (key) do update set
      n = case when w.ends_at <= now() then 1 else w.n + 1 end,
      window_start = case when w.ends_at <= now() then now() else w.window_start end,
      ends_at = case when w.ends_at <= now() then now() + make_interval(secs => ${seconds}) else w.ends_at end
    returning n, ceil(extract(epoch from ends_at - now()))::int as left`.execute(db);
  return rows[0] ?? { n: 1, left: seconds };
}

/** Counts one use under the first of these keys, unless all of them together have had as many; tells whether it did. */
export async function insertUseAmong(db: Database, keys: string[], most: number, endsAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into rate_windows as w (key, window_start, ends_at, n)
    select ${keys[0]}, now(), ${endsAt}, 1
    where (select coalesce(sum(n), 0) from rate_windows where key = any(${keys})) < ${most}
    on conflict (key) do update set n = w.n + 1
    returning n`.execute(db);
  return rows.length > 0;
}

/** Keys hold network addresses: they live as long as their window. */
export async function deleteEndedWindows(db: Database): Promise<void> {
  await sql`delete from rate_windows where ends_at <= now()`.execute(db);
}
