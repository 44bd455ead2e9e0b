import { sql } from 'kysely';
import { ask, type Invariant } from './ask.ts';

export const activityInvariants: Invariant[] = [
  {
    name: 'I14',
    holds: 'every change by staff has its line in the activity log, with who made it',
    hits: async (db) => [
      ...(await ask(db, eventsAreTold())),
      ...(await ask(db, peopleAreTold())),
      ...(await ask(db, pledgesAndMailsAreTold())),
      ...(await ask(db, giftsAndPagesAreTold())),
      ...(await ask(db, syncsAreTold())),
    ],
  },
];

/** A list's version moves by staff, who say so each time, and by syncs that changed somebody. */
const eventsAreTold = () => sql<{ hit: string }>`
  with told as (
    select coalesce(a.event_id, p.event_id) as event_id, count(*) as n
    from activities a left join participants p on p.id = a.participant_id
    where a.action not in ('event.opened', 'event.deleted', 'participants.synced', 'pledge.cancelled',
      'pledges.exported', 'mail.resent', 'mails.resent', 'person.exported', 'page.mailed', 'gift.paid',
      'gift.corrected', 'gift.flagged', 'gift.settled', 'gifts.exported')
    group by 1
  ),
  synced as (
    select event_id, count(*) as n from sync_runs
    where outcome = 'done'
      and (counts ->> 'created')::int + (counts ->> 'updated')::int + (counts ->> 'withdrawn')::int > 0
    group by event_id
  )
  select format('nobody opened event %s', e.id) as hit from events e
  where not exists (select from activities a where a.event_id = e.id and a.action = 'event.opened')
  union all
  select format('nobody deleted event %s', e.id) from events e
  where e.deleted_at is not null
    and not exists (select from activities a where a.event_id = e.id and a.action = 'event.deleted')
  union all
  select format('the list of event %s changed %s times, and %s are told', e.id, e.list_version - 1,
    coalesce(t.n, 0) + coalesce(s.n, 0))
  from events e left join told t on t.event_id = e.id left join synced s on s.event_id = e.id
  where e.list_version - 1 > coalesce(t.n, 0) + coalesce(s.n, 0)
  union all
  select format('nobody did %s, line %s', action, id) from activities
  where staff_id is null and action not in ('pledges.forgotten', 'gifts.forgotten', 'mails.emptied', 'gift.paid', 'gift.corrected',
    'gift.flagged')`;

const peopleAreTold = () => sql<{ hit: string }>`
  select format('nobody added participant %s', p.id) as hit from participants p
  where p.source = 'hand'
    and not exists (select from activities a where a.participant_id = p.id and a.action = 'participant.added')
  union all
  select format('nobody corrected participant %s', p.id) from participants p
  where (p.pinned <> '{}' or (p.motivational_message is not null and p.source <> 'hand'))
    and not exists (select from activities a where a.participant_id = p.id and a.action = 'participant.changed')`;

const pledgesAndMailsAreTold = () => sql<{ hit: string }>`
  with voided as (
    select pledge_id, count(*) as n from pledge_events where evidence ->> 'by' = 'staff' group by pledge_id
  ),
  told as (
    select subject_id, count(*) as n from activities where action = 'pledge.cancelled' group by subject_id
  )
  select format('staff moved pledge %s %s times, and %s are told', v.pledge_id, v.n, coalesce(t.n, 0)) as hit
  from voided v left join told t on t.subject_id = v.pledge_id where v.n > coalesce(t.n, 0)
  union all
  select format('nobody sent mail %s again', m.id) from mails m
  where m.cause_key like 'resend:%'
    and not exists (select from activities a where a.subject_id = m.id and a.action = 'mail.resent')
  union all
  select format('%s mails were sent again together, and %s are told', m.n, a.n)
  from (select count(*) as n from mails where cause_key like 'again:%') m,
    (select coalesce(sum((changed ->> 'count')::int), 0) as n from activities where action = 'mails.resent') a
  where m.n > a.n`;

const giftsAndPagesAreTold = () => sql<{ hit: string }>`
  with told as (
    select count(*) filter (where action = 'page.created')
      + coalesce(sum((changed ->> 'count')::int) filter (where action = 'pages.created'), 0) as n
    from activities
  )
  select format('%s payment pages were made, and %s are told', made.n, told.n) as hit
  from (select count(*) as n from payment_pages) made, told where made.n > told.n
  union all
  select format('nobody looked after gift %s', g.id) from gifts g
  where g.flag_done_at is not null
    and not exists (select from activities a where a.subject_id = g.id and a.action = 'gift.settled')
  union all
  select format('gift %s was paid, and nobody was told', g.id) from gifts g
  where g.paid_at is not null
    and not exists (select from activities a where a.subject_id = g.id and a.action = 'gift.paid')`;

const syncsAreTold = () => sql<{ hit: string }>`
  with asked as (
    select event_id, staff_id, count(*) as n from sync_runs
    where outcome = 'done' and staff_id is not null group by event_id, staff_id
  ),
  told as (
    select event_id, staff_id, count(*) as n from activities
    where action = 'participants.synced' group by event_id, staff_id
  )
  select format('staff synchronised event %s %s times, and %s are told', event_id, a.n, coalesce(t.n, 0)) as hit
  from asked a left join told t using (event_id, staff_id) where a.n > coalesce(t.n, 0)
  union all
  select format('nobody asked for the sync of event %s', w.event_id) from sync_wishes w
  where w.staff_id is not null
    and not exists (select from activities a where a.staff_id = w.staff_id and a.action = 'timing.requested')`;
