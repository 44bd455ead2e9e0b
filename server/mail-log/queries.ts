import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';
import type { MailQuery, MailStatus } from '#contract/mail-log.ts';
import type { Database, Tx } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

type Column =
  | 'id'
  | 'created_at'
  | 'to_email'
  | 'subject'
  | 'kind'
  | 'sent_at'
  | 'failed_at'
  | 'last_error'
  | 'tries'
  | 'send_after'
  | 'resend_of'
  | 'event_id'
  | 'pledge_id';
/** Never `data` or `secrets`: what the mail said, and the tokens of one that waits. */
export type LogRow = Pick<Selectable<Tables['mails']>, Column> & { event: string | null };

const isIn: Record<MailStatus, Expression<SqlBool>> = {
  sent: sql<SqlBool>`m.sent_at is not null`,
  failed: sql<SqlBool>`m.failed_at is not null`,
  queued: sql<SqlBool>`m.sent_at is null and m.failed_at is null`,
};

const select = (db: Database | Tx) =>
  db
    .selectFrom('mails as m')
    .leftJoin('events as e', 'e.id', 'm.event_id')
    .select([
      'm.id',
      'm.created_at',
      'm.to_email',
      'm.subject',
      'm.kind',
      'm.sent_at',
      'm.failed_at',
      'm.last_error',
      'm.tries',
      'm.send_after',
      'm.resend_of',
      'm.event_id',
      'm.pledge_id',
      'e.name as event',
    ]);

export function listMails(db: Database, eventId: number | null, wish: MailQuery): Promise<LogRow[]> {
  return select(db)
    .where(chosen(eventId, wish))
    .orderBy('m.id', 'desc')
    .limit(wish.limit)
    .offset(wish.offset)
    .execute();
}

export async function countMails(db: Database, eventId: number | null, wish: MailQuery): Promise<number> {
  const { count } = await db
    .selectFrom('mails as m')
    .where(chosen(eventId, wish))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function chosen(eventId: number | null, { status, q = '' }: MailQuery): Expression<SqlBool> {
  const pattern = `%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const all = [
    eventId === null ? sql`true` : sql`m.event_id = ${eventId}`,
    status === undefined ? sql`true` : isIn[status],
    q === '' ? sql`true` : sql`(m.to_email ilike ${pattern} or m.subject ilike ${pattern})`,
  ];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

export function findMail(db: Database | Tx, id: number): Promise<LogRow | undefined> {
  return select(db).where('m.id', '=', id).executeTakeFirst();
}
