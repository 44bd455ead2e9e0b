import { sql } from 'kysely';
import { ask, type Invariant } from './ask.ts';

export const timingInvariants: Invariant[] = [
  {
    name: 'I12',
    holds: 'one sync per event at a time, one person per source and ID; what was not applied changed nothing',
    hits: async (db) => [...(await ask(db, syncsAreAlone())), ...(await ask(db, syncsAreWhole()))],
  },
];

const syncsAreAlone = () => sql<{ hit: string }>`
  select format('event %s has %s syncs at once', event_id, count(*)) as hit
  from sync_runs where finished_at is null group by event_id having count(*) > 1
  union all
  select format('event %s holds %s people with one source and ID', event_id, count(*))
  from participants group by event_id, source, source_id having count(*) > 1`;

/** Laps alone are counted as updated and told nowhere. */
const syncsAreWhole = () => sql<{ hit: string }>`
  with changes as (
    select run_id, count(*) as n,
      count(*) filter (where kind = 'created') as created,
      count(*) filter (where kind = 'withdrawn') as withdrawn,
      count(*) filter (where kind in ('changed', 'returned')) as updated
    from sync_changes group by run_id
  ),
  counted as (
    select r.id, r.event_id, r.outcome, coalesce(c.n, 0) as n,
      coalesce(c.created, 0) as created, (r.counts ->> 'created')::int as told_created,
      coalesce(c.withdrawn, 0) as withdrawn, (r.counts ->> 'withdrawn')::int as told_withdrawn,
      coalesce(c.updated, 0) as updated, (r.counts ->> 'updated')::int as told_updated
    from sync_runs r left join changes c on c.run_id = r.id
  )
  select format('sync %s was not applied, and changed %s people', id, n) as hit
  from counted where outcome is distinct from 'done' and n > 0
  union all
  select format('sync %s is half: it changed others than it counted', id)
  from counted where outcome = 'done'
    and (created <> told_created or withdrawn <> told_withdrawn or updated > told_updated)
  union all
  select format('event %s says it is of %s, its last applied sync is of %s', e.id, e.last_synced_at, r.finished_at)
  from events e left join lateral (
    select finished_at from sync_runs where event_id = e.id and outcome = 'done' order by id desc limit 1
  ) r on true
  where e.last_synced_at is distinct from r.finished_at`;
