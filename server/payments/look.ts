import { setTimeout as rest } from 'node:timers/promises';
import { DAY, earlier, later, MINUTE, SECOND } from '#domain/dates.ts';
import { giftStatus } from '#domain/gift.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { faultOf } from '#server/log.ts';
import {
  PaymentsBusy,
  PaymentsFailed,
  PaymentsRefused,
  type Asker,
  type Checkout,
  type CheckoutKey,
} from '#server/services/payments.ts';
import { book } from './book.ts';
import { PAYABLE_MINUTES } from './checkouts.ts';
import {
  claimDue,
  claimOf,
  markHandled,
  markLooked,
  markOpenWanted,
  markPutOff,
  markUnpaid,
  putOffAll,
  type Claimed,
} from './queries.ts';

/** However many notices come, each checkout is looked at so seldom. */
export const GAP_SECONDS = 10;
const DONOR_GAP = 2 * SECOND;
/** So long a donor waits for the provider; what it says later he sees at the next look. */
const DONOR_PATIENCE = 3 * SECOND;
/** Longer than any look can take. */
const LEASE = MINUTE;
/** Nobody can pay any more, also by the provider's clock. */
const CLOSING_AGE = PAYABLE_MINUTES * MINUTE + 2 * MINUTE;
const LONGEST_PAUSE = 10 * MINUTE;
/** Paid ones are looked at once more so many days after they were opened: money can go back without a word. */
const LATER_LOOKS = [1, 7, 30, 120];

/** Looks at the checkout that is due for longest, news first; true when there may be more. */
export async function lookAtNext(ctx: Context): Promise<boolean> {
  const now = ctx.clock();
  const due = await claimDue(ctx.db, { now, before: earlier(now, GAP_SECONDS * SECOND), lease: later(now, LEASE) });
  if (due) await look(ctx, due, 'job');
  return due !== undefined;
}

/** Looks for a donor who waits, unless somebody just did. */
export async function lookForDonor(ctx: Context, giftId: number): Promise<void> {
  const now = ctx.clock();
  const open = await claimOf(ctx.db, giftId, { now, before: later(now, -DONOR_GAP) });
  if (!open) return;
  const looking = look(ctx, open, 'donor');
  const isLate = await Promise.race([looking.then(() => false), rest(DONOR_PATIENCE, true, { ref: false })]);
  // Nobody waits for it any more who could hear of a fault.
  if (isLate) {
    looking.catch((error: unknown) => {
      ctx.log.error({ checkout: open.id, gift: giftId, ...faultOf(error) }, 'look broke off');
    });
  }
}

/** All of a deleted event that somebody could still pay are looked at as soon as may be, and so closed. */
export function lookAtOpenOf(ctx: Context, tx: Tx, eventId: number): Promise<void> {
  return markOpenWanted(tx, eventId, ctx.clock(), GAP_SECONDS);
}

/** What the provider says now, which alone is true. */
async function look(ctx: Context, checkout: Claimed, asker: Asker): Promise<void> {
  const key = { instance: checkout.instance, id: checkout.gateway_id };
  try {
    const seen = await ctx.payments.readCheckout(key, asker);
    if (seen?.reference && seen.reference !== checkout.reference) {
      ctx.log.error(
        { checkout: checkout.id, gift: checkout.gift_id },
        'the provider calls another checkout by this number',
      );
      return await markPutOff(ctx.db, checkout, later(ctx.clock(), DAY));
    }
    const bookings = (seen?.payments ?? []).map((payment) => ({ checkout, payment }));
    const gift = await book(ctx, checkout.gift_id, checkout.looked_at, bookings);
    await conclude(ctx, checkout, key, seen, ['open', 'failed'].includes(giftStatus(gift)));
    await markHandled(ctx.db, checkout.id, checkout.looked_at, ctx.clock());
  } catch (error) {
    if (!(error instanceof PaymentsFailed)) throw error;
    await putOff(ctx, checkout, error, asker);
  }
}

/** When it is looked at next; one that nobody may or need pay any more is closed there. */
async function conclude(ctx: Context, checkout: Claimed, key: CheckoutKey, seen: Checkout | null, isUnpaid: boolean) {
  const now = ctx.clock();
  const age = now.getTime() - checkout.created_at.getTime();
  const isPaid = (seen?.payments ?? []).some(({ status }) => !['waiting', 'failed'].includes(status));
  const isOver = !seen || checkout.link === null || checkout.is_hidden || age > CLOSING_AGE || !isUnpaid;
  if (seen && !isPaid && isOver && !checkout.closed_at) await closeThere(ctx, checkout, key);
  const isClosed = isPaid || isOver;
  await markLooked(ctx.db, checkout.id, {
    status_raw: seen?.statusRaw ?? null,
    closed_at: isClosed ? (checkout.closed_at ?? now) : null,
    next_look_at: isPaid ? laterLook(checkout.created_at, now) : isClosed ? null : later(now, pauseAt(age)),
    soonest: later(checkout.looked_at, GAP_SECONDS * SECOND),
  });
  if (isClosed && isUnpaid && (!seen || checkout.is_hidden || age > CLOSING_AGE))
    await failUnpaid(ctx, checkout.gift_id);
}

/** Where the provider refuses, its own time limit has closed it. */
async function closeThere(ctx: Context, { id, gift_id }: Claimed, key: CheckoutKey): Promise<void> {
  try {
    await ctx.payments.closeCheckout(key);
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    ctx.log.warn({ checkout: id, gift: gift_id, fault: error.fault, told: error.message }, 'checkout not closed');
  }
}

async function putOff(ctx: Context, checkout: Claimed, error: PaymentsFailed, asker: Asker): Promise<void> {
  if (error instanceof PaymentsBusy) {
    // Donors who ask too often use up their own share only.
    if (asker === 'donor') return;
    await putOffAll(ctx.db, checkout.instance, error.until);
    return markPutOff(ctx.db, checkout, error.until);
  }
  ctx.log.warn(
    { checkout: checkout.id, gift: checkout.gift_id, fault: error.name, told: error.message },
    'checkout not read',
  );
  const pause = error instanceof PaymentsRefused ? LONGEST_PAUSE : MINUTE;
  if (asker === 'job') await markPutOff(ctx.db, checkout, later(ctx.clock(), pause));
}

/** Gifts that nobody can pay any more, also those whose checkout could never be opened; or one of them. */
export function failUnpaid(ctx: Context, giftId: number | null = null): Promise<void> {
  const now = ctx.clock();
  return markUnpaid(ctx.db, { giftId, now, before: later(now, -CLOSING_AGE) });
}

/** The longer it is open, the less often: nobody waits for it any more. */
const pauseAt = (age: number): number => Math.min(Math.max(30 * SECOND, age / 2), LONGEST_PAUSE);

function laterLook(created: Date, now: Date): Date | null {
  const next = LATER_LOOKS.map((days) => later(created, days * DAY)).find((at) => at > now);
  return next ?? null;
}
