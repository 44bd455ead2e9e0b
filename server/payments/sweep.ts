import { DAY, earlier, later, MINUTE } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { PaymentsBusy, PaymentsFailed, type Payment } from '#server/services/payments.ts';
import { transaction } from '#server/db/transaction.ts';
import { book, changes, mirror, withKnown } from './book.ts';
import { GAP_SECONDS } from './look.ts';
import { claimSweep, listByReferences, listKnown, markSwept, markWanted, type SweepRow } from './queries.ts';

const EVERY = 5 * MINUTE;
/** A list may learn late of what happened. */
const OVERLAP = 15 * MINUTE;
/** Once a day further back: what a bank lets through late is listed under its first day. */
const DEEP = 8 * DAY;

/** Finds what notices missed: reads the newest payments of the account that is due; true when there may be more. */
export async function sweepNext(ctx: Context): Promise<boolean> {
  const now = ctx.clock();
  const sweep = await claimSweep(ctx.db, now, later(now, EVERY));
  if (!sweep) return false;
  try {
    const from = fromOf(sweep, now);
    let asked = ctx.clock();
    for await (const page of ctx.payments.listPayments(sweep.instance, from, now)) {
      await bookListed(ctx, sweep.instance, asked, page);
      asked = ctx.clock();
    }
    await markSwept(ctx.db, sweep.instance, { swept_until: now, ...(isDeep(sweep, now) && { deep_at: now }) });
  } catch (error) {
    if (!(error instanceof PaymentsFailed)) throw error;
    ctx.log.warn({ instance: sweep.instance, fault: error.name, told: error.message }, 'payments not listed');
    if (error instanceof PaymentsBusy) await markSwept(ctx.db, sweep.instance, { next_at: error.until });
  }
  return true;
}

const isDeep = ({ deep_at }: SweepRow, now: Date): boolean => !deep_at || now.getTime() - deep_at.getTime() > DAY;

function fromOf(sweep: SweepRow, now: Date): Date {
  const usual = earlier(sweep.swept_until, OVERLAP);
  const deep = earlier(now, DEEP);
  return isDeep(sweep, now) && deep < usual ? deep : usual;
}

/** Rows of other shops on the account are none of ours, and rows that say nothing new cost no transaction. */
async function bookListed(ctx: Context, instance: string, asked: Date, page: Payment[]): Promise<void> {
  const references = page.flatMap(({ reference }) => reference ?? []);
  const ours = new Map((await listByReferences(ctx.db, instance, references)).map((one) => [one.reference, one]));
  const listed = page.flatMap((payment) => {
    const checkout = ours.get(payment.reference ?? '');
    return checkout ? [{ checkout, payment, isListed: true as const }] : [];
  });
  const refs = listed.map(({ payment }) => payment.id);
  const known = new Map((await listKnown(ctx.db, instance, refs)).map((row) => [row.provider_ref, row]));
  const news = listed.filter(({ checkout, payment }) => {
    const before = known.get(payment.id);
    return changes(before, mirror(checkout, withKnown(payment, before), asked)) !== null;
  });
  for (const [giftId, bookings] of Map.groupBy(news, ({ checkout }) => checkout.gift_id)) {
    await book(ctx, giftId, asked, bookings);
    // A list tells less than the checkout itself.
    await transaction(ctx.db, async (tx) => {
      for (const id of new Set(bookings.map(({ checkout }) => checkout.id))) {
        await markWanted(tx, id, ctx.clock(), GAP_SECONDS);
      }
    });
  }
}
