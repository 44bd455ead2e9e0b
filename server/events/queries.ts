import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { EventSorting } from '#contract/events.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { planOnce } from '#server/db/prepared.ts';
import { holds } from '#server/db/search.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Rappen } from '#domain/money.ts';

/** The file it was made from, and how wide we have it. */
interface Picture {
  hash: string;
  widths: number[];
}

/** `address`: the slug, or the id where the slug is empty or leads to another event. */
export type EventRow = Selectable<Tables['events']> & { address: string; picture: Picture | null };
export type EventValues = Insertable<Tables['events']>;

const address = sql<string>`case
  when slug = '' or exists (
    select from events o
    where o.deleted_at is null and (o.slug = events.slug or o.slug_plain = events.slug)
      and (o.is_active, o.id) > (events.is_active, events.id)
  ) then id::text else slug end`.as('address');

const picture = sql<Picture | null>`(
  select jsonb_build_object('hash', min(hash), 'widths', jsonb_agg(width order by width))
  from event_images where event_id = events.id and format = 'jpeg' having count(*) > 0
)`.as('picture');

/** Also deleted ones. */
const selectEver = (db: Database | Tx) => db.selectFrom('events').selectAll().select([address, picture]);
const select = (db: Database | Tx) => selectEver(db).where('deleted_at', 'is', null);

/** The newest deletion first. */
export function listDeleted(db: Database): Promise<EventRow[]> {
  return selectEver(db).where('deleted_at', 'is not', null).orderBy('deleted_at', 'desc').orderBy('id').execute();
}

interface EventChoice {
  /** Folded words; each must occur. */
  words: string[];
  /** Staff also find an event by its address of timing, which is secret. */
  toStaff: boolean;
  sort?: EventSorting | undefined;
  limit?: number;
  offset?: number;
}

const everything: EventChoice = { words: [], toStaff: false };

/** Nearest date first, where no order is wished: from `today` on, then past ones backwards, then those without a date. */
export function listEvents(db: Database, today: string, choice = everything): Promise<EventRow[]> {
  const { sort, limit = null, offset = 0 } = choice;
  return select(db)
    .where(isChosen(choice))
    .orderBy(inOrder(today, sort))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countEvents(db: Database, choice: EventChoice): Promise<number> {
  const { count } = await db
    .selectFrom('events')
    .where('deleted_at', 'is', null)
    .where(isChosen(choice))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function isChosen({ words, toStaff }: EventChoice) {
  const secret = toStaff ? sql`timing_address` : sql`null`;
  return holds(sql`folded(concat_ws(' ', name, place, ${secret}))`, words);
}

function inOrder(today: string, sort: EventSorting | undefined) {
  if (!sort) return sql`event_date is null, event_date < ${today}::date, abs(event_date - ${today}::date)`;
  const by = { event_date: sql`event_date`, name: sql`folded(name)`, created_at: sql`created_at` };
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`${by[sort.replace('-', '') as keyof typeof by]} ${direction} nulls last`;
}

export function findEvent(db: Database | Tx, id: number): Promise<EventRow | undefined> {
  return select(db).where('id', '=', id).modifyEnd(planOnce).executeTakeFirst();
}

export function getEvent(tx: Tx, id: number): Promise<EventRow> {
  return select(tx).where('id', '=', id).modifyEnd(planOnce).executeTakeFirstOrThrow();
}

export function findEventEver(db: Database | Tx, id: number): Promise<EventRow | undefined> {
  return selectEver(db).where('id', '=', id).modifyEnd(planOnce).executeTakeFirst();
}

/** Either spelling of a slug; the active and then the newest event wins. */
export function findEventBySlug(db: Database, slug: string): Promise<EventRow | undefined> {
  return select(db)
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug_plain', '=', slug)]))
    .orderBy('is_active', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function insertEvent(tx: Tx, event: EventValues): Promise<{ id: number }> {
  return tx.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow();
}

/** Locks the event for the rest of the transaction, so that two changes follow each other; pledges do not wait. */
export function lockEvent(tx: Tx, id: number): Promise<EventRow | undefined> {
  return select(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** An empty change is none. */
export async function updateEvent(tx: Tx, id: number, change: Updateable<Tables['events']>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('events').set(change).where('id', '=', id).execute();
}

/** What the event was called; undefined where there is none to hide. */
export function markDeleted(tx: Tx, id: number, at: Date): Promise<{ name: string } | undefined> {
  return tx
    .updateTable('events')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
}

/** New bytes of the list are due. */
export async function markListChanged(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('events')
    .set({ list_version: sql`list_version + 1` })
    .where('id', '=', id)
    .execute();
}

/** After a sync: the list is as fresh as `at`, and new bytes are due when anything changed. */
export async function markSynced(tx: Tx, id: number, at: Date, changed: boolean): Promise<void> {
  await tx
    .updateTable('events')
    .set({ last_synced_at: at, ...(changed && { list_version: sql`list_version + 1` }) })
    .where('id', '=', id)
    .execute();
}

/** What an event has raised. */
export interface RaisedRow {
  event_id: number;
  gifts: Rappen;
  gift_count: number;
  rate: Rappen;
  supporters: number;
}

/** By kind, and then side by side: asking each row of what kind it is would take most of the time. */
const raised = (which: RawBuilder<unknown>) => sql`
  select event_id, coalesce(given.amount, 0)::bigint as gifts, coalesce(given.supporters, 0)::int as gift_count,
    coalesce(promised.amount, 0)::bigint as rate, coalesce(promised.supporters, 0)::int as supporters
  from (${sumsOf('gift', which)}) given full join (${sumsOf('pledge', which)}) promised using (event_id)`;

const sumsOf = (kind: 'gift' | 'pledge', which: RawBuilder<unknown>) => sql`
  select event_id, sum(amount) as amount, sum(supporters) as supporters
  from contributions where kind = ${sql.lit(kind)} and ${which} group by event_id`;

/** An event without a row has raised nothing. */
export async function listRaised(db: Database, eventIds: number[]): Promise<RaisedRow[]> {
  const { rows } = await raised(sql`event_id = any(${eventIds})`).execute(db);
  return rows as RaisedRow[];
}

/** An event at a glance: who is on its list, who of them waits for approval or a payment page, and what it has raised. */
export interface Glance extends RaisedRow {
  participants: number;
  pending: number;
  without_page: number;
  /** Gifts that somebody should still look at. */
  flagged: number;
  /** Gifts that count for nothing, and did or still may. */
  uncounted: number;
  /** Ever begun, whatever became of them. */
  has_gifts: boolean;
  has_pledges: boolean;
}

/** Of all events at once, also of deleted ones and of those where there is nothing to see. */
export async function listGlances(db: Database): Promise<Glance[]> {
  const { rows } = await sql<Glance>`
    with people as (
      select p.event_id, count(*) as n, count(*) filter (where live.id is null and p.erased_at is null) as without_page
      from participants p
      left join payment_pages live on live.participant_id = p.id and live.replaced_at is null
      where p.withdrawn_at is null group by p.event_id
    ),
    waiting as (
      select event_id, count(*) as n from participants
      where source = 'hand' and approved_at is null and withdrawn_at is null group by event_id
    ),
    flagged as (
      select event_id, count(*) as n from gifts where flag is not null and flag_done_at is null group by event_id
    ),
    uncounted as (
      select event_id, count(*) as n from gifts
      where net = 0 and (paid_at is not null or failed_at is null or flag is not null) group by event_id
    ),
    raised as (${raised(sql`true`)})
    select e.id as event_id, coalesce(people.n, 0) as participants, coalesce(waiting.n, 0) as pending,
      coalesce(people.without_page, 0) as without_page, coalesce(flagged.n, 0) as flagged,
      coalesce(uncounted.n, 0) as uncounted,
      exists (select from gifts g where g.event_id = e.id) as has_gifts,
      exists (select from pledges p where p.event_id = e.id) as has_pledges,
      coalesce(raised.gifts, 0) as gifts, coalesce(raised.gift_count, 0) as gift_count,
      coalesce(raised.rate, 0) as rate, coalesce(raised.supporters, 0) as supporters
    from events e
    left join people on people.event_id = e.id
    left join waiting on waiting.event_id = e.id
    left join flagged on flagged.event_id = e.id
    left join uncounted on uncounted.event_id = e.id
    left join raised on raised.event_id = e.id`.execute(db);
  return rows;
}

/** Active events whose picture could not be fetched yet. */
export function listWithoutPicture(db: Database): Promise<{ id: number; image_url: string | null }[]> {
  return db
    .selectFrom('events as e')
    .select(['e.id', 'e.image_url'])
    .where('e.image_url', 'is not', null)
    .where('e.is_active', '=', true)
    .where('e.deleted_at', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('event_images as i').select('i.event_id').whereRef('i.event_id', '=', 'e.id'))),
    )
    .execute();
}
