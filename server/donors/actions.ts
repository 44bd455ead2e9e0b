import type { GivenPledge, PledgeQuery, PromisedQuery } from '#contract/donors.ts';
import { plainMoney, rappenOf } from '#domain/money.ts';
import { fullName } from '#domain/names.ts';
import { pledgeStatus } from '#domain/pledge.ts';
import { giftProgress, pledgeProgress } from '#domain/progress.ts';
import { searchWords } from '#domain/text.ts';
import type { Context, Staff } from '#server/context.ts';
import { fail, Failure } from '#server/failure.ts';
import { eventEverById } from '#server/events/actions.ts';
import { listOrPage } from '#server/list-or-page.ts';
import { voidPledge } from '#server/pledges/hand.ts';
import {
  countGiven,
  countPromised,
  findGiven,
  findParticipant,
  listGiven,
  listGivenPage,
  listPromised,
  sumPromised,
  type Choice,
  type GivenRow,
  type Promised,
} from './queries.ts';

export async function pledgesOfEvent(ctx: Context, id: number, wish: PledgeQuery) {
  return (await eventEverById(ctx, id)) ? given(ctx, { event: id }, wish) : fail('unknown_event');
}

export async function pledgesOfParticipant(ctx: Context, id: number, wish: PledgeQuery) {
  return (await findParticipant(ctx.db, id)) ? given(ctx, { participant: id }, wish) : fail('unknown_participant');
}

function given(ctx: Context, of: Choice['of'], wish: PledgeQuery) {
  const choice = { ...wish, of, words: searchWords(wish.q ?? '') };
  return listOrPage(
    wish,
    {
      all: () => listGiven(ctx.db, choice),
      page: async (page, total) => listGivenPage(ctx.db, { ...choice, ...page }, await total),
      count: () => countGiven(ctx.db, choice),
    },
    present,
  );
}

/** What was promised and given to each participant, with the sums of the whole event. */
export async function promisedTo(ctx: Context, eventId: number, { q = '', ...wish }: PromisedQuery) {
  const event = await eventEverById(ctx, eventId);
  if (!event) return fail('unknown_event');
  const choice = { ...wish, words: searchWords(q) };
  const [rows, total, all] = await Promise.all([
    listPromised(ctx.db, eventId, choice),
    countPromised(ctx.db, eventId, choice),
    sumPromised(ctx.db, eventId, wish.kind),
  ]);
  const items = rows.map((row) => ({
    participant_id: row.participant_id,
    participant_name: fullName(row) || null,
    bib: row.bib,
    ...presentSums(row),
    goal_percent: pledgeProgress(row.rate_confirmed, event.pledge_goal).percent,
    gift_goal_percent: giftProgress(row.gifts, event.gift_goal).percent,
  }));
  const goals = { goal: plainMoney(event.pledge_goal), gift_goal: plainMoney(event.gift_goal) };
  return { items, total, limit: wish.limit, offset: wish.offset, totals: { ...presentSums(all), ...goals } };
}

function presentSums({ confirmed, pending, rate_confirmed, rate_pending, gifts, gift_count, donors }: Promised) {
  return {
    pledges: confirmed + pending,
    confirmed,
    pending,
    total_per_unit: plainMoney(rappenOf(rate_confirmed + rate_pending)),
    confirmed_per_unit: plainMoney(rate_confirmed),
    pending_per_unit: plainMoney(rate_pending),
    gifts: plainMoney(gifts),
    gift_count,
    donors,
  };
}

export async function cancelForDonor(ctx: Context, staff: Staff | null, id: number, reason: string) {
  const done = await voidPledge(ctx, staff, id, reason);
  if (done instanceof Failure) return done;
  const row = await findGiven(ctx.db, id);
  return row ? present(row) : fail('unknown_pledge');
}

function present(row: GivenRow): GivenPledge {
  return {
    id: row.id,
    participant_id: row.participant_id,
    participant_name: fullName(row) || null,
    event_id: row.event_id,
    donor_name: row.donor_name || null,
    donor_email: row.donor_email,
    donor_street: row.donor_street,
    donor_city: row.donor_city,
    donor_country: row.donor_country,
    amount_per_unit: plainMoney(row.rate),
    max_amount: plainMoney(row.max_amount),
    anonymous: row.anonymous,
    message: row.message,
    status: pledgeStatus(row),
    created_at: row.created_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancel_reason: row.cancel_reason,
    cancelled_by: row.cancelled_by,
    mail_id: row.mail_id,
  };
}
