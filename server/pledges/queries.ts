import { sql, type Expression, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { Rappen } from '#domain/money.ts';
import type { PledgeStatus } from '#domain/pledge.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import type { PledgeEventKind, PledgeEvidence, Tables } from '#server/db/tables.ts';

export type PledgeRow = Selectable<Tables['pledges']>;
export type NewPledge = Insertable<Tables['pledges']>;

/** Undefined when the client's key has been used. */
export function insertPledge(tx: Tx, pledge: NewPledge): Promise<PledgeRow | undefined> {
  return tx
    .insertInto('pledges')
    .values(pledge)
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findByClientKey(tx: Database | Tx, key: string): Promise<PledgeRow | undefined> {
  return tx.selectFrom('pledges').selectAll().where('client_key', '=', key).executeTakeFirst();
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
    .executeTakeFirst();
}

/** Held until the transaction ends; who erased a pledge left its row. */
export function lockPledge(tx: Tx, id: number): Promise<PledgeRow | undefined> {
  return tx.selectFrom('pledges').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

const isIn: Record<PledgeStatus, Expression<SqlBool>> = {
  pending: sql<SqlBool>`confirmed_at is null and cancelled_at is null`,
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
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function markVerified(tx: Tx, donorId: number, at: Date): Promise<void> {
  await tx
    .updateTable('donors')
    .set({ verified_at: at })
    .where('id', '=', donorId)
    .where('verified_at', 'is', null)
    .execute();
}

export async function insertPledgeEvent(
  tx: Tx,
  pledgeId: number,
  kind: PledgeEventKind,
  at: Date,
  evidence: PledgeEvidence,
): Promise<void> {
  await tx
    .insertInto('pledge_events')
    .values((eb) => ({
      pledge_id: pledgeId,
      seq: eb
        .selectFrom('pledge_events')
        .where('pledge_id', '=', pledgeId)
        .select(sql<number>`coalesce(max(seq), 0) + 1`.as('next')),
      kind,
      at,
      evidence: JSON.stringify(evidence),
    }))
    .execute();
}

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
  of: { participant_id: number; event_id: number },
  by: { rate: number; confirmed: number; pending: number },
): Promise<void> {
  await sql`
    insert into participant_totals as t (participant_id, event_id, rate_confirmed, pledges_confirmed, pledges_pending)
    values (${of.participant_id}, ${of.event_id}, ${Math.max(0, by.rate)}, ${Math.max(0, by.confirmed)}, ${Math.max(0, by.pending)})
    on conflict (participant_id) do update set
      rate_confirmed = t.rate_confirmed + ${by.rate},
      pledges_confirmed = t.pledges_confirmed + ${by.confirmed},
      pledges_pending = t.pledges_pending + ${by.pending}`.execute(tx);
}

export function listTotals(
  db: Database,
  eventId: number,
): Promise<{ participant_id: number; amount: Rappen; supporters: number }[]> {
  return db
    .selectFrom('contributions')
    .select(['participant_id', 'amount', 'supporters'])
    .where('event_id', '=', eventId)
    .where('kind', '=', 'pledge')
    .where('supporters', '>', 0)
    .orderBy('participant_id')
    .execute();
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
