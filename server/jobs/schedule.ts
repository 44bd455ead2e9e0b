import { HOUR, MINUTE, SECOND } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { checkSessionsInUse, forgetEndedSessions } from '#server/auth/jobs.ts';
import { fetchMissingPictures } from '#server/events/jobs.ts';
import { forgetEndedWindows } from '#server/limits/actions.ts';
import { forgetUnpaid } from '#server/gifts/jobs.ts';
import { deliverNextMail, forgetMailBodies } from '#server/mails/actions.ts';
import { failUnpaidGifts, forgetNotices, lookAtCheckouts, sweepPayments } from '#server/payments/jobs.ts';
import { forgetUnconfirmed } from '#server/pledges/jobs.ts';
import { endDeadRuns, forgetIdleRuns, syncDueEvents, syncWishedEvents } from '#server/timing/jobs.ts';
import { loop, type Loop, type Told } from './loop.ts';

/** Each mail has a loop of its own, so that a recipient who keeps the line waiting holds up no other. */
export const MAILS_AT_ONCE = 8;

/** So many accounts of the provider may keep us waiting before others wait for them. */
const LOOKS_AT_ONCE = 3;

/**
 * Everything recurring. The rows decide what is due, so any number of instances may run this; only missing pictures
 * each fetches for itself.
 */
export function startJobs(ctx: Context, ended?: Told['ended']): Loop {
  const told: Told = { log: ctx.log, ended };
  const loops = [
    ...Array.from({ length: MAILS_AT_ONCE }, () => loop('mails', SECOND, told, () => deliverNextMail(ctx))),
    ...Array.from({ length: LOOKS_AT_ONCE }, () => loop('checkouts', SECOND, told, () => lookAtCheckouts(ctx))),
    loop('payments', 10 * SECOND, told, () => sweepPayments(ctx)),
    loop('unpaid gifts', 10 * MINUTE, told, () => failUnpaidGifts(ctx)),
    loop('notices', HOUR, told, () => forgetNotices(ctx)),
    loop('wished syncs', SECOND, told, () => syncWishedEvents(ctx)),
    loop('dead syncs', 10 * SECOND, told, () => endDeadRuns(ctx)),
    loop('idle syncs', HOUR, told, () => forgetIdleRuns(ctx)),
    loop('timing', 5 * SECOND, told, () => syncDueEvents(ctx)),
    loop('sessions in use', 5 * SECOND, told, () => checkSessionsInUse(ctx)),
    loop('ended sessions', 10 * MINUTE, told, () => forgetEndedSessions(ctx)),
    loop('limits', MINUTE, told, () => forgetEndedWindows(ctx)),
    loop('missing pictures', HOUR, told, () => fetchMissingPictures(ctx)),
    loop('unconfirmed pledges', HOUR, told, () => forgetUnconfirmed(ctx)),
    loop('unpaid donors', HOUR, told, () => forgetUnpaid(ctx)),
    loop('mail bodies', HOUR, told, () => forgetMailBodies(ctx)),
  ];
  return { stop: async () => void (await Promise.all(loops.map((one) => one.stop()))) };
}
