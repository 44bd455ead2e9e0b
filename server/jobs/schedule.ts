import type { Context } from '#server/context.ts';
import { forgetEndedSessions } from '#server/auth/actions.ts';
import { forgetTurns } from '#server/limits/actions.ts';
import { deliverDueMails, forgetMailBodies } from '#server/mails/actions.ts';
import { forgetUnconfirmed } from '#server/pledges/jobs.ts';
import { syncDueEvents, syncWishedEvents } from '#server/timing/actions.ts';
import { loop, type Loop } from './loop.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Everything recurring. The rows decide what is due, so any number of instances may run this. */
export function startJobs(ctx: Context): Loop {
  const loops = [
    loop('mails', SECOND / 2, ctx.log, () => deliverDueMails(ctx)),
    loop('wished syncs', SECOND, ctx.log, () => syncWishedEvents(ctx)),
    loop('timing', 5 * SECOND, ctx.log, () => syncDueEvents(ctx)),
    loop('sessions', 10 * MINUTE, ctx.log, () => forgetEndedSessions(ctx)),
    loop('limits', MINUTE, ctx.log, () => forgetTurns(ctx)),
    loop('unconfirmed pledges', 60 * MINUTE, ctx.log, () => forgetUnconfirmed(ctx)),
    loop('mail bodies', 60 * MINUTE, ctx.log, () => forgetMailBodies(ctx)),
  ];
  return { stop: async () => void (await Promise.all(loops.map((one) => one.stop()))) };
}
