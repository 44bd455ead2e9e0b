import type { z } from 'zod';
import type { NewPledge } from '#contract/pledges.ts';
import type { Language } from '#domain/language.ts';
import { plainMoney } from '#domain/money.ts';
import { pledgeCounts, pledgeStatus, pledgeWish, statesBefore, type PledgeMove } from '#domain/pledge.ts';
import { clientKey, type ClientKey } from '#server/client-key.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import type { PledgeEvidence } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure, Repeated } from '#server/failure.ts';
import { donorBehind } from '#server/donors/mailbox.ts';
import { eventById, eventIn } from '#server/events/actions.ts';
import { takeForm, takeReplay } from '#server/limits/actions.ts';
import { mayTellMove, nextRequestAt, send } from '#server/mails/actions.ts';
import { heldPledgee } from '#server/participants/actions.ts';
import { hashToken, makeToken } from '#server/token.ts';
import { mailOf, presentPledge, type PledgeView } from './present.ts';
import {
  addToTotals,
  findByClientKey,
  findByLink,
  findLastEvent,
  findLastRequest,
  insertLink,
  insertPledge,
  insertPledgeEvent,
  listOfEvent,
  listTotals,
  markMoved,
  markVerified,
  type PledgeRow,
} from './queries.ts';

type Wish = z.output<typeof NewPledge>;

export interface Pledger {
  language: Language;
  network: string;
}

/** Promises an amount per unit: pending until the donor confirms it by mail. */
export async function pledge(ctx: Context, wish: Wish, key: string | null, from: Pledger) {
  const sent = clientKey('POST /api/donations', key, wish);
  const earlier = await repeated(ctx, sent);
  if (earlier) return (await takeReplay(ctx, from.network)) ?? earlier;
  const full = await takeForm(ctx, from.network);
  if (full) return full;
  const made = await transaction(ctx.db, async (tx) => {
    const refused = await refusal(ctx, tx, wish);
    if (refused) return refused;
    return insert(ctx, tx, wish, { ...sent, language: wish.language ?? from.language });
  });
  if (made && !(made instanceof Failure)) ctx.log.info({ pledge: made.id }, 'pledged');
  // Two submits of one form at the same moment: the second finds the first one's pledge.
  return made ?? (await repeated(ctx, sent)) ?? fail('key_reused');
}

async function refusal(ctx: Context, tx: Tx, wish: Wish) {
  const event = await eventIn(tx, wish.event_id);
  const participant = event && (await heldPledgee(ctx, tx, event.id, wish.participant_id));
  if (!participant) return fail('unknown_participant');
  if (!event.takes_pledges) return fail('pledges_off');
  if (!event.is_active) return fail('event_closed');
  if (participant.status === 'pending') return fail('participant_pending');
  return participant.status === 'withdrawn' ? fail('participant_withdrawn') : null;
}

async function insert(ctx: Context, tx: Tx, wish: Wish, sender: ClientKey & { language: Language }) {
  const now = ctx.clock();
  const donor = await donorBehind(tx, wish.donor_email, sender.language);
  const { amount_per_unit: rate, ...rest } = wish;
  const row = await insertPledge(tx, { ...rest, ...sender, donor_id: donor.id, rate, created_at: now });
  if (!row) return null;
  await insertPledgeEvent(tx, row.id, 'promised', now, {});
  await addToTotals(tx, row, pledgeCounts(row.rate, null, 'pending'));
  const mail_at = await request(ctx, tx, row, wish.donor_email, donor.verified_at !== null);
  if (mail_at instanceof Failure) return mail_at;
  return made(row, mail_at, await addReceipt(tx, row.id));
}

/** Queues the confirmation request with a token of its own; answers when it leaves, null when it was queued before. */
async function request(ctx: Context, tx: Tx, row: PledgeRow, email: string, verified: boolean, resendOf?: number) {
  const at = await nextRequestAt(ctx, tx, row.donor_id, verified);
  if (at instanceof Failure) return at;
  const token = makeToken();
  const mail = await send(ctx, tx, {
    ...(await mailOf(ctx, tx, row, email)),
    kind: 'pledge-request',
    cause: `pledge-request:${row.id}:${resendOf ?? 0}`,
    token,
    at,
    ...(resendOf !== undefined && { resend_of: resendOf }),
  });
  if (!mail) return null;
  await insertLink(tx, { token_hash: hashToken(token), purpose: 'act', pledge_id: row.id, mail_id: mail.id });
  return mail.send_after;
}

async function addReceipt(tx: Tx, pledgeId: number): Promise<string> {
  const receipt = makeToken();
  await insertLink(tx, { token_hash: hashToken(receipt), purpose: 'receipt', pledge_id: pledgeId });
  return receipt;
}

/** The answer to a form that came before, with a further receipt; null when it is new. */
async function repeated(ctx: Context, { client_key, client_hash }: ClientKey) {
  if (client_key === null) return null;
  return transaction(ctx.db, async (tx) => {
    const row = await findByClientKey(tx, client_key);
    if (!row) return null;
    if (row.client_hash !== client_hash) return fail('key_reused');
    const mail = await findLastRequest(tx, row.id);
    return new Repeated(made(row, mail?.planned_at ?? null, await addReceipt(tx, row.id)));
  });
}

function made(row: PledgeRow, mailAt: Date | null, receipt: string) {
  return {
    id: row.id,
    participant_id: row.participant_id,
    event_id: row.event_id,
    amount_per_unit: plainMoney(row.rate),
    status: pledgeStatus(row),
    created_at: row.created_at.toISOString(),
    mail_at: mailAt?.toISOString() ?? null,
    receipt,
  };
}

const RESEND_SECONDS = 60;

/** The donor's own resend, from the page that holds the receipt. */
export function resendRequest(ctx: Context, id: number | null, receipt: string) {
  return transaction(ctx.db, async (tx) => {
    const row = await findByLink(tx, hashToken(receipt), 'receipt');
    if (!row?.donor_email || (id !== null && row.id !== id)) return fail('unknown_receipt');
    if (pledgeStatus(row) !== 'pending') return fail('pledge_moved');
    const last = await findLastRequest(tx, row.id);
    const wait = last ? RESEND_SECONDS - (ctx.clock().getTime() - last.planned_at.getTime()) / 1000 : 0;
    if (wait > 0) return fail('too_soon', { retryAfter: Math.ceil(wait) });
    const donor = await donorBehind(tx, row.donor_email, row.language);
    // Erased while we looked: the mailbox is nobody's, and stays so.
    if (donor.id !== row.donor_id) return fail('unknown_receipt');
    const at = await request(ctx, tx, row, row.donor_email, row.verified_at !== null, last?.id ?? 0);
    if (at === null) return fail('too_soon', { retryAfter: RESEND_SECONDS });
    return at instanceof Failure ? at : { mail_at: at.toISOString() };
  });
}

export function confirmPledge(ctx: Context, token: string, by: PledgeEvidence['by'] = 'call') {
  return move(ctx, token, by, 'confirm');
}

export function cancelPledge(ctx: Context, token: string, by: PledgeEvidence['by'] = 'call') {
  return move(ctx, token, by, 'cancel');
}

/** The latest wish wins, and repeating it is success: only the call that changed something counts and mails. */
async function move(ctx: Context, token: string, by: PledgeEvidence['by'], wish: PledgeMove) {
  return transaction(ctx.db, async (tx) => {
    const row = await findByLink(tx, hashToken(token), 'act');
    if (!row) return fail('unknown_token');
    const to = pledgeWish[wish];
    const moved = await markWish(tx, row.id, wish, ctx.clock());
    if (!moved) {
      const last = await findLastEvent(tx, row.id, to);
      // Neither moved nor in that state before: it was forgotten between the two looks.
      if (!last) return fail('unknown_token');
      return { ...(await presentPledge(ctx, tx, row, to)), email_sent: last.evidence.mailed ?? false };
    }
    // One moment for the pledge, its history and its mail: they must say the same.
    const { was, at } = moved;
    // The donor before the totals, as a new pledge locks them: otherwise the two could wait for each other.
    if (to === 'confirmed') await markVerified(tx, row.donor_id, at);
    await addToTotals(tx, row, pledgeCounts(row.rate, was, to));
    const mailed = await tellMove(ctx, tx, row, to, token, at);
    await insertPledgeEvent(tx, row.id, to, at, { ...(by && { by }), mailed });
    return { ...(await presentPledge(ctx, tx, row, to)), email_sent: mailed };
  });
}

/** Tries each state the wish moves from; the one that it moved from and when, null when none. */
export async function markWish(tx: Tx, id: number, wish: PledgeMove, now: Date, reason: string | null = null) {
  for (const was of statesBefore(wish)) {
    const at = await markMoved(tx, id, was, pledgeWish[wish], now, reason);
    if (at) return { was, at };
  }
  return null;
}

async function tellMove(
  ctx: Context,
  tx: Tx,
  row: PledgeRow,
  to: 'confirmed' | 'cancelled',
  token: string,
  at: Date,
): Promise<boolean> {
  if (!row.donor_email || !(await mayTellMove(ctx, tx, row.id))) return false;
  const mail = await send(ctx, tx, {
    ...(await mailOf(ctx, tx, row, row.donor_email)),
    kind: `pledge-${to}`,
    cause: `pledge-${to}:${row.id}:${at.toISOString()}`,
    token,
    at,
  });
  return mail !== null;
}

/** What the holder of a link sees, and whether its last move was mailed; changes nothing. Null when the link is unknown. */
export async function pledgeByToken(
  ctx: Context,
  token: string,
): Promise<{ pledge: PledgeView; mailed: boolean | null } | null> {
  return transaction(ctx.db, async (tx) => {
    const row = await findByLink(tx, hashToken(token), 'act');
    if (!row) return null;
    const status = pledgeStatus(row);
    const last = status === 'pending' ? null : await findLastEvent(tx, row.id, status);
    return { pledge: await presentPledge(ctx, tx, row, status), mailed: last?.evidence.mailed ?? null };
  });
}

/** What the holder of a receipt sees: his own pledge, with the address he typed. */
export async function pledgeByReceipt(ctx: Context, receipt: string) {
  return transaction(ctx.db, async (tx) => {
    const row = await findByLink(tx, hashToken(receipt), 'receipt');
    if (!row) return null;
    const view = await presentPledge(ctx, tx, row, pledgeStatus(row));
    return { ...view, email: row.donor_email ?? '', created_at: row.created_at };
  });
}

export async function pledgeTotals(ctx: Context, eventId: number) {
  if (!(await eventById(ctx, eventId))) return fail('unknown_event');
  const rows = await listTotals(ctx.db, eventId);
  return rows.map(({ participant_id, amount, supporters }) => ({
    participant_id,
    confirmed_per_unit: plainMoney(amount),
    supporters,
  }));
}

export async function pledgesOfEvent(ctx: Context, eventId: number) {
  if (!(await eventById(ctx, eventId))) return fail('unknown_event');
  const rows = await listOfEvent(ctx.db, eventId);
  const donations = rows.map((row) => ({
    participant_id: row.participant_id,
    amount_per_unit: plainMoney(row.rate),
    status: pledgeStatus(row),
  }));
  return { donations };
}
