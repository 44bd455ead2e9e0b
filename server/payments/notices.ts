import { createHash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import type { Delivered, Notice } from '#server/services/payments.ts';
import { GAP_SECONDS } from './look.ts';
import { findByReference, holdGift, insertNotice, listByGateway, markWanted, type CheckoutRow } from './queries.ts';

/** Of one checkout; the provider itself sends a handful. */
const MOST_KEPT = 50;

/** What a notice says of a donor is kept no longer. */
export const NOTICE_DAYS = 14;

/** A hint of the provider: kept where it is about a checkout of ours, and worked later by looking there. */
export async function takeNotice(ctx: Context, delivery: Delivered) {
  if (!ctx.payments.isGenuine(delivery)) return forged(ctx);
  const notice = ctx.payments.readNotice(delivery);
  const possible = notice ? await checkoutsOf(ctx, notice) : [];
  if (!notice || possible.length === 0) return { message: 'ok' };
  const checkout = possible.find(({ instance }) => ctx.payments.isGenuine(delivery, instance));
  if (!checkout) return forged(ctx);
  await transaction(ctx.db, async (tx) => {
    const received_at = ctx.clock();
    const { body, contentType } = delivery;
    const content_type = contentType.slice(0, 100);
    // Whatever is in it: a hash is text that can be kept.
    const said = createHash('sha256').update(notice.key ?? body);
    const key = `${checkout.id}:${said.digest('base64url')}`;
    await holdGift(tx, checkout.gift_id);
    await insertNotice(tx, { key, checkout_id: checkout.id, body, content_type, received_at }, MOST_KEPT);
    await markWanted(tx, checkout.id, received_at, GAP_SECONDS);
  });
  return { message: 'ok' };
}

/** Or our key is not theirs: then every notice is. */
function forged(ctx: Context) {
  ctx.log.warn('notice with a wrong signature');
  return fail('wrong_signature');
}

/** By our reference, which says more than a number of theirs; what is neither is nothing of ours. */
async function checkoutsOf(ctx: Context, { reference, checkoutId }: Notice): Promise<CheckoutRow[]> {
  if (reference !== null) {
    const found = /^[\w-]{22}\.\d{1,6}$/.test(reference) && (await findByReference(ctx.db, reference));
    return found ? [found] : [];
  }
  return checkoutId !== null && /^\d{1,20}$/.test(checkoutId) ? listByGateway(ctx.db, checkoutId) : [];
}
