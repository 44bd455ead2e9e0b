import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** Counts one turn in the window of `key` and tells how many there were, and when the window ends. */
export async function insertTurn(db: Database, key: string, seconds: number): Promise<{ n: number; left: number }> {
  const { rows } = await sql<{ n: number; left: number }>`
    insert into rate_windows as w (key, window_start, n) values (${key}, now(), 1)
    on conflict (key) do update set
      n = case when w.window_start <= now() - make_interval(secs => ${seconds}) then 1 else w.n + 1 end,
      window_start = case when w.window_start <= now() - make_interval(secs => ${seconds}) then now() else w.window_start end
    returning n, ceil(extract(epoch from window_start + make_interval(secs => ${seconds}) - now()))::int as left`.execute(
    db,
  );
  return rows[0] ?? { n: 1, left: seconds };
}

export async function deleteEndedWindows(db: Database): Promise<void> {
  await sql`delete from rate_windows where window_start < now() - interval '1 day'`.execute(db);
}
