import type { Context } from '#server/context.ts';
import { checkSessionsInUse, forgetEndedSessions } from '#server/auth/jobs.ts';
import { fetchMissingPictures } from '#server/events/jobs.ts';
import { forgetTurns } from '#server/limits/actions.ts';
import { forgetUnpaid } from '#server/gifts/jobs.ts';
import { deliverNextMail, forgetMailBodies } from '#server/mails/actions.ts';
import { failUnpaidGifts, forgetNotices, lookAtCheckouts, sweepPayments } from '#server/payments/jobs.ts';
import { forgetUnconfirmed } from '#server/pledges/jobs.ts';
import { endDeadRuns, forgetIdleRuns, syncDueEvents, syncWishedEvents } from '#server/timing/jobs.ts';
import { loop, type Loop } from './loop.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Each mail has a loop of its own, so that a recipient who keeps the line waiting holds up no other. */
export const MAILS_AT_ONCE = 8;

/** So many accounts of the provider may keep us waiting before others wait for them. */
const LOOKS_AT_ONCE = 3;

/** Everything recurring. The rows decide what is due, so any number of instances may run this. */
export function startJobs(ctx: Context): Loop {
  const loops = [
    ...Array.from({ length: MAILS_AT_ONCE }, () => loop('mails', SECOND, ctx.log, () => deliverNextMail(ctx))),
    ...Array.from({ length: LOOKS_AT_ONCE }, () => loop('checkouts', SECOND, ctx.log, () => lookAtCheckouts(ctx))),
    loop('payments', 10 * SECOND, ctx.log, () => sweepPayments(ctx)),
    loop('unpaid gifts', 10 * MINUTE, ctx.log, () => failUnpaidGifts(ctx)),
    loop('notices', 60 * MINUTE, ctx.log, () => forgetNotices(ctx)),
    loop('wished syncs', SECOND, ctx.log, () => syncWishedEvents(ctx)),
    loop('dead syncs', 10 * SECOND, ctx.log, () => endDeadRuns(ctx)),
    loop('idle syncs', 60 * MINUTE, ctx.log, () => forgetIdleRuns(ctx)),
    loop('timing', 5 * SECOND, ctx.log, () => syncDueEvents(ctx)),
    loop('sessions in use', 5 * SECOND, ctx.log, () => checkSessionsInUse(ctx)),
    loop('ended sessions', 10 * MINUTE, ctx.log, () => forgetEndedSessions(ctx)),
    loop('limits', MINUTE, ctx.log, () => forgetTurns(ctx)),
    loop('missing pictures', 60 * MINUTE, ctx.log, () => fetchMissingPictures(ctx)),
    loop('unconfirmed pledges', 60 * MINUTE, ctx.log, () => forgetUnconfirmed(ctx)),
    loop('unpaid donors', 60 * MINUTE, ctx.log, () => forgetUnpaid(ctx)),
    loop('mail bodies', 60 * MINUTE, ctx.log, () => forgetMailBodies(ctx)),
  ];
  return { stop: async () => void (await Promise.all(loops.map((one) => one.stop()))) };
}
