import type { GiftQuery } from '#contract/gifts.ts';
import { searchWords } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { fail } from '#server/failure.ts';
import { eventEverById } from '#server/events/actions.ts';
import { listOrPage } from '#server/list-or-page.ts';
import { presentListed } from './present.ts';
import { countGifts, listGifts } from './queries.ts';

export async function giftsOfEvent(ctx: Context, eventId: number, wish: GiftQuery) {
  if (!(await eventEverById(ctx, eventId))) return fail('unknown_event');
  const choice = { ...wish, eventId, words: searchWords(wish.q ?? '') };
  return listOrPage(
    wish,
    {
      all: () => listGifts(ctx.db, choice),
      page: (page) => listGifts(ctx.db, { ...choice, ...page }),
      count: () => countGifts(ctx.db, choice),
    },
    presentListed,
  );
}
