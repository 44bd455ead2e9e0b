import { sql } from 'kysely';
import { sessionName, type Database } from '#server/db/connect.ts';
import { ask, type Invariant, type Witness } from './ask.ts';

/** As long as a worker keeps a mail to itself (server/mails/actions.ts). */
const LEASE_SECONDS = 120;
/** The longest pause between two tries. */
const HOURLY_SECONDS = 3600;
/** Far longer than the longest pause between two looks at an account, or two of its lists. */
const LOOK_SECONDS = 1800;
/** A run ends within two minutes or is given up; the wishes of many events are worked off four at a time. */
const SYNC_SECONDS = 600;

export const jobInvariants: Invariant[] = [
  {
    name: 'I15',
    holds: 'where the product runs, no mail, sync, checkout or notice is left lying, and each has its next time',
    hits: nothingIsLeftLying,
  },
];

/** Whether the product runs, and does the jobs, shows in who else is connected. */
async function nothingIsLeftLying(db: Database, { now }: Witness): Promise<string[] | null> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity where datname = current_database()`.execute(db);
  const works = rows.some(({ name }) => name === sessionName(true));
  const serves = rows.some(({ name }) => name === sessionName(false));
  if (!works && !serves) return null;
  const why = works ? 'though a worker lives' : 'and no worker lives';
  return (await ask(db, lying(now ?? null))).map((hit) => `${hit}, ${why}`);
}

/** Mails and looks go by the product's time, syncs by the database's. */
const lying = (now: Date | null) => sql<{ hit: string }>`
  with waiting as (
    select *, coalesce(${now}::timestamptz, now()) as now from mails where sent_at is null and failed_at is null
  )
  select format('mail %s lies since %s', id, send_after) as hit from waiting
  where send_after < now - make_interval(secs => ${LEASE_SECONDS})
  union all
  select format('mail %s was tried and is put off until %s', id, send_after) from waiting
  where tries > 0 and send_after > now + make_interval(secs => ${HOURLY_SECONDS + LEASE_SECONDS})
  union all
  select format('checkout %s lies since %s', id, next_look_at) from checkouts
  where gateway_id is not null
    and next_look_at < coalesce(${now}::timestamptz, now()) - make_interval(secs => ${LOOK_SECONDS})
  union all
  select format('open checkout %s is never looked at', c.id) from checkouts c
  where c.link is not null and c.closed_at is null and c.next_look_at is null
  union all
  select format('notice %s waits for a look that never comes', n.id)
  from notices n join checkouts c on c.id = n.checkout_id where n.handled_at is null and c.next_look_at is null
  union all
  select format('the payments of %s were to be listed at %s', instance, next_at) from payment_sweeps
  where next_at < coalesce(${now}::timestamptz, now()) - make_interval(secs => ${LOOK_SECONDS})
  union all
  select format('the sync of event %s is wished since %s', event_id, at) from sync_wishes
  where at < now() - make_interval(secs => ${SYNC_SECONDS})
  union all
  select format('sync %s runs since %s', id, started_at) from sync_runs
  where finished_at is null and started_at < now() - make_interval(secs => ${SYNC_SECONDS})`;
