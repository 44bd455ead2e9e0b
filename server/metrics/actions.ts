import { Registry } from '@prometheus-io/client';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/connect.ts';
import { queues } from '#server/health/actions.ts';
import { gauges, type Known } from './gauges.ts';
import type { Meters } from './meters.ts';
import { getFigures, listEventSyncs } from './queries.ts';

/** All that is told to Prometheus: what this process counted, and what the database says, the same on any instance. */
export async function writeMetrics(ctx: Context, { registry }: Meters): Promise<string> {
  const known = await look(ctx);
  return Registry.merge([registry, gauges(known, ctx.clock())]).metrics();
}

/** Null while the database is away: that alone is told then. */
async function look(ctx: Context): Promise<Known | null> {
  const interval = ctx.config.timing.intervalMinutes * 60;
  try {
    const [figures, waiting, syncs] = await Promise.all([
      getFigures(ctx.db, ctx.clock()),
      queues(ctx),
      listEventSyncs(ctx.db),
    ]);
    return { figures, queues: waiting, syncs, interval };
  } catch (error) {
    if (isDatabaseAway(error)) return null;
    throw error;
  }
}
