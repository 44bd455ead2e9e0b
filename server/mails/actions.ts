import { randomUUID } from 'node:crypto';
import { accent } from '#domain/accent.ts';
import { translator } from '#locales/messages.ts';
import type { MailLinks } from '#mails/frame.ts';
import { writeMail, type MailData, type MailKind, type MailProps } from '#mails/kinds.ts';
import type { Mail } from '#mails/layout.ts';
import { paths } from '#contract/paths.ts';
import { DAY, earlier, later, MINUTE, SECOND } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import { DEFAULT_UNIT } from '#domain/units.ts';
import { record } from '#server/activity/actions.ts';
import type { Context } from '#server/context.ts';
import { batches } from '#server/db/batches.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, type Failure } from '#server/failure.ts';
import { faultOf } from '#server/log.ts';
import type { Delivery } from '#server/services/mail.ts';
import {
  claimNext,
  clearResends,
  countMoves,
  deleteMailsOf,
  emptyOldMails,
  insertMail,
  listAbout,
  listSlots,
  markFailed,
  markPutOff,
  markSent,
  updateSubjects,
  type MailRow,
} from './queries.ts';

interface Addressed {
  /** One mail per cause, however often the cause repeats. */
  cause: string;
  event_id: number;
  pledge_id?: number;
  gift_id?: number;
  /** Whom it goes to, where that is a participant. */
  participant_id?: number;
  to: { name: string; address: string };
  reply_to: string | null;
  language: Language;
  /** What its links carry and nobody but its reader may know; empty where they carry nothing. */
  token: string;
  at: Date;
  resend_of?: number;
}

/** `data`: what it tells, kept with its row, so that every copy of it says the same. */
type Of<Kinds extends MailKind> = {
  [K in Kinds]: Addressed & { kind: K; data: MailData<K> & { give?: string } };
}[Kinds];
export type PledgeOutgoing = Of<'pledge-request' | 'pledge-confirmed' | 'pledge-cancelled'>;
/** `give`: what the participant's page is called. */
export type GiftOutgoing = Of<'gift-thanks' | 'gift-received' | 'page-link'>;

/** A mail of before, as much as it takes to repeat it. */
export interface Sent {
  id: number;
  kind: MailKind;
  event_id: number | null;
  pledge_id: number | null;
  gift_id: number | null;
  participant_id: number | null;
}

/** Puts a mail into the outbox, in the transaction of its cause; null when this cause has had its mail. */
export async function send(
  ctx: Context,
  tx: Tx,
  mail: PledgeOutgoing | GiftOutgoing,
): Promise<{ id: number; send_after: Date } | null> {
  const secrets = { token: mail.token };
  const domain = ctx.config.smtp.from.address.split('@')[1] ?? 'localhost';
  const row = await insertMail(tx, {
    kind: mail.kind,
    cause_key: mail.cause,
    event_id: mail.event_id,
    pledge_id: mail.pledge_id ?? null,
    gift_id: mail.gift_id ?? null,
    participant_id: mail.participant_id ?? null,
    to_email: mail.to.address,
    to_name: mail.to.name,
    reply_to: mail.reply_to,
    language: mail.language,
    // As it is sent: what it names may be called otherwise later, and its data is forgotten.
    subject: compose(ctx, { ...mail, secrets }).subject,
    data: JSON.stringify(mail.data),
    secrets: JSON.stringify(secrets),
    message_id: `<${randomUUID()}@${domain}>`,
    planned_at: mail.at,
    send_after: mail.at,
    resend_of: mail.resend_of ?? null,
  });
  return row ?? null;
}

/** Above this many waiting for one mailbox, a further one is refused. */
const MOST_WAITING = 10;
/** A mailbox that has confirmed once is somebody who wants these mails. */
const VERIFIED_FACTOR = 10;

/** When the next confirmation request to this mailbox may leave: at once, or when its limit has room. */
export async function nextRequestAt(
  ctx: Context,
  tx: Tx,
  donorId: number,
  verified: boolean,
): Promise<Date | Failure<'mailbox_full'>> {
  const now = ctx.clock();
  const { count, seconds } = ctx.config.limits.mails;
  const window = seconds * SECOND;
  const slots = await listSlots(tx, donorId, 'pledge-request', earlier(now, window), now);
  const waiting = slots.filter((slot) => slot.waiting).length;
  if (waiting >= MOST_WAITING) return fail('mailbox_full', { retryAfter: seconds });
  const decisive = slots[(verified ? count * VERIFIED_FACTOR : count) - 1];
  return decisive ? new Date(Math.max(now.getTime(), decisive.at.getTime() + window)) : now;
}

/** Confirmed and cancelled mails together, per pledge and day: links pressed in turn must not flood a mailbox. */
const MOVES_PER_DAY = 6;

export async function mayTellMove(ctx: Context, tx: Tx, pledgeId: number): Promise<boolean> {
  const since = earlier(ctx.clock(), DAY);
  return (await countMoves(tx, pledgeId, ['pledge-confirmed', 'pledge-cancelled'], since)) < MOVES_PER_DAY;
}

/** So long a worker has a mail for itself; one that died gives it back then. */
const LEASE = 2 * MINUTE;
/** All of a delivery, with time left to say how it went: in another's hands the mail would leave twice. */
const PATIENCE = 0.75 * LEASE;

/** Sends the mail that has been due for longest; true when there may be more. */
export async function deliverNextMail(ctx: Context): Promise<boolean> {
  const now = ctx.clock();
  const mail = await claimNext(ctx.db, now, later(now, LEASE));
  if (mail) await deliver(ctx, mail);
  return mail !== undefined;
}

async function deliver(ctx: Context, mail: MailRow): Promise<void> {
  const delivery = await tryDelivery(ctx, mail);
  const now = ctx.clock();
  const named = { mail: mail.id, ...causesOf(mail), tries: mail.tries };
  if (delivery.sent) {
    ctx.log.info(named, 'mail sent');
    return markSent(ctx.db, mail.id, now);
  }
  const next = nextTry(mail, now);
  ctx.log[delivery.outage ? 'error' : 'warn']({ ...named, reason: delivery.reason }, 'mail not sent');
  if (delivery.final || next === null) return markFailed(ctx.db, mail.id, now, delivery.reason);
  return markPutOff(ctx.db, mail.id, next, delivery.reason);
}

/** What a line of the log calls the rows by that a mail is about. */
function causesOf({ kind, pledge_id: pledge, gift_id: gift, participant_id: participant }: MailRow) {
  return { kind, ...(pledge && { pledge }), ...(gift && { gift }), ...(participant && { participant }) };
}

async function tryDelivery(ctx: Context, mail: MailRow): Promise<Delivery> {
  let content: Mail;
  try {
    content = compose(ctx, mail);
  } catch (error) {
    ctx.log.error({ mail: mail.id, ...causesOf(mail), ...faultOf(error) }, 'mail cannot be written');
    return { sent: false, final: true, outage: false, reason: 'cannot be written' };
  }
  const to = { name: mail.to_name, address: mail.to_email };
  const letter = { to, replyTo: mail.reply_to, messageId: mail.message_id, ...content };
  return ctx.mail.deliver(letter, AbortSignal.timeout(PATIENCE));
}

function compose(ctx: Context, mail: Pick<MailRow, 'kind' | 'language' | 'data' | 'secrets'>): Mail {
  const { token } = (mail.secrets ?? { token: '' }) as { token: string };
  const { give = '', ...data } = mail.data as MailData<MailKind> & { give?: string };
  const { publicUrl, brand } = ctx.config;
  const { fill, on } = accent(brand.colour).light;
  const links: MailLinks = {
    confirm: publicUrl + paths.pledgeResult('confirm', token),
    cancel: publicUrl + paths.pledgeResult('cancel', token),
    proof: publicUrl + paths.gift(token),
    give: publicUrl + paths.give(give),
  };
  // What the row holds was written by `send`, for this very kind.
  const props = { ...data, brand: { name: brand.name, fill, on }, publicUrl, links } as MailProps<MailKind>;
  return writeMail(mail.kind, props, translator(mail.language), mail.language);
}

/** Seconds after the first tries; then hourly. */
const PAUSES = [5, 20, 60, 300];
const HOURLY = 3600;
const GIVE_UP_AFTER_MS = 72 * HOURLY * 1000;

/** Null after 72 hours. */
function nextTry({ tries, planned_at }: MailRow, now: Date): Date | null {
  if (now.getTime() - planned_at.getTime() > GIVE_UP_AFTER_MS) return null;
  return new Date(now.getTime() + (PAUSES[tries - 1] ?? HOURLY) * 1000);
}

/** Subjects say whom a mail is about: those about somebody who was erased are written anew, with his number. */
export async function renameInSubjects(ctx: Context, tx: Tx, participantId: number, name: string): Promise<void> {
  const nobody = { name: '', place: null, email: null };
  const mails = (await listAbout(tx, participantId)).map(({ id, unit, rate, ...mail }) => {
    const event = { name: '', date: null, unit: unit ?? DEFAULT_UNIT, expectedUnits: null, organiser: nobody };
    const data: MailData<'pledge-request'> = {
      participant: { name, bib: null },
      event,
      rate,
      cap: null,
      donor: '',
      validUntil: null,
    };
    return { id, subject: compose(ctx, { ...mail, data, secrets: null }).subject };
  });
  for (const some of batches(mails)) await updateSubjects(tx, some);
}

export async function forgetMailsOf(tx: Tx, pledgeId: number): Promise<void> {
  await clearResends(tx, pledgeId);
  await deleteMailsOf(tx, pledgeId);
}

const BATCH = 1000;

/** Who got a mail is known as long as his pledge; what it said no longer than it must be. True when there may be more. */
export function forgetMailBodies(ctx: Context): Promise<boolean> {
  const before = earlier(ctx.clock(), ctx.config.retention.mailDays * DAY);
  return transaction(ctx.db, async (tx) => {
    const count = await emptyOldMails(tx, before, BATCH);
    if (count > 0) await record(tx, null, { action: 'mails.emptied', changed: { count } });
    return count === BATCH;
  });
}
