import { sql, type Expression, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { PledgeQuery, PromisedQuery } from '#contract/donors.ts';
import type { Language } from '#domain/language.ts';
import type { Rappen } from '#domain/money.ts';
import type { PledgeStatus } from '#domain/pledge.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { holds, holdsOrNames } from '#server/db/search.ts';
import { swissTime } from '#server/db/swiss-time.ts';
import type { Tables } from '#server/db/tables.ts';

/** Made when new. Holds the row, so that what one mailbox promises follows each other. */
export function upsertDonor(tx: Tx, donor: { email_key: string | null; language: Language }) {
  return tx
    .insertInto('donors')
    .values(donor)
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ language: donor.language }))
    .returning(['id', 'verified_at', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
}

export async function deleteLonelyDonors(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('donors as d')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('pledges as p').select('p.id').whereRef('p.donor_id', '=', 'd.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('gifts as g').select('g.id').whereRef('g.donor_id', '=', 'd.id'))),
    )
    .execute();
}

/** A pledge with the whole name of the one it is for, empty after an erasure. */
export type GivenRow = Selectable<Tables['pledges']> & {
  first_name: string;
  last_name: string;
  cancelled_by: string | null;
  mail_id: number | null;
};

export interface Choice extends Pick<PledgeQuery, 'status' | 'sort'> {
  of: { event: number } | { participant: number };
  /** Folded words; each must occur in the donor, or in the participant of an event's pledge. */
  words: string[];
}

const isIn: Record<PledgeStatus, Expression<SqlBool>> = {
  pending: sql<SqlBool>`p.confirmed_at is null and p.cancelled_at is null`,
  confirmed: sql<SqlBool>`p.confirmed_at is not null and p.cancelled_at is null`,
  cancelled: sql<SqlBool>`p.cancelled_at is not null`,
};

const orders = { created_at: sql`p.id`, donor_name: sql`p.search`, amount_per_unit: sql`p.rate` };

const select = (db: Database) =>
  db
    .selectFrom('pledges as p')
    .innerJoin('participants as pa', 'pa.id', 'p.participant_id')
    .selectAll('p')
    .select(['pa.first_name', 'pa.last_name', cancelledBy.as('cancelled_by'), mailId.as('mail_id')]);

/** Donors give no reason: where there is one, the last to cancel was somebody of the staff. */
const cancelledBy = sql<string | null>`case when p.cancel_reason is not null then (
  select s.name from activities a join staff s on s.id = a.staff_id
  where a.action = 'pledge.cancelled' and a.subject_id = p.id order by a.id desc limit 1
) end`;

const mailId = sql<number | null>`case when p.confirmed_at is null and p.cancelled_at is null then (
  select max(m.id) from mails m where m.pledge_id = p.id and m.kind = 'pledge-request'
) end`;

export function listGiven(db: Database, choice: Choice): Promise<GivenRow[]> {
  return select(db).where(chosen(choice)).orderBy('p.id', 'desc').execute();
}

/**
 * One page of `total`: cut first, so that only its own people are looked up, and counted from the end that is nearer.
 */
export function listGivenPage(
  db: Database,
  choice: Choice & { limit: number; offset: number },
  total: number,
): Promise<GivenRow[]> {
  const { sort = '-created_at' } = choice;
  const offset = Math.min(choice.offset, total);
  const by = orders[sort.replace('-', '') as keyof typeof orders];
  const order = sort.startsWith('-') ? 'desc' : 'asc';
  const limit = Math.min(choice.limit, total - offset);
  const fromEnd = offset > total / 2;
  const other = { asc: 'desc', desc: 'asc' } as const;
  return select(db)
    .where('p.id', 'in', (eb) =>
      eb
        .selectFrom('pledges as p')
        .select('p.id')
        .where(chosen(choice))
        .orderBy(by, fromEnd ? other[order] : order)
        .orderBy('p.id', fromEnd ? 'asc' : 'desc')
        .limit(limit)
        .offset(fromEnd ? total - offset - limit : offset),
    )
    .orderBy(by, order)
    .orderBy('p.id', 'desc')
    .execute();
}

export async function countGiven(db: Database, choice: Choice): Promise<number> {
  const { count } = await db
    .selectFrom('pledges as p')
    .where(chosen(choice))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function findGiven(db: Database, id: number): Promise<GivenRow | undefined> {
  return select(db).where('p.id', '=', id).executeTakeFirst();
}

function chosen({ of, words, status }: Pick<Choice, 'of' | 'words' | 'status'>): Expression<SqlBool> {
  return sql<SqlBool>`${sql.join(
    [
      'event' in of ? sql`p.event_id = ${of.event}` : sql`p.participant_id = ${of.participant}`,
      ...(status ? [isIn[status]] : []),
      ...words.map((word) =>
        'event' in of
          ? holdsOrNames(sql`p.search`, sql`p.participant_id`, of.event, word)
          : holds(sql`p.search`, [word]),
      ),
    ],
    sql` and `,
  )}`;
}

/** Also who was withdrawn or erased, or whose event is deleted: what was promised to him is still there. */
export function findParticipant(db: Database, id: number): Promise<{ id: number } | undefined> {
  return db.selectFrom('participants').select('id').where('id', '=', id).executeTakeFirst();
}

export interface Promised {
  rate_confirmed: Rappen;
  rate_pending: Rappen;
  confirmed: number;
  pending: number;
  gifts: Rappen;
  gift_count: number;
  donors: number;
}
type PromisedRow = Promised & {
  participant_id: number;
  first_name: string;
  last_name: string;
  bib: string | null;
};

const promisedOrders = {
  name: sql`sort_name`,
  pledges: sql`(confirmed + pending)`,
  confirmed: sql`rate_confirmed`,
  pending: sql`rate_pending`,
  gifts: sql`gifts`,
};

type PromisedChoice = Omit<PromisedQuery, 'q'> & Of;

interface Of extends Pick<PromisedQuery, 'kind' | 'participant'> {
  words: string[];
}

/** Everybody of the event to whom something was promised or given. `materialized`: else it may be summed once per participant. */
export async function listPromised(db: Database, eventId: number, choice: PromisedChoice): Promise<PromisedRow[]> {
  const by = promisedOrders[choice.sort.replace('-', '') as keyof typeof promisedOrders];
  const order = sql`order by ${by} ${sql.raw(choice.sort.startsWith('-') ? 'desc' : 'asc')}, sort_name, participant_id`;
  const { rows } = await sql<PromisedRow>`
    with waiting as materialized (
      select participant_id, amount, pledges from pending_totals where event_id = ${eventId}
    ),
    people as (
      select c.participant_id, pa.first_name, pa.last_name, pa.bib, staff_sort_name(pa, e.names_shown) as sort_name,
        c.amount as rate_confirmed, c.supporters as confirmed,
        coalesce(w.amount, 0) as rate_pending, coalesce(w.pledges, 0) as pending,
        given.amount as gifts, given.supporters as gift_count
      ${promisedTo(
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

export async function countPromised(db: Database, eventId: number, of: Of): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) ${promisedTo(eventId, of)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const promisedTo = (eventId: number, { words, participant, kind }: Of, more = sql``) => sql`
  from contributions c
  join participants pa on pa.id = c.participant_id
  join events e on e.id = c.event_id
  ${more}
  where c.event_id = ${eventId} and c.kind = 'pledge'
    ${participant === undefined ? sql`` : sql`and c.participant_id = ${participant}`}
    ${kind ? sql`and exists (select from pledges p where p.participant_id = c.participant_id)` : sql``}
    and ${holds(sql`staff_search(pa, e.names_shown)`, words)}`;

/** Mailboxes, and who gave without one. */
const donorsOf = (which: RawBuilder<unknown>, kind: PromisedQuery['kind']) => sql`
  select donor_id from pledges where ${which} and cancelled_at is null
  union select donor_id from gifts where ${which} and net > 0 and donor_id is not null and ${kind === undefined}`;

/** Of the whole event. */
export async function sumPromised(db: Database, eventId: number, kind: PromisedQuery['kind']): Promise<Promised> {
  const { rows } = await sql<Promised>`
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
  return rows[0] as Promised;
}

export type Exported = 'confirmed' | 'pending';

export function countExport(tx: Tx, eventId: number, status: Exported): Promise<{ count: number; last: number }> {
  return tx
    .selectFrom('pledges as p')
    .where('p.event_id', '=', eventId)
    .where(isIn[status])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.coalesce(fn.max('p.id'), sql<number>`0`).as('last')])
    .executeTakeFirstOrThrow();
}

/** A line of an export; its moments are Swiss time as text, `2027-06-12 09:41`. */
export interface ExportRow {
  id: number;
  promised_at: string;
  confirmed_at: string | null;
  bib: string | null;
  first_name: string;
  last_name: string;
  donor_name: string;
  donor_email: string | null;
  donor_street: string | null;
  donor_city: string | null;
  donor_country: string | null;
  rate: Rappen;
  max_amount: Rappen | null;
  anonymous: boolean;
  message: string | null;
  language: string;
}

/** The next piece behind the pledge `after`: cut first, so that only its own participants are looked up. */
export function listExport(
  db: Database,
  eventId: number,
  status: Exported,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<ExportRow[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('pledges as p')
        .selectAll()
        .where('p.event_id', '=', eventId)
        .where(isIn[status])
        .where('p.id', '>', after)
        .where('p.id', '<=', last)
        .orderBy('p.id')
        .limit(limit)
        .as('p'),
    )
    .innerJoin('participants as pa', 'pa.id', 'p.participant_id')
    .select([
      'p.id',
      swissTime('p.created_at').as('promised_at'),
      swissTime('p.confirmed_at').as('confirmed_at'),
      'pa.bib',
      'pa.first_name',
      'pa.last_name',
      'p.donor_name',
      'p.donor_email',
      'p.donor_street',
      'p.donor_city',
      'p.donor_country',
      'p.rate',
      'p.max_amount',
      'p.anonymous',
      'p.message',
      'p.language',
    ])
    .orderBy('p.id')
    .execute();
}
