import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** As the dashboard's, these statements may read any table; each reads what an index holds, however much there is. */

export interface Figures {
  /** Sessions of those who do the jobs. */
  workers: number;
  /** Since when the mail waits that was to leave first. */
  mail_since: Date | null;
  /** Up to when the payments of the account are read that was read longest ago. */
  swept_until: Date | null;
  /** Gifts that want somebody to look. */
  flagged: number;
}

export async function getFigures(db: Database, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'givelap-worker') as workers,
      (select min(planned_at) from mails
        where sent_at is null and failed_at is null and planned_at <= ${now}) as mail_since,
      (select min(swept_until) from payment_sweeps) as swept_until,
      (select count(*)::int from gifts where flag is not null and flag_done_at is null) as flagged`.execute(db);
  return rows[0] as Figures;
}

export interface EventSync {
  id: number;
  /** Of its list as it is now; since when it waits for its first. */
  since: Date;
  /** Runs since the last good one. */
  failures: number;
}

/** Of active events. */
export async function listEventSyncs(db: Database): Promise<EventSync[]> {
  const { rows } = await sql<EventSync>`
    select e.id, coalesce(e.last_synced_at, e.created_at) as since,
      (select count(*)::int from sync_runs r where r.event_id = e.id and r.outcome <> 'done'
        and r.id > coalesce((select max(g.id) from sync_runs g where g.event_id = e.id and g.outcome = 'done'), 0)
      ) as failures
    from events e where e.is_active and e.deleted_at is null order by e.id`.execute(db);
  return rows;
}
