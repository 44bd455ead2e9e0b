import type { PledgeQuery } from '#contract/pledges.ts';
import { searchWords } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { fail } from '#server/failure.ts';
import { eventEverById } from '#server/events/actions.ts';
import { listOrPage } from '#server/list-or-page.ts';
import { countPledges, findParticipant, listPledges, listPage, type Choice } from './list-queries.ts';
import { presentListed } from './present.ts';

export async function pledgesOfEvent(ctx: Context, id: number, wish: PledgeQuery) {
  return (await eventEverById(ctx, id)) ? listed(ctx, { event: id }, wish) : fail('unknown_event');
}

export async function pledgesOfParticipant(ctx: Context, id: number, wish: PledgeQuery) {
  return (await findParticipant(ctx.db, id)) ? listed(ctx, { participant: id }, wish) : fail('unknown_participant');
}

function listed(ctx: Context, of: Choice['of'], wish: PledgeQuery) {
  const choice = { ...wish, of, words: searchWords(wish.q ?? '') };
  return listOrPage(
    wish,
    {
      all: () => listPledges(ctx.db, choice),
      page: async (page, total) => listPage(ctx.db, { ...choice, ...page }, await total),
      count: () => countPledges(ctx.db, choice),
    },
    presentListed,
  );
}
