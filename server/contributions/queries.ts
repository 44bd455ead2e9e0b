import { sql, type RawBuilder } from 'kysely';
import type { ContributionQuery } from '#contract/contributions.ts';
import type { Rappen } from '#domain/money.ts';
import type { Database } from '#server/db/connect.ts';
import { holds } from '#server/db/search.ts';

export interface Sums {
  rate_confirmed: Rappen;
  rate_pending: Rappen;
  confirmed: number;
  pending: number;
  gifts: Rappen;
  gift_count: number;
  donors: number;
}
type OfParticipant = Sums & {
  participant_id: number;
  first_name: string;
  last_name: string;
  bib: string | null;
};

const orders = {
  name: sql`sort_name`,
  pledges: sql`(confirmed + pending)`,
  confirmed: sql`rate_confirmed`,
  pending: sql`rate_pending`,
  gifts: sql`gifts`,
};

type Choice = Omit<ContributionQuery, 'q'> & Of;

interface Of extends Pick<ContributionQuery, 'kind' | 'participant'> {
  words: string[];
}

/** Everybody of the event to whom something was promised or given. `materialized`: else it may be summed once per participant. */
export async function listContributions(db: Database, eventId: number, choice: Choice): Promise<OfParticipant[]> {
  const by = orders[choice.sort.replace('-', '') as keyof typeof orders];
  const order = sql`order by ${by} ${sql.raw(choice.sort.startsWith('-') ? 'desc' : 'asc')}, sort_name, participant_id`;
  const { rows } = await sql<OfParticipant>`
    with waiting as materialized (
      select participant_id, amount, pledges from pending_totals where event_id = ${eventId}
    ),
    people as (
      select c.participant_id, pa.first_name, pa.last_name, pa.bib, staff_sort_name(pa, e.names_shown) as sort_name,
        c.amount as rate_confirmed, c.supporters as confirmed,
        coalesce(w.amount, 0) as rate_pending, coalesce(w.pledges, 0) as pending,
        given.amount as gifts, given.supporters as gift_count
      ${fromPeople(
        eventId,
        choice,
        sql`left join waiting w on w.participant_id = c.participant_id
          join contributions given on given.participant_id = c.participant_id and given.kind = 'gift'`,
      )}
    ),
    page as (select * from people ${order} limit ${choice.limit} offset ${choice.offset})
    select page.*, d.donors from page cross join lateral (
      select count(*) as donors from (${donorsOf(sql`participant_id = page.participant_id`, choice.kind)}) of_both
    ) d
    ${order}`.execute(db);
  return rows;
}

export async function countContributions(db: Database, eventId: number, of: Of): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) ${fromPeople(eventId, of)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const fromPeople = (eventId: number, { words, participant, kind }: Of, more = sql``) => sql`
  from contributions c
  join participants pa on pa.id = c.participant_id
  join events e on e.id = c.event_id
  ${more}
  where c.event_id = ${eventId} and c.kind = 'pledge'
    ${participant === undefined ? sql`` : sql`and c.participant_id = ${participant}`}
    ${kind ? sql`and exists (select from pledges p where p.participant_id = c.participant_id)` : sql``}
    and ${holds(sql`staff_search(pa, e.names_shown)`, words)}`;

/** Mailboxes, and who gave without one. */
const donorsOf = (which: RawBuilder<unknown>, kind: ContributionQuery['kind']) => sql`
  select donor_id from pledges where ${which} and cancelled_at is null
  union select donor_id from gifts where ${which} and net > 0 and donor_id is not null and ${kind === undefined}`;

/** Of the whole event. */
export async function sumContributions(db: Database, eventId: number, kind: ContributionQuery['kind']): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with confirmed as (
      select coalesce(sum(amount), 0)::bigint as rate_confirmed, coalesce(sum(supporters), 0)::int as confirmed
      from contributions where event_id = ${eventId} and kind = 'pledge'
    ),
    pending as (
      select coalesce(sum(amount), 0)::bigint as rate_pending, coalesce(sum(pledges), 0)::int as pending
      from pending_totals where event_id = ${eventId}
    ),
    given as (
      select coalesce(sum(amount), 0)::bigint as gifts, coalesce(sum(supporters), 0)::int as gift_count
      from contributions where event_id = ${eventId} and kind = 'gift'
    ),
    donors as (select count(*) as donors from (${donorsOf(sql`event_id = ${eventId}`, kind)}) of_both)
    select * from confirmed, pending, given, donors`.execute(db);
  return rows[0] as Sums;
}
