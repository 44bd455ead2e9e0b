import { MINUTE } from '#domain/dates.ts';
import type { Limit } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { fail, type Failure } from '#server/failure.ts';
import { deleteEndedWindows, insertUse, insertUseAmong } from './queries.ts';

/** One use of a shared limit: null when there was one left. Counts over all instances. */
export async function takeUse(ctx: Context, key: string, limit: Limit): Promise<Failure<'too_many'> | null> {
  const { n, left } = await insertUse(ctx.db, key, limit.seconds);
  // Once per window, and by its kind alone: the rest of the key is an address.
  if (n === limit.count + 1) ctx.log.warn({ limit: key.split(':')[0] }, 'limit reached');
  return n > limit.count ? fail('too_many', { retryAfter: Math.max(1, left) }) : null;
}

/** One form more from this network. */
export function takeForm(ctx: Context, network: string) {
  return takeUse(ctx, `forms:${network}`, ctx.config.limits.forms);
}

/** A form that came before: answering again costs something too, so generous, but not without end. */
export function takeReplay(ctx: Context, network: string) {
  const { forms } = ctx.config.limits;
  return takeUse(ctx, `replays:${network}`, { ...forms, count: forms.count * 10 });
}

/** One of the two steps of a sign-in: going to the provider, and coming back. */
export function takeSignIn(ctx: Context, network: string) {
  return takeUse(ctx, `sign-in:${network}`, ctx.config.limits.signIns);
}

/** The minute that has begun, and as many before it as make any five in a row. */
const MINUTES = 6;

/** One of so many uses in any five minutes, over all instances: null when there was one left, else when to look again. */
async function takeShare({ db, clock }: Books, name: string, most: number): Promise<Date | null> {
  const minute = Math.floor(clock().getTime() / MINUTE);
  const keys = Array.from({ length: MINUTES }, (_, ago) => `${name} ${minute - ago}`);
  const isLeft = await insertUseAmong(db, keys, most, new Date((minute + MINUTES) * MINUTE));
  return isLeft ? null : new Date((minute + 1) * MINUTE);
}

type Books = Pick<Context, 'db' | 'clock'>;

/** For the adapter, which knows no database. */
export const payrexxShare = (books: Books) => (account: string, most: number) =>
  takeShare(books, `payrexx ${account}`, most);

export function forgetEndedWindows(ctx: Context): Promise<void> {
  return deleteEndedWindows(ctx.db);
}
