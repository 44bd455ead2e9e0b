import type { GiftQuery } from '#contract/gifts.ts';
import { searchWords } from '#domain/text.ts';
import type { Context } from '#server/context.ts';
import { fail } from '#server/failure.ts';
import { eventById } from '#server/events/actions.ts';
import { mapInTurns } from '#server/turns.ts';
import { presentGiven } from './present.ts';
import { countGifts, listGifts } from './queries.ts';

/** The size of a page that asks for none. */
const DEFAULT_LIMIT = 50;

/** All gifts of an event, or the page that was asked for. */
export async function giftsOfEvent(ctx: Context, eventId: number, { q, ...wish }: GiftQuery) {
  if (!(await eventById(ctx, eventId))) return fail('unknown_event');
  const words = searchWords(q ?? '');
  const paged = [q, ...Object.values(wish)].some((value) => value !== undefined);
  if (!paged) return mapInTurns(await listGifts(ctx.db, { eventId, words }), presentGiven);
  const { limit = DEFAULT_LIMIT, offset = 0 } = wish;
  const choice = { ...wish, eventId, words, limit, offset };
  const [rows, total] = await Promise.all([listGifts(ctx.db, choice), countGifts(ctx.db, choice)]);
  return { items: rows.map(presentGiven), total, limit, offset };
}
