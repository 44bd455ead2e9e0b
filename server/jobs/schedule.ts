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
  const every = (pause: number, name: string, work: (ctx: Context) => Promise<boolean | void>) =>
    loop(name, pause, told, () => work(ctx));
  const loops = [
    ...Array.from({ length: MAILS_AT_ONCE }, () => every(SECOND, 'mails', deliverNextMail)),
    ...Array.from({ length: LOOKS_AT_ONCE }, () => every(SECOND, 'checkouts', lookAtCheckouts)),
    every(10 * SECOND, 'payments', sweepPayments),
    every(10 * MINUTE, 'unpaid gifts', failUnpaidGifts),
    every(HOUR, 'notices', forgetNotices),
    every(SECOND, 'wished syncs', syncWishedEvents),
    every(10 * SECOND, 'dead syncs', endDeadRuns),
    every(HOUR, 'idle syncs', forgetIdleRuns),
    every(5 * SECOND, 'timing', syncDueEvents),
    every(5 * SECOND, 'sessions in use', checkSessionsInUse),
    every(10 * MINUTE, 'ended sessions', forgetEndedSessions),
    every(MINUTE, 'limits', forgetEndedWindows),
    every(HOUR, 'missing pictures', fetchMissingPictures),
    every(HOUR, 'unconfirmed pledges', forgetUnconfirmed),
    every(HOUR, 'unpaid donors', forgetUnpaid),
    every(HOUR, 'mail bodies', forgetMailBodies),
  ];
  return { stop: async () => void (await Promise.all(loops.map((one) => one.stop()))) };
}
