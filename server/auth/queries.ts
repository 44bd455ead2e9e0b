import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/connect.ts';
import { planOnce } from '#server/db/prepared.ts';

interface AttemptRow {
  cookie_hash: Buffer;
  state: string;
  nonce: string;
  verifier: string;
  return_to: string;
}

export async function insertAttempt(db: Database, attempt: AttemptRow): Promise<void> {
  await db.insertInto('sign_in_attempts').values(attempt).execute();
}

/** Uses an attempt up: a second call with the same cookie finds nothing. */
export function takeAttempt(db: Database, cookieHash: Buffer): Promise<AttemptRow | undefined> {
  return db
    .deleteFrom('sign_in_attempts')
    .where('cookie_hash', '=', cookieHash)
    .where('created_at', '>', sql<Date>`now() - interval '10 minutes'`)
    .returning(['cookie_hash', 'state', 'nonce', 'verifier', 'return_to'])
    .executeTakeFirst();
}

export async function deleteOldAttempts(db: Database): Promise<void> {
  await db
    .deleteFrom('sign_in_attempts')
    .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute();
}

export function upsertStaff(
  tx: Tx,
  person: { issuer: string; sub: string; name: string; email: string | null },
): Promise<{ id: number }> {
  return tx
    .insertInto('staff')
    .values(person)
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'sub']).doUpdateSet({ name: person.name, email: person.email }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function updateStaff(tx: Tx, id: number, person: { name: string; email: string | null }): Promise<void> {
  await tx.updateTable('staff').set(person).where('id', '=', id).execute();
}

interface NewSession {
  id_hash: Buffer;
  staff_id: number;
  roles: string[];
  idp_sid: string | null;
  id_token: string | null;
  refresh_token: string | null;
  access_expires_at: Date | null;
  checked_at: Date;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

/** Which sessions are alive: not at rest since, and not over by now. */
export interface Alive {
  idleSince: Date;
  now: Date;
}

export function findSession(db: Database, idHash: Buffer, { idleSince, now }: Alive) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('staff as p', 'p.id', 's.staff_id')
    .select(['s.roles', 's.created_at', 's.seen_at', 's.checked_at', 's.expires_at', 'p.id', 'p.name', 'p.email'])
    .where('s.id_hash', '=', idHash)
    .where('s.expires_at', '>', now)
    .where('s.seen_at', '>', idleSince)
    .modifyEnd(planOnce)
    .executeTakeFirst();
}

/** All sessions of a person, the newest first. */
export function listSessions(db: Database, staffId: number, { idleSince, now }: Alive) {
  return db
    .selectFrom('sessions')
    .select(['id_hash', 'created_at', 'seen_at', 'expires_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .where('seen_at', '>', idleSince)
    .orderBy('created_at', 'desc')
    .execute();
}

export async function markSeen(db: Database, idHash: Buffer, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: at }).where('id_hash', '=', idHash).execute();
}

/** Sessions in use that the provider was not asked about since `before`. */
export async function listUnchecked(db: Database, before: Date, usedSince: Date): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('checked_at', '<=', before)
    .where('seen_at', '>', usedSince)
    .execute();
  return rows.map(({ id_hash }) => id_hash);
}

export interface Claim {
  id_hash: Buffer;
  /** Who claims names himself by his moment. */
  claimed_at: Date;
}

/** One caller, of whatever instance, gets the row; a claim that is older than `deadSince` was left by one that died. */
export function claimSession(db: Database, { id_hash, claimed_at }: Claim, checkedBefore: Date, deadSince: Date) {
  return db
    .updateTable('sessions as s')
    .from('staff as p')
    .set({ claimed_at })
    .whereRef('p.id', '=', 's.staff_id')
    .where('s.id_hash', '=', id_hash)
    .where('s.checked_at', '<=', checkedBefore)
    .where((eb) => eb.or([eb('s.claimed_at', 'is', null), eb('s.claimed_at', '<=', deadSince)]))
    .returning(['s.refresh_token', 's.staff_id', 'p.sub'])
    .executeTakeFirst();
}

/** What the provider answered, or when it may be asked again; only for whoever holds the claim. */
export async function markChecked(
  db: Database | Tx,
  { id_hash, claimed_at }: Claim,
  answer: { checked_at: Date; roles?: string[]; id_token?: string; access_expires_at?: Date | null },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ...answer, claimed_at: null })
    .where('id_hash', '=', id_hash)
    .where('claimed_at', '=', claimed_at)
    .execute();
}

export async function markRenewed(db: Database, idHash: Buffer, refreshToken: string): Promise<void> {
  await db.updateTable('sessions').set({ refresh_token: refreshToken }).where('id_hash', '=', idHash).execute();
}

/** Ends a session; its ID token is the hint for the provider's own end. */
export function deleteSession(db: Database | Tx, idHash: Buffer) {
  return db.deleteFrom('sessions').where('id_hash', '=', idHash).returning(['staff_id', 'id_token']).executeTakeFirst();
}

/** Ends every session of the person who holds this one, which is among them. */
export function deleteSessionsOf(db: Database, idHash: Buffer) {
  return db
    .deleteFrom('sessions')
    .where('staff_id', 'in', (eb) => eb.selectFrom('sessions').select('staff_id').where('id_hash', '=', idHash))
    .returning(['id_hash', 'staff_id', 'id_token'])
    .execute();
}

/** Ends what the provider names: a session of its own, a person's all, or both. */
export async function deleteNamedSessions(
  db: Database,
  { issuer, sub, sid }: { issuer: string; sub: string | null; sid: string | null },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions as s')
    .using('staff as p')
    .whereRef('p.id', '=', 's.staff_id')
    .where('p.issuer', '=', issuer)
    .$if(sub !== null, (query) => query.where('p.sub', '=', sub))
    .$if(sid !== null, (query) => query.where('s.idp_sid', '=', sid))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteEndedSessions(db: Database, { idleSince, now }: Alive): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('seen_at', '<=', idleSince)]))
    .execute();
}
