import { sql, type Selectable } from 'kysely';
import type { Paging } from '#contract/paging.ts';
import type { Rappen } from '#domain/money.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type PageRow = Selectable<Tables['payment_pages']>;

/** The page that stands for one of this name now; undefined where there never was one. */
export function findPage(db: Database | Tx, publicId: string): Promise<PageRow | undefined> {
  return db
    .selectFrom('payment_pages as asked')
    .innerJoin('payment_pages as live', (join) =>
      join.onRef('live.participant_id', '=', 'asked.participant_id').on('live.replaced_at', 'is', null),
    )
    .where('asked.public_id', '=', publicId)
    .selectAll('live')
    .executeTakeFirst();
}

export function findPageOf(db: Database | Tx, participantId: number): Promise<PageRow | undefined> {
  return db
    .selectFrom('payment_pages')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
}

/** Undefined where there is one. */
export function insertPage(tx: Tx, participantId: number): Promise<PageRow | undefined> {
  return tx
    .insertInto('payment_pages')
    .values({ participant_id: participantId })
    .onConflict((conflict) => conflict.column('participant_id').where('replaced_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function markReplaced(tx: Tx, participantId: number, at: Date): Promise<void> {
  await tx
    .updateTable('payment_pages')
    .set({ replaced_at: at })
    .where('participant_id', '=', participantId)
    .where('replaced_at', 'is', null)
    .execute();
}

/** A page for everybody on the list who has none; resolves with how many there are now more. */
export async function insertMissingPages(tx: Tx, eventId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into payment_pages (participant_id)
    select p.id from participants p
    where p.event_id = ${eventId} and p.withdrawn_at is null and p.erased_at is null
      and not exists (select from payment_pages live where live.participant_id = p.id and live.replaced_at is null)
    order by p.id
    on conflict (participant_id) where replaced_at is null do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function sumGifts(db: Database, eventId: number): Promise<Rappen> {
  const { sum } = await db
    .selectFrom('contributions')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'gift')
    .select(sql<Rappen>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return sum;
}

/** Also of who stands on no list any more; undefined where nobody is. */
export function findAmount(db: Database, participantId: number): Promise<{ amount: Rappen } | undefined> {
  return db
    .selectFrom('participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .leftJoin('contributions as c', (join) => join.onRef('c.participant_id', '=', 'p.id').on('c.kind', '=', 'gift'))
    .where('p.id', '=', participantId)
    .where('e.deleted_at', 'is', null)
    .select(sql<Rappen>`coalesce(c.amount, 0)::bigint`.as('amount'))
    .executeTakeFirst();
}

interface AmountRow {
  participant_id: number;
  page: string | null;
  amount: Rappen;
}

/** Everybody who has a page or was given something. */
const withAmount = (eventId: number) => sql`
  participants p
  left join payment_pages live on live.participant_id = p.id and live.replaced_at is null
  left join contributions c on c.participant_id = p.id and c.kind = 'gift'
  where p.event_id = ${eventId} and (live.id is not null or c.amount > 0)`;

export async function listAmounts(
  db: Database,
  eventId: number,
  { limit, offset = 0 }: Partial<Paging> = {},
): Promise<AmountRow[]> {
  const { rows } = await sql<AmountRow>`
    select p.id as participant_id, live.public_id as page, coalesce(c.amount, 0)::bigint as amount
    from ${withAmount(eventId)}
    order by p.id limit ${limit ?? null} offset ${offset}`.execute(db);
  return rows;
}

export async function countAmounts(db: Database, eventId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${withAmount(eventId)}`.execute(db);
  return rows[0]?.count ?? 0;
}
