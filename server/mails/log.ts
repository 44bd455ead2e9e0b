import type { LoggedMail, MailQuery } from '#contract/mails.ts';
import type { MailKind } from '#mails/kinds.ts';
import type { Context, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { eventById } from '#server/events/actions.ts';
import { repeatMail } from '#server/pledges/hand.ts';
import { countMails, findMail, listMails, type LogRow } from './queries.ts';

export async function mailsOfEvent(ctx: Context, eventId: number, wish: MailQuery) {
  return (await eventById(ctx, eventId)) ? logOf(ctx, eventId, wish) : fail('unknown_event');
}

export function allMails(ctx: Context, wish: MailQuery) {
  return logOf(ctx, null, wish);
}

async function logOf(ctx: Context, eventId: number | null, { q = '', ...query }: MailQuery) {
  const wish = { ...query, q: q.replace(/\p{Cc}/gu, ' ').trim() };
  const { limit, offset } = wish;
  const [rows, total] = await Promise.all([listMails(ctx.db, eventId, wish), countMails(ctx.db, eventId, wish)]);
  return { logs: rows.map(present), pagination: { total, limit, offset, hasMore: offset + rows.length < total } };
}

/** Sends a mail once more because staff want it: beyond all limits, to the address that the pledge has. */
export function resendMail(ctx: Context, staff: Staff | null, id: number) {
  return transaction(ctx.db, async (tx) => {
    const mail = await findMail(tx, id);
    if (!mail) return fail('unknown_mail');
    const copy = await repeatMail(ctx, tx, { ...mail, kind: mail.kind as MailKind });
    const row = copy && (await findMail(tx, copy.id));
    if (!row) return fail('mail_without_recipient');
    await record(tx, staff, { action: 'mail.resent', event_id: row.event_id, subject: 'mail', subject_id: row.id });
    return present(row);
  });
}

function present(row: LogRow): LoggedMail {
  const status = row.sent_at ? 'sent' : row.failed_at ? 'failed' : 'queued';
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    recipient: row.to_email,
    subject: row.subject,
    type: row.kind,
    status,
    error: row.last_error,
    tries: row.tries,
    next_try: status === 'queued' ? row.send_after.toISOString() : null,
    sent_at: row.sent_at?.toISOString() ?? null,
    resend_of: row.resend_of,
    event_id: row.event_id,
    event: row.event,
    donation_id: row.pledge_id,
  };
}
