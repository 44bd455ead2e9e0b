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

/** One form more from this network. */
export function takeForm(ctx: Context, network: string) {
  return takeTurn(ctx, `forms:${network}`, ctx.config.limits.forms);
}

/** A form that came before: answering again costs something too, so generous, but not without end. */
export function takeReplay(ctx: Context, network: string) {
  const { forms } = ctx.config.limits;
  return takeTurn(ctx, `replays:${network}`, { ...forms, count: forms.count * 10 });
}

export function forgetTurns(ctx: Context): Promise<void> {
  return deleteEndedWindows(ctx.db);
}
