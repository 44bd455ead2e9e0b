import { giftBalance, type PaymentFacts } from '#domain/gift.ts';
import { plainMoney, type Rappen } from '#domain/money.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { record } from '#server/activity/actions.ts';
import { eventEverIn } from '#server/events/actions.ts';
import { send } from '#server/mails/actions.ts';
import { giftMail } from './present.ts';
import { addToTotals, lockGift, updateBalance, type Balance, type GiftRow } from './queries.ts';

/** The gift as it is now, and stays until the transaction ends. */
export function lockedGift(tx: Tx, id: number): Promise<GiftRow> {
  return lockGift(tx, id);
}

/** Brings a locked gift, its totals, the activity log and its mails in step with all that was paid for it. */
export async function balanceGift(
  ctx: Context,
  tx: Tx,
  gift: GiftRow,
  payments: readonly (PaymentFacts & { at: Date | null })[],
): Promise<GiftRow> {
  const deleted = (await eventEverIn(tx, gift.event_id))?.deleted_at ?? null;
  const isLate = deleted !== null && (gift.paid_at ?? firstPaid(ctx, payments)) > deleted;
  const { paid, net, flag } = giftBalance({ amount: gift.amount, isLate }, payments);
  const after: Balance = {
    net,
    flag,
    flag_done_at: flag === gift.flag ? gift.flag_done_at : null,
    paid_at: gift.paid_at ?? (paid > 0 ? firstPaid(ctx, payments) : null),
    failed_at: paid > 0 ? null : gift.failed_at,
  };
  const isFirst = gift.paid_at === null && after.paid_at !== null;
  if (net === gift.net && flag === gift.flag && !isFirst) return gift;
  await updateBalance(tx, gift.id, after);
  await addToTotals(tx, gift, { gifts: net - gift.net, gift_count: Number(net > 0) - Number(gift.net > 0) });
  await tell(tx, gift, after, isFirst ? paid : null);
  const changed = { ...gift, ...after };
  if (isFirst && net > 0) await thank(ctx, tx, changed);
  return changed;
}

/** When the provider says that the first money came; never later than now, whatever its clock says. */
function firstPaid({ clock }: Context, payments: readonly { at: Date | null; reversal: unknown }[]): Date {
  const times = payments.flatMap(({ at, reversal }) => (at && !reversal ? at.getTime() : []));
  return new Date(Math.min(clock().getTime(), ...times));
}

/** `arrived`: what came in, when nothing had before. Some of it may have gone back by then, which is told of its own. */
async function tell(tx: Tx, gift: GiftRow, after: Balance, arrived: Rappen | null): Promise<void> {
  const { event_id, participant_id } = gift;
  const about = { event_id, participant_id, subject: 'gift', subject_id: gift.id };
  if (arrived !== null) {
    await record(tx, null, { ...about, action: 'gift.paid', changed: { net: plainMoney(arrived) } });
  }
  const was = arrived ?? gift.net;
  if (after.net !== was) {
    const changed = { was: plainMoney(was), net: plainMoney(after.net) };
    await record(tx, null, { ...about, action: 'gift.corrected', changed });
  }
  if (after.flag !== null && after.flag !== gift.flag) {
    await record(tx, null, { ...about, action: 'gift.flagged', changed: { flag: after.flag } });
  }
}

/** Once, after it is known to be paid: the donor where he left an address, the participant where the organiser wants it. */
async function thank(ctx: Context, tx: Tx, gift: GiftRow): Promise<void> {
  for (const kind of ['gift-thanks', 'gift-received'] as const) {
    const mail = await giftMail(ctx, tx, gift, kind);
    if (mail) await send(ctx, tx, { ...mail, cause: `${kind}:${gift.id}` });
  }
}
