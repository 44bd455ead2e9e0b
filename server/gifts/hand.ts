import type { Context, Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { send, type Sent } from '#server/mails/actions.ts';
import { lockedGift } from './balance.ts';
import { giftMail, presentListed } from './present.ts';
import { findListed, markFlagDone } from './queries.ts';

/** Somebody looked after what the gift is flagged for. */
export function settleFlag(ctx: Context, staff: Staff | null, id: number) {
  return transaction(ctx.db, async (tx) => {
    const before = await findListed(tx, id);
    if (!before) return fail('unknown_gift');
    if (!(await markFlagDone(tx, id, ctx.clock()))) return presentListed(before);
    const after = (await findListed(tx, id)) ?? before;
    const { event_id, participant_id, flag } = after;
    const about = { event_id, participant_id, subject: 'gift', subject_id: id };
    await record(tx, staff, { ...about, action: 'gift.settled', changed: { flag } });
    return presentListed(after);
  });
}

/** The same mail about the gift as it is now; null when it counts no more, or nobody is left to get it. */
export async function repeatGiftMail(ctx: Context, tx: Tx, mail: Sent, cause: string): Promise<{ id: number } | null> {
  const gift = mail.gift_id === null ? null : await lockedGift(tx, mail.gift_id);
  if (!gift || gift.net === 0) return null;
  const again = await giftMail(ctx, tx, gift, mail.kind === 'gift-received' ? 'gift-received' : 'gift-thanks');
  return again && send(ctx, tx, { ...again, cause, resend_of: mail.id });
}
