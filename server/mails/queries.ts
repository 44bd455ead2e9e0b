import { sql, type Expression, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { MailLog, MailStatus } from '#contract/mails.ts';
import type { Paging } from '#contract/paging.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import { planOnce } from '#server/db/prepared.ts';
import { holds } from '#server/db/search.ts';
import type { Tables } from '#server/db/tables.ts';

export type MailRow = Selectable<Tables['mails']>;
type NewMail = Insertable<Tables['mails']>;

/** Undefined when this cause has had its mail already. */
export function insertMail(tx: Tx, mail: NewMail): Promise<{ id: number; send_after: Date } | undefined> {
  return tx
    .insertInto('mails')
    .values(mail)
    .onConflict((conflict) => conflict.column('cause_key').doNothing())
    .returning(['id', 'send_after'])
    .executeTakeFirst();
}

/**
 * Takes a due mail for this worker. It is put off by the lease, so that one whose worker dies
 * between sending and marking leaves once more, under the same Message-ID.
 */
export function claimNext(db: Database, now: Date, leaseUntil: Date): Promise<MailRow | undefined> {
  return db
    .updateTable('mails')
    .set({ tries: sql`tries + 1`, send_after: leaseUntil })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('send_after', '<=', now)
        .orderBy('send_after')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Its donor may be erased while a mail is under way: then it has ended, and says nothing more. Not in the words of the
 * index of what is due: one mail would be looked for among all that wait, where PostgreSQL does not know that many do.
 */
const isOpen = sql<boolean>`num_nonnulls(sent_at, failed_at) = 0`;

export async function markSent(db: Database, id: number, at: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: at, secrets: null, last_error: null })
    .where('id', '=', id)
    .where(isOpen)
    .modifyEnd(planOnce)
    .execute();
}

export async function markFailed(db: Database, id: number, at: Date, reason: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ failed_at: at, secrets: null, last_error: reason })
    .where('id', '=', id)
    .where(isOpen)
    .execute();
}

export async function markPutOff(db: Database, id: number, until: Date, reason: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ send_after: until, last_error: reason })
    .where('id', '=', id)
    .where(isOpen)
    .execute();
}

/** When the mails of one kind to a mailbox left or will leave, newest first, since `since`. */
export function listSlots(
  tx: Tx,
  donorId: number,
  kind: MailRow['kind'],
  since: Date,
  now: Date,
): Promise<{ at: Date; waiting: boolean }[]> {
  return tx
    .selectFrom('mails as m')
    .innerJoin('pledges as p', 'p.id', 'm.pledge_id')
    .where('p.donor_id', '=', donorId)
    .where('m.kind', '=', kind)
    .select([
      'm.planned_at as at',
      sql<boolean>`m.sent_at is null and m.failed_at is null and m.planned_at > ${now}`.as('waiting'),
    ])
    .where('m.planned_at', '>', since)
    .orderBy('m.planned_at', 'desc')
    .execute();
}

export async function countMoves(tx: Tx, pledgeId: number, kinds: MailRow['kind'][], since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('mails')
    .where('pledge_id', '=', pledgeId)
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The mails about a participant, with what their subjects say of the pledges. */
export function listAbout(tx: Tx, participantId: number) {
  return tx
    .selectFrom('mails as m')
    .innerJoin('pledges as p', 'p.id', 'm.pledge_id')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .select(['m.id', 'm.kind', 'm.language', 'p.rate', 'e.unit_text as unit'])
    .where('p.participant_id', '=', participantId)
    .execute();
}

export async function updateSubjects(tx: Tx, mails: { id: number; subject: string }[]): Promise<void> {
  await sql`
    update mails as m set subject = n.subject
    from json_to_recordset(${JSON.stringify(mails)}) as n (id int, subject text)
    where m.id = n.id`.execute(tx);
}

export async function clearResends(tx: Tx, pledgeId: number): Promise<void> {
  await tx.updateTable('mails').set({ resend_of: null }).where('pledge_id', '=', pledgeId).execute();
}

export async function deleteMailsOf(tx: Tx, pledgeId: number): Promise<void> {
  await tx.deleteFrom('mails').where('pledge_id', '=', pledgeId).execute();
}

/** The line of the log stays, what the mail said goes. Resolves with how many there were. */
export async function emptyOldMails(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ data: '{}' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('created_at', '<', before)
        .where(sql<boolean>`data <> '{}'::jsonb`)
        .where((is) => is.or([is('sent_at', 'is not', null), is('failed_at', 'is not', null)]))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Never `data` or `secrets`: what the mail said, and the tokens of one that waits. */
const logged = [
  'id',
  'created_at',
  'to_email',
  'subject',
  'kind',
  'sent_at',
  'failed_at',
  'last_error',
  'tries',
  'send_after',
  'resend_of',
  'event_id',
  'pledge_id',
  'gift_id',
  'participant_id',
] as const;
export type LogRow = Pick<MailRow, (typeof logged)[number]> & { event: string | null };

const isIn: Record<MailStatus, Expression<SqlBool>> = {
  sent: sql<SqlBool>`m.sent_at is not null`,
  failed: sql<SqlBool>`m.failed_at is not null`,
  queued: sql<SqlBool>`m.sent_at is null and m.failed_at is null`,
};

const select = (db: Database | Tx) =>
  db
    .selectFrom('mails as m')
    .leftJoin('events as e', 'e.id', 'm.event_id')
    .select(logged.map((name) => `m.${name}` as const))
    .select('e.name as event');

interface LogChoice {
  /** Null: of all. */
  eventId: number | null;
  /** Folded; each must occur in recipient or subject. */
  words: string[];
}

export function listMails(
  db: Database,
  choice: LogChoice,
  status: MailStatus | undefined,
  { limit, offset }: Paging,
): Promise<LogRow[]> {
  return select(db)
    .where(chosen(choice))
    .where(status === undefined ? sql<SqlBool>`true` : isIn[status])
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countMails(db: Database, choice: LogChoice): Promise<MailLog['counts']> {
  const count = (status: MailStatus) => sql<number>`count(*) filter (where ${isIn[status]})`;
  return db
    .selectFrom('mails as m')
    .where(chosen(choice))
    .select([count('sent').as('sent'), count('failed').as('failed'), count('queued').as('queued')])
    .executeTakeFirstOrThrow();
}

function chosen({ eventId, words }: LogChoice): Expression<SqlBool> {
  const all = [eventId === null ? sql`true` : sql`m.event_id = ${eventId}`, holds(sql`m.search`, words)];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

export async function countUnsaid(db: Database, eventId: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('unsaid_mails')
    .$if(eventId !== null, (all) => all.where('event_id', '=', eventId))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What failed and is still to be said, by the number of the mail. */
export function listUnsaid(
  tx: Tx,
  { eventId, after, limit }: { eventId: number | null; after: number; limit: number },
): Promise<Unsaid[]> {
  return tx
    .selectFrom('unsaid_mails')
    .selectAll()
    .where('id', '>', after)
    .$if(eventId !== null, (all) => all.where('event_id', '=', eventId))
    .orderBy('id')
    .limit(limit)
    .execute();
}

type Unsaid = Selectable<Tables['unsaid_mails']>;

/** Pledges stay where they are until the transaction ends. */
export async function lockPledges(tx: Tx, ids: number[]): Promise<void> {
  await sql`select from pledges where id = any(${ids}) order by id for no key update`.execute(tx);
}

/** Of these mails, those that are still to be said. */
export function listStillUnsaid(tx: Tx, ids: number[]): Promise<Unsaid[]> {
  return tx
    .selectFrom('unsaid_mails')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .execute();
}

export function findMail(db: Database | Tx, id: number): Promise<LogRow | undefined> {
  return select(db).where('m.id', '=', id).executeTakeFirst();
}
