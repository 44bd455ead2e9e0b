import { giftStatus, type PaymentFacts } from '#domain/gift.ts';
import type { Context } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Payment } from '#server/services/payments.ts';
import { balanceGift, lockedGift } from '#server/gifts/balance.ts';
import {
  insertPayment,
  insertPaymentEvent,
  listPayments,
  markSeen,
  updatePayment,
  type CheckoutRow,
  type NewPayment,
  type PaymentRow,
} from './queries.ts';

/** A row of the provider, under a checkout of ours. */
interface Booking {
  checkout: Pick<CheckoutRow, 'id' | 'gift_id' | 'instance'>;
  payment: Payment;
  isListed?: true;
}

/**
 * Mirrors what the provider said of one gift's payments when it was asked, and brings the gift in step. What was asked
 * before something that is known says nothing against it, so that answers may overtake each other.
 */
export async function book(ctx: Context, giftId: number, asked: Date, bookings: readonly Booking[]) {
  const { gift, booked } = await transaction(ctx.db, async (tx) => {
    const gift = await lockedGift(tx, giftId);
    const known = new Map((await listPayments(tx, giftId)).map((row) => [row.provider_ref, row]));
    const same: number[] = [];
    const booked: number[] = [];
    for (const { checkout, payment, isListed } of bookings) {
      const before = known.get(payment.id);
      if (before && before.seen_at > asked) continue;
      const row = mirror(checkout, isListed ? withKnown(payment, before) : payment, asked);
      const changed = changes(before, row);
      if (before && !changed) same.push(before.id);
      if (!changed) continue;
      const after = before ? await updatePayment(tx, before.id, row) : await insertPayment(tx, row);
      await insertPaymentEvent(tx, after.id, ctx.clock(), changed);
      known.set(payment.id, after);
      booked.push(after.id);
    }
    if (same.length > 0) await markSeen(tx, same, asked);
    return { gift: await balanceGift(ctx, tx, gift, [...known.values()].map(factsOf)), booked };
  });
  if (booked.length > 0) ctx.log.info({ gift: giftId, payments: booked, status: giftStatus(gift) }, 'payments booked');
  return gift;
}

/** Lists say nothing of what was given back, nor what a row was before: that stays as it is known. */
export function withKnown(payment: Payment, before: PaymentRow | undefined): Payment {
  if (!before) return payment;
  const isWhole = payment.reversal !== null || payment.status === 'confirmed';
  return {
    ...payment,
    amount: isWhole ? payment.amount : before.amount,
    refunded: before.refunded_amount,
    reversal: payment.reversal && { of: payment.reversal.of ?? before.reversal_of },
    method: payment.method ?? before.method,
  };
}

export function mirror({ id, gift_id, instance }: Booking['checkout'], payment: Payment, asked: Date) {
  return {
    instance,
    provider_ref: payment.id,
    checkout_id: id,
    gift_id,
    is_reversal: payment.reversal !== null,
    reversal_of: payment.reversal?.of ?? null,
    status: payment.status,
    status_raw: payment.statusRaw,
    mode: payment.mode,
    currency: payment.currency,
    amount: payment.amount,
    refunded_amount: payment.refunded,
    method: payment.method,
    occurred_at: payment.at,
    seen_at: asked,
  } satisfies NewPayment;
}

const told = [
  'checkout_id',
  'is_reversal',
  'reversal_of',
  'status',
  'status_raw',
  'mode',
  'currency',
  'amount',
  'refunded_amount',
  'method',
  'occurred_at',
] as const;

/** By column; null where nothing is otherwise. */
export function changes(before: PaymentRow | undefined, after: ReturnType<typeof mirror>) {
  const fields = told.filter((field) => !isSame(before?.[field], after[field]));
  if (before && fields.length === 0) return null;
  return Object.fromEntries(fields.map((field) => [field, { old: before?.[field] ?? null, new: after[field] }]));
}

function isSame(before: unknown, after: unknown): boolean {
  if (before instanceof Date && after instanceof Date) return before.getTime() === after.getTime();
  return before === after;
}

function factsOf(row: PaymentRow): PaymentFacts & { at: Date | null } {
  return {
    id: row.provider_ref,
    status: row.status,
    mode: row.mode,
    currency: row.currency,
    amount: row.amount,
    refunded: row.refunded_amount,
    reversal: row.is_reversal ? { of: row.reversal_of } : null,
    at: row.occurred_at,
  };
}
