import { sql, type Selectable } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

/** How the tables say we are: as the dashboard, these statements may read any of them. */

interface DatabaseState {
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

interface MailState {
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

export interface Queue {
  name: 'mails' | 'syncs' | 'checkouts' | 'accounts';
  /** Due by now, or later. */
  waiting: number;
  due: number;
  /** Since when that is due which is due for longest. */
  oldest: Date | null;
  /** Given up or failing, and wanting somebody; null where nothing is given up. */
  failed: number | null;
}

/** Each from an index that holds only what waits, however much was done before. */
export async function listQueues(db: Database, now: Date): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'mails' as name, count(*)::int as waiting, count(*) filter (where send_after <= ${now})::int as due,
      min(send_after) filter (where send_after <= ${now}) as oldest,
      (select count(*)::int from unsaid_mails) as failed
    from mails where sent_at is null and failed_at is null
    union all
    select 'syncs', count(*)::int, count(*)::int, min(at),
      (select count(*)::int from events e, lateral (
        select outcome from sync_runs where event_id = e.id and outcome is not null order by id desc limit 1
      ) last where e.is_active and e.deleted_at is null and last.outcome <> 'done')
    from sync_wishes
    union all
    select 'checkouts', count(*)::int, count(*) filter (where next_look_at <= ${now})::int,
      min(next_look_at) filter (where next_look_at <= ${now}), null
    from checkouts where next_look_at is not null and gateway_id is not null
    union all
    select 'accounts', count(*)::int, count(*) filter (where next_at <= ${now})::int,
      min(next_at) filter (where next_at <= ${now}), null
    from payment_sweeps`.execute(db);
  return rows;
}

interface MailFault {
  reason: string;
  /** Mails that are tried again. */
  queued: number;
  /** Mails given up that are still to be said. */
  failed: number;
}

export async function listMailFaults(db: Database, limit: number): Promise<MailFault[]> {
  const { rows } = await sql<MailFault>`
    select reason, count(*) filter (where not is_over)::int as queued, count(*) filter (where is_over)::int as failed
    from (
      select id, last_error as reason, false as is_over from mails where sent_at is null and failed_at is null
      union all
      select m.id, m.last_error, true from unsaid_mails u join mails m on m.id = u.id
    ) troubled
    where reason is not null group by reason order by count(*) desc, max(id) desc limit ${limit}`.execute(db);
  return rows;
}
