import type { Context } from '#server/context.ts';
import { deleteEndedSessions, deleteOldAttempts, listUnchecked } from './queries.ts';
import { aliveAt, ASKED_AHEAD, BELIEVED, check } from './sessions.ts';

/** Sessions in use are checked before anybody has to wait for it; one at rest, when it is used again. */
export async function checkSessionsInUse(ctx: Context): Promise<void> {
  const now = ctx.clock().getTime();
  const due = await listUnchecked(ctx.db, new Date(now - ASKED_AHEAD), new Date(now - BELIEVED));
  await Promise.all(due.map((hash) => check(ctx, hash, ASKED_AHEAD)));
}

export async function forgetEndedSessions(ctx: Context): Promise<void> {
  await deleteOldAttempts(ctx.db);
  await deleteEndedSessions(ctx.db, aliveAt(ctx.clock()));
}
