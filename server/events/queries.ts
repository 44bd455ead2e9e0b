import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Database, Tx } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Rappen } from '#domain/money.ts';

export type EventRow = Selectable<Tables['events']>;
export type EventValues = Insertable<Tables['events']>;

/** Nearest date first: from `today` on, then past ones backwards, then those without a date. */
export function listEvents(db: Database, today: string): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy(sql`event_date is null`)
    .orderBy(sql`event_date < ${today}::date`)
    .orderBy(sql`abs(event_date - ${today}::date)`)
    .orderBy('id', 'desc')
    .execute();
}

export function findEvent(db: Database | Tx, id: number): Promise<EventRow | undefined> {
  return db.selectFrom('events').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Also one that was deleted. */
export function findEventEver(tx: Tx, id: number): Promise<EventRow | undefined> {
  return tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Either spelling of a slug; the active and then the newest event wins. */
export function findEventBySlug(db: Database, slug: string): Promise<EventRow | undefined> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug_plain', '=', slug)]))
    .orderBy('is_active', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function insertEvent(tx: Tx, event: EventValues): Promise<EventRow> {
  return tx.insertInto('events').values(event).returningAll().executeTakeFirstOrThrow();
}

/** Locks the event for the rest of the transaction, so that two changes follow each other; pledges do not wait. */
export function lockEvent(tx: Tx, id: number): Promise<EventRow | undefined> {
  return tx
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function updateEvent(tx: Tx, id: number, change: Updateable<Tables['events']>): Promise<EventRow> {
  return tx
    .updateTable('events')
    .set({ ...change, list_version: sql`list_version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markDeleted(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('events')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** After a sync: the list is as fresh as `at`, and new bytes are due when anything changed. */
export async function markSynced(tx: Tx, id: number, at: Date, changed: boolean): Promise<void> {
  await tx
    .updateTable('events')
    .set({ last_synced_at: at, ...(changed && { list_version: sql`list_version + 1` }) })
    .where('id', '=', id)
    .execute();
}

/** What events have raised; an event without a row has raised nothing. */
export function listRaised(
  db: Database,
  eventIds: number[],
): Promise<{ event_id: number; amount: Rappen; supporters: number }[]> {
  return db
    .selectFrom('contributions')
    .where('event_id', 'in', eventIds.length > 0 ? eventIds : [0])
    .where('kind', '=', 'pledge')
    .groupBy('event_id')
    .select(({ fn }) => [
      'event_id',
      sql<Rappen>`sum(amount)::bigint`.as('amount'),
      fn.sum<number>('supporters').as('supporters'),
    ])
    .execute();
}
