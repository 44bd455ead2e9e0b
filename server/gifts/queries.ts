import { sql, type Expression, type Insertable, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { GiftQuery } from '#contract/gifts.ts';
import type { GiftStatus } from '#domain/gift.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { holdsOrNames } from '#server/db/search.ts';
import { swissTime } from '#server/db/swiss-time.ts';
import type { Tables } from '#server/db/tables.ts';

export type GiftRow = Selectable<Tables['gifts']>;
type NewGift = Insertable<Tables['gifts']>;

/** Undefined when the client's key has been used. */
export function insertGift(tx: Tx, gift: NewGift): Promise<GiftRow | undefined> {
  return tx
    .insertInto('gifts')
    .values(gift)
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findByClientKey(db: Database, key: string): Promise<GiftRow | undefined> {
  return db.selectFrom('gifts').selectAll().where('client_key', '=', key).executeTakeFirst();
}

export function findByPublicId(db: Database | Tx, publicId: string): Promise<GiftRow | undefined> {
  return db
    .selectFrom('gifts')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
}

/** Held until the transaction ends: what is paid for one gift is booked one after the other. */
export function lockGift(tx: Tx, id: number): Promise<GiftRow> {
  return tx.selectFrom('gifts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Clears who wanted to give, also in what the provider told of it; how many gifts at most. */
export async function eraseUnpaid(tx: Tx, before: Date, at: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with old as (
      select id from gifts where paid_at is null and erased_at is null and created_at < ${before}
      order by created_at limit ${limit} for update skip locked
    ), emptied as (
      update notices set body = null where checkout_id in (select id from checkouts where gift_id in (table old))
    ), erased as (
      update gifts set donor_id = null, donor_name = null, donor_email = null, message = null,
        client_key = null, client_hash = null, erased_at = ${at}
      where id in (table old) returning id
    )
    select count(*)::int as n from erased`.execute(tx);
  return rows[0]?.n ?? 0;
}

export type Balance = Pick<GiftRow, 'net' | 'flag' | 'flag_done_at' | 'paid_at' | 'failed_at'>;

export async function updateBalance(tx: Tx, id: number, balance: Balance): Promise<void> {
  await tx.updateTable('gifts').set(balance).where('id', '=', id).execute();
}

/** Moves a participant's totals by what one gift did. */
export async function addToTotals(
  tx: Tx,
  of: { participant_id: number; event_id: number },
  by: { gifts: number; gift_count: number },
): Promise<void> {
  await sql`
    insert into participant_totals as t (participant_id, event_id, gifts, gift_count)
    values (${of.participant_id}, ${of.event_id}, ${Math.max(0, by.gifts)}, ${Math.max(0, by.gift_count)})
    on conflict (participant_id) do update set
      gifts = t.gifts + ${by.gifts},
      gift_count = t.gift_count + ${by.gift_count}`.execute(tx);
}

/** Where the donor pays, and by what he paid last. */
export async function findPayment(
  db: Database | Tx,
  giftId: number,
): Promise<{ link: string | null; method: string | null }> {
  const { rows } = await sql<{ link: string | null; method: string | null }>`
    select (select link from checkouts where gift_id = ${giftId} and link is not null and closed_at is null) as link,
      ${methodOf(sql`${giftId}`)} as method`.execute(db);
  return rows[0] as { link: string | null; method: string | null };
}

const methodOf = (id: RawBuilder<unknown>) => sql<string | null>`(
  select method from payments where gift_id = ${id} and not is_reversal and method is not null order by id desc limit 1
)`;

/** A gift with the whole name of the one it is for, empty after an erasure. */
export type ListedRow = GiftRow & { first_name: string; last_name: string; method: string | null };

interface Choice extends Pick<GiftQuery, 'status' | 'sort' | 'limit' | 'offset' | 'participant_id' | 'flagged'> {
  eventId: number;
  /** Folded words; each must occur in the donor or the participant. */
  words: string[];
}

const isIn: Record<GiftStatus, Expression<SqlBool>> = {
  open: sql<SqlBool>`g.paid_at is null and g.failed_at is null`,
  paid: sql<SqlBool>`g.net > 0`,
  failed: sql<SqlBool>`g.failed_at is not null`,
  refunded: sql<SqlBool>`g.paid_at is not null and g.net = 0`,
};

const orders = { created_at: sql`g.id`, donor_name: sql`g.search`, amount: sql`g.amount`, net: sql`g.net` };

const select = (db: Database | Tx) =>
  db
    .selectFrom('gifts as g')
    .innerJoin('participants as pa', 'pa.id', 'g.participant_id')
    .selectAll('g')
    .select(['pa.first_name', 'pa.last_name', methodOf(sql`g.id`).as('method')]);

export function listGifts(db: Database, choice: Choice): Promise<ListedRow[]> {
  const { sort = '-created_at', limit, offset } = choice;
  return select(db)
    .where(chosen(choice))
    .orderBy(orders[sort.replace('-', '') as keyof typeof orders], sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('g.id', 'desc')
    .$if(limit !== undefined, (page) => page.limit(limit ?? 0))
    .$if(offset !== undefined, (page) => page.offset(offset ?? 0))
    .execute();
}

export async function countGifts(db: Database, choice: Choice): Promise<number> {
  const { count } = await db
    .selectFrom('gifts as g')
    .where(chosen(choice))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function findListed(db: Database | Tx, id: number): Promise<ListedRow | undefined> {
  return select(db).where('g.id', '=', id).executeTakeFirst();
}

function chosen({ eventId, words, status, participant_id, flagged }: Choice): Expression<SqlBool> {
  const all = [
    sql`g.event_id = ${eventId}`,
    ...(participant_id === undefined ? [] : [sql`g.participant_id = ${participant_id}`]),
    ...(status ? [isIn[status]] : []),
    ...(flagged ? [sql`g.flag is not null and g.flag_done_at is null`] : []),
    ...words.map((word) => holdsOrNames(sql`g.search`, sql`g.participant_id`, eventId, word)),
  ];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** False where there is nothing to look after, or somebody did. */
export async function markFlagDone(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('gifts')
    .set({ flag_done_at: at })
    .where('id', '=', id)
    .where('flag', 'is not', null)
    .where('flag_done_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function countExport(tx: Tx, eventId: number): Promise<{ count: number; last: number }> {
  return tx
    .selectFrom('gifts as g')
    .where('g.event_id', '=', eventId)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.coalesce(fn.max('g.id'), sql<number>`0`).as('last')])
    .executeTakeFirstOrThrow();
}

/** A line of an export; its moments are Swiss time as text, `2027-06-12 09:41`. */
export type ExportRow = ListedRow & {
  bib: string | null;
  given: string;
  paid: string | null;
  done: string | null;
};

/** The next piece behind the gift `after`: cut first, so that only its own participants are looked up. */
export function listExport(
  db: Database,
  eventId: number,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<ExportRow[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('gifts')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('id', '>', after)
        .where('id', '<=', last)
        .orderBy('id')
        .limit(limit)
        .as('g'),
    )
    .innerJoin('participants as pa', 'pa.id', 'g.participant_id')
    .selectAll('g')
    .select([
      'pa.bib',
      'pa.first_name',
      'pa.last_name',
      methodOf(sql`g.id`).as('method'),
      swissTime('g.created_at').as('given'),
      swissTime('g.paid_at').as('paid'),
      swissTime('g.flag_done_at').as('done'),
    ])
    .orderBy('g.id')
    .execute();
}
