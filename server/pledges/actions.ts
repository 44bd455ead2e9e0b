import type { z } from 'zod';
import type { PartQuery } from '#contract/paging.ts';
import type { NewPledge } from '#contract/pledges.ts';
import type { Language } from '#domain/language.ts';
import { plainMoney } from '#domain/money.ts';
import {
  pledgeCounts,
  pledgeStatus,
  pledgeWish,
  statesBefore,
  type PledgeMove,
  type PledgeStatus,
} from '#domain/pledge.ts';
import { clientKey, type ClientKey } from '#server/client-key.ts';
import type { Context, Sender } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import type { PledgeEvidence } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure, Repeated } from '#server/failure.ts';
import { donorBehind } from '#server/donors/actions.ts';
import { eventById, eventIn } from '#server/events/actions.ts';
import { listOrPage } from '#server/list-or-page.ts';
import { takeForm, takeReplay } from '#server/limits/actions.ts';
import { mayTellMove, nextRequestAt, send } from '#server/mails/actions.ts';
import { heldParticipant } from '#server/participants/actions.ts';
import { hashToken, makeToken } from '#server/token.ts';
import { heldPlaceOf, mailOf, placeOf, presentPledge, type Place, type PledgeView } from './present.ts';
import {
  countTotals,
  findByClientKey,
  findByLink,
  findLastEvent,
  findLastRequest,
  insertLink,
  insertMove,
  insertPledge,
  listOfEvent,
  listTotals,
  markMoved,
  markVerified,
  type PledgeRow,
} from './queries.ts';

type Wish = z.output<typeof NewPledge>;

/** Promises an amount per unit: pending until the donor confirms it by mail. */
export async function pledge(ctx: Context, wish: Wish, key: string | null, from: Sender) {
  const sent = clientKey('POST /api/donations', key, wish);
  const earlier = await repeated(ctx, sent);
  if (earlier) return (await takeReplay(ctx, from.network)) ?? earlier;
  const full = await takeForm(ctx, from.network);
  if (full) return full;
  const made = await transaction(ctx.db, async (tx) => {
    const place = await openPlace(ctx, tx, wish);
    if (place instanceof Failure) return place;
    return insert(ctx, tx, wish, place, { ...sent, language: wish.language ?? from.language });
  });
  if (made && !(made instanceof Failure)) ctx.log.info({ pledge: made.id }, 'pledged');
  // Two submits of one form at the same moment: the second finds the first one's pledge.
  return made ?? (await repeated(ctx, sent)) ?? fail('key_reused');
}

/** What the pledge is for, held against an erasure; or why nothing can be promised there. */
async function openPlace(ctx: Context, tx: Tx, wish: Wish) {
  const event = await eventIn(tx, wish.event_id);
  const participant = event && (await heldParticipant(ctx, tx, event.id, wish.participant_id));
  if (!participant) return fail('unknown_participant');
  if (!event.is_active) return fail('event_closed');
  if (!event.takes_pledges) return fail('pledges_off');
  if (participant.status === 'pending') return fail('participant_pending');
  return participant.status === 'withdrawn' ? fail('participant_withdrawn') : { event, participant };
}

async function insert(ctx: Context, tx: Tx, wish: Wish, place: Place, sender: ClientKey & { language: Language }) {
  const donor = await donorBehind(tx, wish.donor_email, sender.language);
  const { amount_per_unit: rate, ...rest } = wish;
  const pledge = { ...rest, ...sender, donor_id: donor.id, rate, created_at: ctx.clock() };
  const receipt = makeToken();
  const row = await insertPledge(tx, pledge, pledgeCounts(rate, null, 'pending'), hashToken(receipt));
  if (!row) return null;
  // Whoever was unknown until now has had no mail.
  const at = donor.is_new ? ctx.clock() : await nextRequestAt(ctx, tx, donor.id, donor.verified_at !== null);
  if (at instanceof Failure) return at;
  return made(row, await request(ctx, tx, row, mailOf(ctx, row, wish.donor_email, place), at), receipt);
}

/** Queues the confirmation request with a token of its own; answers when it leaves, null when it was queued before. */
async function request(
  ctx: Context,
  tx: Tx,
  row: PledgeRow,
  mail: ReturnType<typeof mailOf>,
  at: Date,
  resendOf?: number,
) {
  const token = makeToken();
  const queued = await send(ctx, tx, {
    ...mail,
    kind: 'pledge-request',
    cause: `pledge-request:${row.id}:${resendOf ?? 0}`,
    token,
    at,
    ...(resendOf !== undefined && { resend_of: resendOf }),
  });
  if (!queued) return null;
  await insertLink(tx, { token_hash: hashToken(token), purpose: 'act', pledge_id: row.id, mail_id: queued.id });
  return queued.send_after;
}

async function addReceipt(tx: Tx, pledgeId: number): Promise<string> {
  const receipt = makeToken();
  await insertLink(tx, { token_hash: hashToken(receipt), purpose: 'receipt', pledge_id: pledgeId });
  return receipt;
}

/** The answer to a form that came before, with a further receipt; null when it is new. */
async function repeated(ctx: Context, { client_key, client_hash }: ClientKey) {
  // Most forms are new: looking for them needs no transaction.
  if (client_key === null || !(await findByClientKey(ctx.db, client_key))) return null;
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
    const next = await nextRequestAt(ctx, tx, row.donor_id, row.verified_at !== null);
    if (next instanceof Failure) return next;
    const mail = mailOf(ctx, row, row.donor_email, await heldPlaceOf(ctx, tx, row));
    const at = await request(ctx, tx, row, mail, next, last?.id ?? 0);
    return at === null ? fail('too_soon', { retryAfter: RESEND_SECONDS }) : { mail_at: at.toISOString() };
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
      const pledge = presentPledge(ctx, row, to, await placeOf(ctx, tx, row));
      return { ...pledge, email_sent: last.evidence.mailed ?? false };
    }
    // One moment for the pledge, its history and its mail: they must say the same.
    const { was, at } = moved;
    const place = await heldPlaceOf(ctx, tx, row);
    // The donor before the totals, as a new pledge locks them: otherwise the two could wait for each other.
    if (to === 'confirmed' && row.verified_at === null) await markVerified(tx, row.donor_id, at);
    const mailed = await tellMove(ctx, tx, row, place, { was, to, token, at });
    const evidence = { ...(by && { by }), mailed };
    await insertMove(tx, row, pledgeCounts(row.rate, was, to), { kind: to, at, evidence });
    return { ...presentPledge(ctx, row, to, place), email_sent: mailed };
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
  place: Place,
  { was, to, token, at }: { was: PledgeStatus; to: 'confirmed' | 'cancelled'; token: string; at: Date },
): Promise<boolean> {
  if (!row.donor_email) return false;
  // Nothing was told yet of a pledge that never moved.
  if (was !== 'pending' && !(await mayTellMove(ctx, tx, row.id))) return false;
  const mail = await send(ctx, tx, {
    ...mailOf(ctx, row, row.donor_email, place),
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
    const pledge = presentPledge(ctx, row, status, await placeOf(ctx, tx, row));
    return { pledge, mailed: last?.evidence.mailed ?? null };
  });
}

/** What the holder of a receipt sees: his own pledge, with the address he typed. */
export async function pledgeByReceipt(ctx: Context, receipt: string) {
  return transaction(ctx.db, async (tx) => {
    const row = await findByLink(tx, hashToken(receipt), 'receipt');
    if (!row) return null;
    const view = presentPledge(ctx, row, pledgeStatus(row), await placeOf(ctx, tx, row));
    return { ...view, email: row.donor_email ?? '', created_at: row.created_at };
  });
}

export async function pledgeTotals(ctx: Context, eventId: number, wish: PartQuery) {
  if (!(await eventById(ctx, eventId))) return fail('unknown_event');
  return listOrPage(
    wish,
    {
      all: () => listTotals(ctx.db, eventId),
      page: (page) => listTotals(ctx.db, eventId, page),
      count: () => countTotals(ctx.db, eventId),
    },
    ({ participant_id, amount, supporters }) => ({
      participant_id,
      confirmed_per_unit: plainMoney(amount),
      supporters,
    }),
  );
}

export async function pledgesWithoutDonors(ctx: Context, eventId: number) {
  if (!(await eventById(ctx, eventId))) return fail('unknown_event');
  const rows = await listOfEvent(ctx.db, eventId);
  const donations = rows.map((row) => ({
    participant_id: row.participant_id,
    amount_per_unit: plainMoney(row.rate),
    status: pledgeStatus(row),
  }));
  return { donations };
}
