import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/connect.ts';

export interface AttemptRow {
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

export interface NewSession {
  id_hash: Buffer;
  staff_id: number;
  roles: string[];
  idp_sid: string | null;
  id_token: string;
  refresh_token: string | null;
  access_expires_at: Date | null;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export function findSession(db: Database, idHash: Buffer, idleSince: Date, now: Date) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('staff as p', 'p.id', 's.staff_id')
    .select(['s.roles', 's.created_at', 's.seen_at', 's.expires_at', 'p.id', 'p.name', 'p.email'])
    .where('s.id_hash', '=', idHash)
    .where('s.expires_at', '>', now)
    .where('s.seen_at', '>', idleSince)
    .executeTakeFirst();
}

export async function markSeen(db: Database, idHash: Buffer, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: at }).where('id_hash', '=', idHash).execute();
}

/** Ends a session; its ID token is the hint for the provider's own end. */
export function deleteSession(db: Database | Tx, idHash: Buffer): Promise<{ id_token: string | null } | undefined> {
  return db.deleteFrom('sessions').where('id_hash', '=', idHash).returning('id_token').executeTakeFirst();
}

export async function deleteEndedSessions(db: Database, idleSince: Date, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('seen_at', '<=', idleSince)]))
    .execute();
}
