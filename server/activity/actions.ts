import type { Activity, ActivityQuery } from '#contract/activity.ts';
import { fullName } from '#domain/names.ts';
import type { Context, Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { insertActivity, listActivities } from './queries.ts';

interface Line {
  /** A word like `event.opened`: subject and what became of it. */
  action: string;
  event_id?: number | null;
  participant_id?: number | null;
  subject?: string;
  subject_id?: number;
  /** Names of fields and values that are nobody's; never persons' data. */
  changed?: Record<string, unknown>;
}

/** Who did it; null when nobody of the staff did. */
export type Actor = Pick<Staff, 'id'> | null;

/** Writes one line of the activity log, in the transaction of what it tells. */
export async function record(tx: Tx, staff: Actor, { changed = {}, ...line }: Line): Promise<void> {
  await insertActivity(tx, { ...line, staff_id: staff?.id ?? null, changed: JSON.stringify(changed) });
}

/** Newest first. */
export async function recentActivities(ctx: Context, wish: ActivityQuery = { limit: 100 }): Promise<Activity[]> {
  const rows = await listActivities(ctx.db, wish);
  return rows.map(({ at, first_name, last_name, ...row }) => ({
    ...row,
    date: at.toISOString(),
    // Nobody was meant, or the one who was meant is erased.
    participant: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }) || null,
  }));
}
