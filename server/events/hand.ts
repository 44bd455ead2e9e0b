import type { Context, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { lookAtOpenOf } from '#server/payments/look.ts';
import { setPicture } from '#server/pictures/actions.ts';
import { markDeleted } from './queries.ts';

/** Hides the event everywhere; participants, pledges, gifts and mails keep their rows, and nothing more is taken. */
export function closeEvent(ctx: Context, staff: Staff | null, id: number) {
  return transaction(ctx.db, async (tx) => {
    const closed = await markDeleted(tx, id, ctx.clock());
    if (!closed) return fail('unknown_event');
    await setPicture(tx, id, null);
    await lookAtOpenOf(ctx, tx, id);
    await record(tx, staff, { action: 'event.deleted', event_id: id });
    return closed;
  });
}
