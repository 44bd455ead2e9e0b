import { setTimeout as rest } from 'node:timers/promises';
import { paths, type Return } from '#contract/paths.ts';
import { later, SECOND } from '#domain/dates.ts';
import { translator } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { PaymentsBusy, PaymentsFailed } from '#server/services/payments.ts';
import { eventEverIn, eventIn } from '#server/events/actions.ts';
import { lockedGift } from '#server/gifts/balance.ts';
import { participantEver } from '#server/participants/actions.ts';
import { insertCheckout, insertSweep, listAttempts, markGivenUp, markOpened, type CheckoutRow } from './queries.ts';

type Gift = Awaited<ReturnType<typeof lockedGift>>;

/** So long nobody can have paid and the provider not know it: from then on nobody can pay. */
export const PAYABLE_MINUTES = 1440;
/** The first look at a checkout that nobody heard of. */
const FIRST_LOOK = 30 * SECOND;
/** So long an attempt of another request is waited for; then one's own is begun. */
const PATIENCE = 5 * SECOND;

/** Where a gift is paid. Two that ask at once are given one link; what else was opened is given to nobody. */
export async function payLink(ctx: Context, gift: Gift): Promise<string | Failure<PayFault>> {
  for (;;) {
    const attempts = await listAttempts(ctx.db, gift.id);
    const link = attempts.find((one) => one.link !== null)?.link;
    if (link) return link;
    const last = attempts.at(-1);
    if (last && isUnderWay(last, ctx.clock())) await rest(250);
    else {
      const attempt = await transaction(ctx.db, (tx) => beginAttempt(ctx, tx, gift, (last?.attempt ?? 0) + 1));
      if (attempt instanceof Failure) return attempt;
      if (attempt) return open(ctx, gift, attempt);
    }
  }
}

type PayFault = 'gifts_off' | 'payment_failed' | 'unavailable';

function isUnderWay({ gateway_id, given_up_at, created_at }: CheckoutRow, now: Date): boolean {
  return gateway_id === null && given_up_at === null && now.getTime() - created_at.getTime() < PATIENCE;
}

/** The intent, before anybody is asked; null when somebody else made this attempt. */
export async function beginAttempt(ctx: Context, tx: Tx, gift: Gift, attempt: number) {
  const event = await eventIn(tx, gift.event_id);
  if (!event?.payrexx_instance) return fail('gifts_off');
  const instance = event.payrexx_instance.toLowerCase();
  const created_at = ctx.clock();
  await insertSweep(tx, instance, created_at);
  const reference = `${gift.public_id}.${attempt}`;
  return (
    (await insertCheckout(tx, { gift_id: gift.id, attempt, instance, reference, amount: gift.amount, created_at })) ??
    null
  );
}

/** Asks the provider, and keeps what it answers. */
export async function open(ctx: Context, gift: Gift, checkout: CheckoutRow): Promise<string | Failure<PayFault>> {
  const back = (came?: Return) => ctx.config.publicUrl + paths.gift(gift.public_id, came);
  try {
    const opened = await ctx.payments.openCheckout({
      instance: checkout.instance,
      amount: checkout.amount,
      reference: checkout.reference,
      purpose: await purposeOf(ctx, gift),
      language: gift.language,
      donor: { name: gift.donor_name, email: gift.donor_email },
      back: { paid: back(), failed: back('failed'), cancelled: back('cancelled') },
      minutes: PAYABLE_MINUTES,
    });
    const link = await keep(ctx, gift.id, checkout.id, opened);
    ctx.log.info({ checkout: checkout.id, gift: gift.id }, 'checkout opened');
    return link;
  } catch (error) {
    if (!(error instanceof PaymentsFailed)) throw error;
    ctx.log.warn(
      { checkout: checkout.id, gift: gift.id, fault: error.name, told: error.message },
      'checkout not opened',
    );
    await markGivenUp(ctx.db, checkout.id, ctx.clock());
    if (!(error instanceof PaymentsBusy)) return fail('payment_failed');
    const seconds = (error.until.getTime() - ctx.clock().getTime()) / 1000;
    return fail('unavailable', { retryAfter: Math.max(1, Math.ceil(seconds)) });
  }
}

function purposeOf(ctx: Context, gift: Gift): Promise<string> {
  return transaction(ctx.db, async (tx) => {
    const event = await eventEverIn(tx, gift.event_id);
    const participant = await participantEver(ctx, tx, gift.event_id, gift.participant_id);
    const words = { name: participant?.name ?? '', event: event?.name ?? '' };
    return translator(gift.language)('payment.purpose', words);
  });
}

/** The first link that is kept is the only one that leaves us. */
function keep(ctx: Context, giftId: number, id: number, opened: { id: string; link: string }): Promise<string> {
  return transaction(ctx.db, async (tx) => {
    await lockedGift(tx, giftId);
    const first = (await listAttempts(tx, giftId)).find((one) => one.link !== null)?.link;
    const now = ctx.clock();
    const next_look_at = first ? now : later(now, FIRST_LOOK);
    await markOpened(tx, id, { gateway_id: opened.id, link: first ? null : opened.link, next_look_at });
    return first ?? opened.link;
  });
}
