import { DAY, earlier } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { record } from '#server/activity/actions.ts';
import { forgetLonelyDonors } from '#server/donors/actions.ts';
import { eraseUnpaid } from './queries.ts';

const BATCH = 100;

/** Who wanted to give and never paid is forgotten as long after as who never confirmed; true when there may be more. */
export function forgetUnpaid(ctx: Context): Promise<boolean> {
  const now = ctx.clock();
  const before = earlier(now, ctx.config.retention.pledgeDays * DAY);
  return transaction(ctx.db, async (tx) => {
    const count = await eraseUnpaid(tx, before, now, BATCH);
    if (count > 0) {
      await forgetLonelyDonors(tx);
      await record(tx, null, { action: 'gifts.forgotten', changed: { count } });
    }
    return count === BATCH;
  });
}
