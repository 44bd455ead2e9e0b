import { pledgeCounts } from '#domain/pledge.ts';
import type { Context, Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { send, type PledgeOutgoing, type Sent } from '#server/mails/actions.ts';
import { isErased } from '#server/participants/actions.ts';
import { hashToken, makeToken } from '#server/token.ts';
import { markWish } from './actions.ts';
import { findListed } from './list-queries.ts';
import { heldPlaceOf, mailOf, presentListed } from './present.ts';
import { insertLink, insertMove, lockPledge } from './queries.ts';

/** Cancels a pledge for its donor, who gets no mail: staff write themselves where there is something to explain. */
export async function cancelForDonor(ctx: Context, staff: Staff | null, id: number, reason: string) {
  const done = await transaction(ctx.db, async (tx) => {
    const row = await lockPledge(tx, id);
    if (!row) return fail('unknown_pledge');
    // What staff write about an erased participant may name him.
    const nameless = await isErased(tx, row.participant_id);
    const moved = await markWish(tx, id, 'cancel', ctx.clock(), nameless ? null : reason);
    if (!moved) return row.cancelled_at ? row : fail('pledge_erased');
    const evidence = { by: 'staff', mailed: false } as const;
    await insertMove(tx, row, pledgeCounts(row.rate, moved.was, 'cancelled'), {
      kind: 'cancelled',
      at: moved.at,
      evidence,
    });
    const { event_id, participant_id } = row;
    await record(tx, staff, {
      action: 'pledge.cancelled',
      event_id,
      participant_id,
      subject: 'pledge',
      subject_id: id,
      changed: { was: moved.was },
    });
    return row;
  });
  if (done instanceof Failure) return done;
  const row = await findListed(ctx.db, id);
  return row ? presentListed(row) : fail('unknown_pledge');
}

/**
 * The same kind of mail about the same pledge as it is now, with a link of its own; null when nobody is left to get it,
 * or the cause has had its mail.
 */
export async function repeatPledgeMail(
  ctx: Context,
  tx: Tx,
  mail: Sent,
  cause: string,
): Promise<{ id: number } | null> {
  const row = mail.pledge_id === null ? undefined : await lockPledge(tx, mail.pledge_id);
  if (!row?.donor_email || row.erased_at) return null;
  const token = makeToken();
  const copy = await send(ctx, tx, {
    ...mailOf(ctx, row, row.donor_email, await heldPlaceOf(ctx, tx, row)),
    kind: mail.kind as PledgeOutgoing['kind'],
    cause,
    token,
    at: ctx.clock(),
    resend_of: mail.id,
  });
  if (!copy) return null;
  await insertLink(tx, { token_hash: hashToken(token), purpose: 'act', pledge_id: row.id, mail_id: copy.id });
  return copy;
}
