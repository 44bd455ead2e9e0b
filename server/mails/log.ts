import { randomUUID } from 'node:crypto';
import type { LoggedMail, MailLog, MailQuery } from '#contract/mails.ts';
import type { Language } from '#domain/language.ts';
import { searchWords } from '#domain/text.ts';
import { translator, type Translate } from '#locales/messages.ts';
import type { Context, Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { eventById } from '#server/events/actions.ts';
import { repeatGiftMail } from '#server/gifts/hand.ts';
import { repeatPageLink } from '#server/payment-pages/actions.ts';
import { repeatPledgeMail } from '#server/pledges/hand.ts';
import type { Sent } from './actions.ts';
import { tellReason } from './present.ts';
import {
  countMails,
  countUnsaid,
  findMail,
  listMails,
  listStillUnsaid,
  listUnsaid,
  lockPledges,
  type LogRow,
} from './queries.ts';

export async function mailsOfEvent(ctx: Context, eventId: number, wish: MailQuery, language: Language) {
  return (await eventById(ctx, eventId)) ? logOf(ctx, eventId, wish, language) : fail('unknown_event');
}

export function allMails(ctx: Context, wish: MailQuery, language: Language) {
  return logOf(ctx, null, wish, language);
}

async function logOf(
  ctx: Context,
  eventId: number | null,
  { q = '', status, limit, offset }: MailQuery,
  language: Language,
): Promise<MailLog> {
  const t = translator(language);
  const choice = { eventId, words: searchWords(q) };
  const [rows, counts, failedMails] = await Promise.all([
    listMails(ctx.db, choice, status, { limit, offset }),
    countMails(ctx.db, choice),
    countUnsaid(ctx.db, eventId),
  ]);
  const total = status ? counts[status] : counts.sent + counts.failed + counts.queued;
  return {
    logs: rows.map((row) => present(row, t)),
    pagination: { total, limit, offset, hasMore: offset + rows.length < total },
    counts,
    failedMails,
  };
}

/** Sends a mail once more because staff want it: beyond all limits, to the address that the pledge has. */
export function resendMail(ctx: Context, staff: Staff | null, id: number, language: Language) {
  return transaction(ctx.db, async (tx) => {
    const mail = await findMail(tx, id);
    if (!mail) return fail('unknown_mail');
    const copy = await repeatMail(ctx, tx, mail, `resend:${id}:${randomUUID()}`);
    const row = copy && (await findMail(tx, copy.id));
    if (!row) return fail('mail_without_recipient');
    await record(tx, staff, { action: 'mail.resent', event_id: row.event_id, subject: 'mail', subject_id: row.id });
    return present(row, translator(language));
  });
}

/** The same kind of mail about what it was about, as that is now; null when nobody is left to get it. */
function repeatMail(ctx: Context, tx: Tx, mail: Sent, cause: string): Promise<{ id: number } | null> {
  if (mail.pledge_id !== null) return repeatPledgeMail(ctx, tx, mail, cause);
  return mail.gift_id !== null ? repeatGiftMail(ctx, tx, mail, cause) : repeatPageLink(ctx, tx, mail, cause);
}

/** Each in its turn is short: who confirms meanwhile waits for one of them at most. */
const PIECE = 200;

/** Sends every failed mail once more that still says how things are; whoever presses at the same time sends the rest. */
export async function resendFailed(ctx: Context, staff: Staff | null, eventId: number | null) {
  if (eventId !== null && !(await eventById(ctx, eventId))) return fail('unknown_event');
  let [queued, after] = [0, 0];
  for (;;) {
    const { count, last } = await transaction(ctx.db, (tx) => resendPiece(ctx, tx, staff, eventId, after));
    if (last === undefined) return { queued };
    queued += count;
    after = last;
  }
}

async function resendPiece(ctx: Context, tx: Tx, staff: Staff | null, eventId: number | null, after: number) {
  const found = await listUnsaid(tx, { eventId, after, limit: PIECE });
  await lockPledges(
    tx,
    found.flatMap(({ pledge_id }) => pledge_id ?? []),
  );
  // Anew: what they are about may have moved while we waited for it.
  const mails = await listStillUnsaid(
    tx,
    found.map(({ id }) => id),
  );
  let count = 0;
  for (const mail of mails) count += (await repeatMail(ctx, tx, mail, `again:${mail.id}`)) ? 1 : 0;
  if (count > 0) await record(tx, staff, { action: 'mails.resent', event_id: eventId, changed: { count } });
  return { count, last: found.at(-1)?.id };
}

function present(row: LogRow, t: Translate): LoggedMail {
  const status = row.sent_at ? 'sent' : row.failed_at ? 'failed' : 'queued';
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    recipient: row.to_email || null,
    subject: row.subject,
    type: row.kind,
    status,
    error: row.last_error && tellReason(row.last_error, t),
    tries: row.tries,
    next_try: status === 'queued' ? row.send_after.toISOString() : null,
    sent_at: row.sent_at?.toISOString() ?? null,
    resend_of: row.resend_of,
    event_id: row.event_id,
    event: row.event,
    donation_id: row.pledge_id,
    gift_id: row.gift_id,
  };
}
