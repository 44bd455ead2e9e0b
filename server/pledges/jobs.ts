import { DAY, earlier } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { record } from '#server/activity/actions.ts';
import { forgetLonelyDonors } from '#server/donors/actions.ts';
import { forgetMailsOf } from '#server/mails/actions.ts';
import { pledgeCounts } from '#domain/pledge.ts';
import { addToTotals, deleteEvents, deleteLinks, deletePledge, listUnconfirmed } from './queries.ts';

const BATCH = 100;

/** Promises that nobody confirmed in time are forgotten, with everything that named their donors; true when there may be more. */
export async function forgetUnconfirmed(ctx: Context): Promise<boolean> {
  const before = earlier(ctx.clock(), ctx.config.retention.pledgeDays * DAY);
  return transaction(ctx.db, async (tx) => {
    const pledges = await listUnconfirmed(tx, before, BATCH);
    for (const pledge of pledges) {
      const { rate } = pledge;
      const { pending } = pledgeCounts(rate, null, pledge.cancelled_at ? 'cancelled' : 'pending');
      await addToTotals(tx, pledge, { rate: 0, confirmed: 0, pending: -pending });
      await deleteEvents(tx, pledge.id);
      await deleteLinks(tx, pledge.id);
      await forgetMailsOf(tx, pledge.id);
      await deletePledge(tx, pledge.id);
    }
    if (pledges.length > 0) {
      await forgetLonelyDonors(tx);
      await record(tx, null, { action: 'pledges.forgotten', changed: { count: pledges.length } });
    }
    return pledges.length === BATCH;
  });
}
