import type { ContributionQuery } from '#contract/contributions.ts';
import { plainMoney, rappenOf } from '#domain/money.ts';
import { fullName } from '#domain/names.ts';
import { giftProgress, pledgeProgress } from '#domain/progress.ts';
import { searchWords } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { fail } from '#server/failure.ts';
import { eventEverById } from '#server/events/actions.ts';
import { countContributions, listContributions, sumContributions, type Sums } from './queries.ts';

/** What was promised and given to each participant, with the sums of the whole event. */
export async function contributionsOf(ctx: Context, eventId: number, { q = '', ...wish }: ContributionQuery) {
  const event = await eventEverById(ctx, eventId);
  if (!event) return fail('unknown_event');
  const choice = { ...wish, words: searchWords(q) };
  const [rows, total, all] = await Promise.all([
    listContributions(ctx.db, eventId, choice),
    countContributions(ctx.db, eventId, choice),
    sumContributions(ctx.db, eventId, wish.kind),
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

function presentSums({ confirmed, pending, rate_confirmed, rate_pending, gifts, gift_count, donors }: Sums) {
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
