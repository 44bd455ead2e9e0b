import { sql } from 'kysely';
import { pledgeWish, statesBefore, type PledgeMove } from '#domain/pledge.ts';
import { ask, type Invariant } from './ask.ts';

export const pledgeInvariants: Invariant[] = [
  {
    name: 'I1',
    holds: 'accepted pledges are stored, once each, and no others',
    hits: async (db, { accepted }) =>
      accepted === undefined ? null : ask(db, acceptedAreStored(JSON.stringify(accepted))),
  },
  {
    name: 'I6',
    holds: 'pledges move only as the domain allows, and their timestamps say the same',
    hits: (db) => ask(db, pledgesMoveAsAllowed(JSON.stringify(allowedMoves()))),
  },
  {
    name: 'I7',
    holds: 'each transition is counted and mailed once, and the last one that was answered stands',
    hits: async (db, { pressed = [] }) => [
      ...(await ask(db, totalsAreSums())),
      ...(await ask(db, movesAreMailedOnce())),
      ...(await ask(db, answersStand(JSON.stringify(pressed)))),
    ],
  },
];

const acceptedAreStored = (accepted: string) => sql<{ hit: string }>`
  with accepted as (
    select key, id, encode(sha256(convert_to('POST /api/donations ' || key, 'UTF8')), 'base64') as client_key
    from json_to_recordset(${accepted}::json) as form(key text, id int)
  )
  select format('form %s was answered pledge %s, which is not stored', a.key, a.id) as hit
  from accepted a where not exists (select from pledges p where p.client_key = a.client_key and p.id = a.id)
  union all
  select format('form %s is stored %s times', min(a.key), count(distinct p.id))
  from accepted a join pledges p using (client_key) group by client_key having count(distinct p.id) > 1
  union all
  select format('pledge %s was never accepted', p.id)
  from pledges p where not exists (select from accepted a where a.client_key = p.client_key)`;

function allowedMoves(): { was: string; kind: string }[] {
  const states = { pending: 'promised', confirmed: 'confirmed', cancelled: 'cancelled' };
  return (Object.keys(pledgeWish) as PledgeMove[]).flatMap((wish) =>
    statesBefore(wish).map((before) => ({ was: states[before], kind: pledgeWish[wish] })),
  );
}

const pledgesMoveAsAllowed = (moves: string) => sql<{ hit: string }>`
  with allowed as (select * from json_to_recordset(${moves}::json) as move(was text, kind text)),
  steps as (
    select *, lag(kind) over history as was, lag(at) over history as since, row_number() over history as n
    from pledge_events window history as (partition by pledge_id order by seq)
  ),
  latest as (
    select pledge_id, (array_agg(kind order by seq desc))[1] as kind, (array_agg(at order by seq desc))[1] as at,
      (array_agg(at order by seq desc) filter (where kind = 'confirmed'))[1] as confirmed
    from pledge_events group by pledge_id
  )
  select format('pledge %s: %s after %s', s.pledge_id, s.kind, coalesce(s.was, 'nothing')) as hit
  from steps s where s.seq <> s.n or not (
    (s.was is null and s.kind = 'promised') or exists (select from allowed a where a.was = s.was and a.kind = s.kind)
  )
  union all
  select format('pledge %s: %s before it was %s', pledge_id, kind, was) from steps where at < since
  union all
  select format('pledge %s: its times do not say %s', p.id, coalesce(l.kind, 'anything'))
  from pledges p left join latest l on l.pledge_id = p.id
  where l.kind is null
    or p.confirmed_at is distinct from l.confirmed
    or p.cancelled_at is distinct from case when l.kind = 'cancelled' then l.at end`;

const totalsAreSums = () => sql<{ hit: string }>`
  with sums as (
    select participant_id, event_id,
      coalesce(sum(rate) filter (where confirmed_at is not null and cancelled_at is null), 0) as rate_confirmed,
      count(*) filter (where confirmed_at is not null and cancelled_at is null) as pledges_confirmed,
      count(*) filter (where confirmed_at is null and cancelled_at is null) as pledges_pending
    from pledges group by participant_id, event_id
  )
  select format('participant %s: %s with %s confirmed and %s pending are shown, %s with %s and %s are true',
    participant_id, t.rate_confirmed, t.pledges_confirmed, t.pledges_pending,
    s.rate_confirmed, s.pledges_confirmed, s.pledges_pending) as hit
  from sums s full join participant_totals t using (participant_id, event_id)
  where (coalesce(t.rate_confirmed, 0), coalesce(t.pledges_confirmed, 0), coalesce(t.pledges_pending, 0))
    <> (coalesce(s.rate_confirmed, 0), coalesce(s.pledges_confirmed, 0), coalesce(s.pledges_pending, 0))`;

/** The history says which moves had a mail; an erasure empties it. */
const movesAreMailedOnce = () => sql<{ hit: string }>`
  with told as (
    select pledge_id, kind, count(*) as n from pledge_events
    where (evidence ->> 'mailed')::boolean group by pledge_id, kind
  ),
  mailed as (
    select pledge_id, substr(kind, 8) as kind, count(*) as n from mails
    where kind in ('pledge-confirmed', 'pledge-cancelled') and resend_of is null group by pledge_id, kind
  )
  select format('pledge %s: that it is %s was to be mailed %s times, and was %s times',
    pledge_id, kind, coalesce(t.n, 0), coalesce(m.n, 0)) as hit
  from told t full join mailed m using (pledge_id, kind) join pledges p on p.id = pledge_id
  where p.erased_at is null and t.n is distinct from m.n`;

const answersStand = (pressed: string) => sql<{ hit: string }>`
  with now as (
    select l.token_hash, case
      when p.cancelled_at is not null then 'cancelled' when p.confirmed_at is not null then 'confirmed' else 'pending'
    end as status
    from links l join pledges p on p.id = l.pledge_id
  )
  select format('a link was answered %s, and its pledge is %s', a.status, coalesce(now.status, 'lost')) as hit
  from json_to_recordset(${pressed}::json) as a(token text, status text)
  left join now on now.token_hash = sha256(convert_to(a.token, 'UTF8'))
  where now.status is distinct from a.status`;
