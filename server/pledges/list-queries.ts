import { sql, type Expression, type SqlBool } from 'kysely';
import type { PledgeQuery } from '#contract/pledges.ts';
import type { Rappen } from '#domain/money.ts';
import type { PledgeStatus } from '#domain/pledge.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { holds, holdsOrNames } from '#server/db/search.ts';
import { swissTime } from '#server/db/swiss-time.ts';
import type { PledgeRow } from './queries.ts';

/** A pledge with the whole name of the one it is for, empty after an erasure. */
export type ListedRow = PledgeRow & {
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

export function listPledges(db: Database, choice: Choice): Promise<ListedRow[]> {
  return select(db).where(chosen(choice)).orderBy('p.id', 'desc').execute();
}

/**
 * One page of `total`: cut first, so that only its own people are looked up, and counted from the end that is nearer.
 */
export function listPage(
  db: Database,
  choice: Choice & { limit: number; offset: number },
  total: number,
): Promise<ListedRow[]> {
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

export async function countPledges(db: Database, choice: Choice): Promise<number> {
  const { count } = await db
    .selectFrom('pledges as p')
    .where(chosen(choice))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function findListed(db: Database, id: number): Promise<ListedRow | undefined> {
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
