import { DAY, earlier, MINUTE } from '#domain/dates.ts';
import { eventById } from '#server/events/actions.ts';
import type { Context } from '#server/context.ts';
import { claim, MOST_RUNS, runSync } from './actions.ts';
import { abandonOldRuns, deleteIdleRuns, deleteWish, listDue, listWishes, type Wanted } from './queries.ts';

/** Ends the runs of instances that died. */
export function endDeadRuns(ctx: Context): Promise<void> {
  return abandonOldRuns(ctx.db);
}

const KEPT_DAYS = 30;
const BATCH = 10_000;

/** A sync every ten minutes mostly finds what it knows, and that it ran is soon of no interest; true when there may be more. */
export async function forgetIdleRuns(ctx: Context): Promise<boolean> {
  const before = earlier(ctx.clock(), KEPT_DAYS * DAY);
  return (await deleteIdleRuns(ctx.db, before, BATCH)) === BATCH;
}

/** Starts the runs that staff asked for. */
export async function syncWishedEvents(ctx: Context): Promise<void> {
  await syncEach(ctx, await listWishes(ctx.db));
}

/** Starts a run for each active event whose last one is older than the interval. */
export async function syncDueEvents(ctx: Context): Promise<void> {
  const { intervalMinutes } = ctx.config.timing;
  if (intervalMinutes === 0) return;
  await syncEach(ctx, await listDue(ctx.db, earlier(ctx.clock(), intervalMinutes * MINUTE)));
}

/** What finds no room now is wanted in the next round too. */
async function syncEach(ctx: Context, wanted: Wanted[]): Promise<void> {
  const syncNext = async (): Promise<void> => {
    const next = wanted.shift();
    if (!next) return;
    await syncUnattended(ctx, next);
    return syncNext();
  };
  const ends = await Promise.allSettled(Array.from({ length: MOST_RUNS }, syncNext));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
}

async function syncUnattended(ctx: Context, { event_id, staff_id }: Wanted): Promise<void> {
  const staff = staff_id === null ? null : { id: staff_id };
  const event = await eventById(ctx, event_id);
  if (!event) return deleteWish(ctx.db, event_id);
  const run = await claim(ctx, event_id, staff);
  if (typeof run === 'object') await runSync(ctx, event, run.id, staff, false);
}
