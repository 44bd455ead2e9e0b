import { sql, type Selectable } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

/** How the tables say we are: as the dashboard, these statements may read any of them. */

export interface DatabaseState {
  version: string;
  since: Date;
  migration: string;
}

export async function getDatabaseState(db: Database): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_postmaster_start_time() as since,
      (select max(name) from kysely_migration) as migration`.execute(db);
  return rows[0] as DatabaseState;
}

/** When the oldest session began of those who do the jobs, as `sessionName` calls them; null while nobody does. */
export async function findWorker(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(backend_start) as since from pg_stat_activity
    where datname = current_database() and application_name = 'givelap-worker'`.execute(db);
  return rows[0]?.since ?? null;
}

export interface MailState {
  last_sent: Date | null;
  queued: number;
  /** The moment for which the mail was planned that is due for longest. */
  oldest: Date | null;
  /** Mails given up since `since`. */
  failed: number;
}

export async function getMailState(db: Database, now: Date, since: Date): Promise<MailState> {
  const { rows } = await sql<MailState>`
    select max(m.sent_at) as last_sent,
      count(*) filter (where waits)::int as queued,
      min(m.planned_at) filter (where waits and m.planned_at <= ${now}) as oldest,
      count(*) filter (where m.failed_at > ${since} and m.to_email <> '')::int as failed
    from mails m,
      lateral (select m.sent_at is null and m.failed_at is null as waits) state`.execute(db);
  return rows[0] as MailState;
}

/** Why the newest mail that is in trouble, or was given up since `since`, did not leave. */
export async function findMailFault(db: Database, since: Date): Promise<{ reason: string } | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select m.last_error as reason from mails m
    where m.last_error is not null and m.sent_at is null and (m.failed_at is null or m.failed_at > ${since})
      and m.to_email <> ''
    order by m.id desc limit 1`.execute(db);
  return rows[0];
}

export type EventState = Pick<Selectable<Tables['events']>, 'id' | 'name' | 'last_synced_at'> &
  Pick<Selectable<Tables['sync_runs']>, 'outcome' | 'reason' | 'counts'> & {
    /** The end of the first run after the last good one. */
    failing_since: Date | null;
  };

/** Active events, each with its last run that has ended. */
export async function listEventStates(db: Database): Promise<EventState[]> {
  const { rows } = await sql<EventState>`
    select e.id, e.name, e.last_synced_at, r.outcome, r.reason, coalesce(r.counts, '{}') as counts,
      (select min(f.finished_at) from sync_runs f where f.event_id = e.id and f.outcome <> 'done'
        and f.id > coalesce((select max(g.id) from sync_runs g where g.event_id = e.id and g.outcome = 'done'), 0)
      ) as failing_since
    from events e left join lateral (
      select outcome, reason, counts from sync_runs
      where event_id = e.id and outcome is not null order by id desc limit 1
    ) r on true
    where e.is_active and e.deleted_at is null order by e.name, e.id`.execute(db);
  return rows;
}

/** The payment instances of active events that take gifts. */
export async function listGiftInstances(db: Database): Promise<string[]> {
  const { rows } = await sql<{ instance: string }>`
    select distinct payrexx_instance as instance from events
    where payrexx_instance is not null and takes_gifts and is_active and deleted_at is null order by 1`.execute(db);
  return rows.map(({ instance }) => instance);
}
