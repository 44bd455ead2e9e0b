import { DAY, earlier } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { failUnpaid, lookAtNext } from './look.ts';
import { NOTICE_DAYS } from './notices.ts';
import { emptyOldNotices } from './queries.ts';
import { sweepNext } from './sweep.ts';

/** Looks at the provider for what notices, donors and time point to. */
export function lookAtCheckouts(ctx: Context): Promise<boolean> {
  return lookAtNext(ctx);
}

export function sweepPayments(ctx: Context): Promise<boolean> {
  return sweepNext(ctx);
}

export function failUnpaidGifts(ctx: Context): Promise<void> {
  return failUnpaid(ctx);
}

export function forgetNotices(ctx: Context): Promise<void> {
  return emptyOldNotices(ctx.db, earlier(ctx.clock(), NOTICE_DAYS * DAY));
}
