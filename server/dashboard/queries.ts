import { sql } from 'kysely';
import type { Rappen } from '#domain/money.ts';
import type { Database } from '#server/db/connect.ts';

interface Counts {
  events: number;
  active: number;
  registrations: number;
  pending_registrations: number;
  confirmed: number;
  pending: number;
  rate_confirmed: Rappen;
  rate_pending: Rappen;
  gifts: number;
  gifts_amount: Rappen;
  flagged_gifts: number;
  queued_mails: number;
  failed_mails: number;
}

/** Of everything that is not deleted, withdrawn or erased; what somebody should look at also where it is deleted. */
export async function countAll(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with shown as (select id, is_active from events where deleted_at is null),
    people as (
      select count(*) as registrations,
        count(*) filter (where source = 'hand' and approved_at is null) as pending_registrations
      from participants
      where withdrawn_at is null and erased_at is null and event_id in (select id from shown)
    ),
    confirmed as (
      select coalesce(sum(supporters), 0)::int as confirmed, coalesce(sum(amount), 0)::bigint as rate_confirmed
      from contributions where kind = 'pledge' and event_id in (select id from shown)
    ),
    given as (
      select coalesce(sum(supporters), 0)::int as gifts, coalesce(sum(amount), 0)::bigint as gifts_amount
      from contributions where kind = 'gift' and event_id in (select id from shown)
    ),
    pending as (
      select coalesce(sum(pledges), 0)::int as pending, coalesce(sum(amount), 0)::bigint as rate_pending
      from pending_totals where event_id in (select id from shown)
    )
    select (select count(*) from shown) as events, (select count(*) from shown where is_active) as active,
      people.*, confirmed.*, given.*, pending.*,
      (select count(*) from gifts where flag is not null and flag_done_at is null) as flagged_gifts,
      (select count(*) from mails where sent_at is null and failed_at is null) as queued_mails,
      (select count(*) from unsaid_mails) as failed_mails
    from people, confirmed, given, pending`.execute(db);
  return rows[0] as Counts;
}

export interface Day {
  day: string;
  promised: number;
  mailed: number;
  confirmed: number;
  rate_promised: Rappen;
  rate_confirmed: Rappen;
  gifts: number;
  gifts_amount: Rappen;
}

/** One row per Swiss day, also where nothing was promised or given. */
export async function listDays(db: Database, first: string, last: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with given as (
      select (g.paid_at at time zone 'Europe/Zurich')::date as day, count(*)::int as gifts, sum(g.net)::bigint as amount
      from gifts g join events e on e.id = g.event_id and e.deleted_at is null
      where g.net > 0 and g.paid_at >= ${first}::date::timestamp at time zone 'Europe/Zurich'
        and g.paid_at < (${last}::date + 1)::timestamp at time zone 'Europe/Zurich'
      group by 1
    ),
    made as (
      select (p.created_at at time zone 'Europe/Zurich')::date as day, p.rate,
        p.confirmed_at is not null and p.cancelled_at is null as confirmed,
        exists (
          select from mails m where m.pledge_id = p.id and m.kind = 'pledge-request' and m.sent_at is not null
        ) as mailed
      from pledges p join events e on e.id = p.event_id and e.deleted_at is null
      where p.created_at >= ${first}::date::timestamp at time zone 'Europe/Zurich'
        and p.created_at < (${last}::date + 1)::timestamp at time zone 'Europe/Zurich'
    )
    select d.day::date as day, count(made.rate)::int as promised,
      count(*) filter (where mailed) as mailed, count(*) filter (where confirmed) as confirmed,
      coalesce(sum(rate), 0)::bigint as rate_promised,
      coalesce(sum(rate) filter (where confirmed), 0)::bigint as rate_confirmed,
      coalesce(max(given.gifts), 0) as gifts, coalesce(max(given.amount), 0)::bigint as gifts_amount
    from generate_series(${first}::date, ${last}::date, interval '1 day') as d(day)
    left join made on made.day = d.day::date
    left join given on given.day = d.day::date
    group by d.day order by d.day`.execute(db);
  return rows;
}

interface Hour {
  hour: Date;
  done: number;
  held: number;
  failed: number;
}

/** How the runs of each of the last 24 hours ended. */
export async function listSyncHours(db: Database, now: Date): Promise<Hour[]> {
  const { rows } = await sql<Hour>`
    with hours as (
      select generate_series(
        date_trunc('hour', ${now}::timestamptz) - interval '23 hours', date_trunc('hour', ${now}::timestamptz), '1 hour'
      ) as hour
    )
    select h.hour, count(*) filter (where r.outcome = 'done') as done,
      count(*) filter (where r.outcome = 'held') as held,
      count(*) filter (where r.outcome in ('failed', 'abandoned')) as failed
    from hours h left join (
      select started_at, outcome from sync_runs
      where started_at >= date_trunc('hour', ${now}::timestamptz) - interval '23 hours'
    ) r on date_trunc('hour', r.started_at) = h.hour
    group by h.hour order by h.hour`.execute(db);
  return rows;
}
