import { sql, type Expression, type Insertable, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Paging } from '#contract/paging.ts';
import type { Rappen } from '#domain/money.ts';
import type { pledgeCounts, PledgeStatus } from '#domain/pledge.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { planOnce } from '#server/db/prepared.ts';
import type { PledgeEventKind, PledgeEvidence, Tables } from '#server/db/tables.ts';

export type PledgeRow = Selectable<Tables['pledges']>;
type NewPledge = Insertable<Tables['pledges']>;

type Counted = ReturnType<typeof pledgeCounts>;

/** Moves the totals of the participants that `whose` selects by what one pledge did. */
const totalsMoved = (whose: RawBuilder<unknown>, { rate, confirmed, pending }: Counted) => sql`
  insert into participant_totals as t (participant_id, event_id, rate_confirmed, pledges_confirmed, pledges_pending)
  select participant_id, event_id, ${Math.max(0, rate)}::bigint, ${Math.max(0, confirmed)}::int, ${Math.max(0, pending)}::int
  from ${whose} as counted
  on conflict (participant_id) do update set
    rate_confirmed = t.rate_confirmed + ${rate}::bigint,
    pledges_confirmed = t.pledges_confirmed + ${confirmed}::int,
    pledges_pending = t.pledges_pending + ${pending}::int`;

/**
 * A pledge with the beginning of its history, its part of the totals and its receipt: one way to the database instead
 * of four. Undefined when the client's key has been used.
 */
export async function insertPledge(
  tx: Tx,
  pledge: NewPledge,
  by: Counted,
  receiptHash: Buffer,
): Promise<PledgeRow | undefined> {
  const made = tx
    .insertInto('pledges')
    .values(pledge)
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returningAll();
  const { rows } = await sql<PledgeRow>`
    with made as (${made}),
    told as (insert into pledge_events (pledge_id, seq, kind, at) select id, 1, 'promised', created_at from made),
    counted as (${totalsMoved(sql`made`, by)}),
    receipt as (insert into links (token_hash, purpose, pledge_id) select ${receiptHash}::bytea, 'receipt', id from made)
    select * from made`.execute(tx);
  return rows[0];
}

export function findByClientKey(tx: Database | Tx, key: string): Promise<PledgeRow | undefined> {
  return tx.selectFrom('pledges').selectAll().where('client_key', '=', key).modifyEnd(planOnce).executeTakeFirst();
}

export async function insertLink(
  tx: Tx,
  link: { token_hash: Buffer; purpose: 'act' | 'receipt'; pledge_id: number; mail_id?: number },
): Promise<void> {
  await tx.insertInto('links').values(link).execute();
}

export function findByLink(db: Database | Tx, hash: Buffer, purpose: 'act' | 'receipt') {
  return db
    .selectFrom('links as l')
    .innerJoin('pledges as p', 'p.id', 'l.pledge_id')
    .innerJoin('donors as d', 'd.id', 'p.donor_id')
    .where('l.token_hash', '=', hash)
    .where('l.purpose', '=', purpose)
    .where('p.erased_at', 'is', null)
    .selectAll('p')
    .select('d.verified_at')
    .modifyEnd(planOnce)
    .executeTakeFirst();
}

/** Held until the transaction ends; who erased a pledge left its row. */
export function lockPledge(tx: Tx, id: number): Promise<PledgeRow | undefined> {
  return tx.selectFrom('pledges').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

const isIn: Record<PledgeStatus, Expression<SqlBool>> = {
  // Not in the words of the index of those that wait: after a burst it is longer than PostgreSQL knows, and one pledge
  // would be looked for among all of them instead of by its key.
  pending: sql<SqlBool>`num_nonnulls(confirmed_at, cancelled_at) = 0`,
  confirmed: sql<SqlBool>`confirmed_at is not null and cancelled_at is null`,
  cancelled: sql<SqlBool>`cancelled_at is not null`,
};

/** Later than what is known of a pledge, though the caller's clock may be behind, or he waited for somebody else's move. */
const next = (at: Date) =>
  sql<Date>`greatest(${at}::timestamptz, greatest(created_at, confirmed_at, cancelled_at) + interval '1 millisecond')`;

/** One conditional update: the moment of the move, null when the pledge is not in the state `from` (any more). */
export async function markMoved(
  tx: Tx,
  id: number,
  from: PledgeStatus,
  to: 'confirmed' | 'cancelled',
  at: Date,
  reason: string | null,
): Promise<Date | null> {
  const change =
    to === 'confirmed'
      ? { confirmed_at: next(at), cancelled_at: null, cancel_reason: null }
      : { cancelled_at: next(at), cancel_reason: reason };
  const row = await tx
    .updateTable('pledges')
    .set(change)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where(isIn[from])
    .returning(`${to}_at as at`)
    .modifyEnd(planOnce)
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function markVerified(tx: Tx, donorId: number, at: Date): Promise<void> {
  await tx
    .updateTable('donors')
    .set({ verified_at: at })
    .where('id', '=', donorId)
    .where('verified_at', 'is', null)
    .modifyEnd(planOnce)
    .execute();
}

/** What a move did to the totals, and its line in the pledge's history. */
export async function insertMove(
  tx: Tx,
  of: Pick<PledgeRow, 'id' | 'event_id' | 'participant_id'>,
  by: Counted,
  event: { kind: PledgeEventKind; at: Date; evidence: PledgeEvidence },
): Promise<void> {
  const { kind, at, evidence } = event;
  await sql`
    with counted as (${totalsMoved(oneOf(of), by)})
    insert into pledge_events (pledge_id, seq, kind, at, evidence)
    select ${of.id}, coalesce(max(seq), 0) + 1, ${kind}, ${at}, ${JSON.stringify(evidence)}
    from pledge_events where pledge_id = ${of.id}`.execute(tx);
}

const oneOf = ({ event_id, participant_id }: Pick<PledgeRow, 'event_id' | 'participant_id'>) =>
  sql`(select ${participant_id}::int as participant_id, ${event_id}::int as event_id)`;

export function findLastEvent(
  tx: Tx,
  pledgeId: number,
  kind: PledgeEventKind,
): Promise<{ evidence: PledgeEvidence } | undefined> {
  return tx
    .selectFrom('pledge_events')
    .select('evidence')
    .where('pledge_id', '=', pledgeId)
    .where('kind', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Moves a participant's totals by what one pledge did. */
export async function addToTotals(
  tx: Tx,
  of: Pick<PledgeRow, 'event_id' | 'participant_id'>,
  by: Counted,
): Promise<void> {
  await totalsMoved(oneOf(of), by).execute(tx);
}

const selectTotals = (db: Database, eventId: number) =>
  db
    .selectFrom('contributions')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'pledge')
    .where('supporters', '>', 0);

export function listTotals(
  db: Database,
  eventId: number,
  { limit, offset = 0 }: Partial<Paging> = {},
): Promise<{ participant_id: number; amount: Rappen; supporters: number }[]> {
  return selectTotals(db, eventId)
    .select(['participant_id', 'amount', 'supporters'])
    .orderBy('participant_id')
    .limit(limit ?? null)
    .offset(offset)
    .execute();
}

export async function countTotals(db: Database, eventId: number): Promise<number> {
  const { count } = await selectTotals(db, eventId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function listOfEvent(db: Database, eventId: number) {
  return db
    .selectFrom('pledges')
    .select(['participant_id', 'rate', 'confirmed_at', 'cancelled_at'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}

/** The newest request mail of a pledge. */
export function findLastRequest(tx: Tx, pledgeId: number): Promise<{ id: number; planned_at: Date } | undefined> {
  return tx
    .selectFrom('mails')
    .select(['id', 'planned_at'])
    .where('pledge_id', '=', pledgeId)
    .where('kind', '=', 'pledge-request')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Never confirmed and older than `before`, oldest first; locked for the transaction. */
export function listUnconfirmed(tx: Tx, before: Date, limit: number): Promise<PledgeRow[]> {
  return tx
    .selectFrom('pledges')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function deleteEvents(tx: Tx, pledgeId: number): Promise<void> {
  await tx.deleteFrom('pledge_events').where('pledge_id', '=', pledgeId).execute();
}

export async function deleteLinks(tx: Tx, pledgeId: number): Promise<void> {
  await tx.deleteFrom('links').where('pledge_id', '=', pledgeId).execute();
}

export async function deletePledge(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('pledges').where('id', '=', id).execute();
}
