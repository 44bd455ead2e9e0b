import type { Limit } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { fail, type Failure } from '#server/failure.ts';
import { deleteEndedWindows, insertTurn } from './queries.ts';

/** One turn of a shared limit: null when there was one left. Counts over all instances. */
export async function takeTurn(ctx: Context, key: string, limit: Limit): Promise<Failure<'too_many'> | null> {
  const { n, left } = await insertTurn(ctx.db, key, limit.seconds);
  // Once per window, and by its kind alone: the rest of the key is an address.
  if (n === limit.count + 1) ctx.log.warn({ limit: key.split(':')[0] }, 'limit reached');
  return n > limit.count ? fail('too_many', { retryAfter: Math.max(1, left) }) : null;
}

export function forgetTurns(ctx: Context): Promise<void> {
  return deleteEndedWindows(ctx.db);
}
