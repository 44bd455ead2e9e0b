import type { Paging } from '#contract/paging.ts';
import { MINUTE } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import type { Context, Staff } from '#server/context.ts';
import { batches } from '#server/db/batches.ts';
import type { Tx } from '#server/db/connect.ts';
import type { SyncChange, SyncCounts } from '#server/db/timing-tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { record, type Actor } from '#server/activity/actions.ts';
import { eventById, lockedEvent, noteSync, type EventRow } from '#server/events/actions.ts';
import { faultOf } from '#server/log.ts';
import { TimingFailed, type TimingList } from '#server/services/timing.ts';
import {
  addParticipants,
  changeParticipants,
  lockedParticipants,
  noteCrowd,
  participantMarks,
  withdrawParticipants,
} from '#server/participants/actions.ts';
import { compareLists, mergeLists, type Merge } from './merge.ts';
import { presentChange, presentRun } from './present.ts';
import {
  countChanges,
  countRunning,
  countRuns,
  deleteRun,
  deleteWish,
  findLastRun,
  findOldestRun,
  findRun,
  findToldRun,
  findRunning,
  insertChanges,
  insertRun,
  insertWishes,
  listChanges,
  listRuns,
  lockClaims,
  markRun,
  type SyncRun,
} from './queries.ts';

type Synced = SyncCounts & { finished_at: string };
type Answer = Synced | Failure<'unknown_event' | 'sync_held' | 'event_closed' | 'timing_failed' | 'unavailable'>;

/** How long the public gets the last answer instead of a new run. */
const PAUSE = 30_000;
/** A run ends within 30 s of fetching; who waits for another one waits a little longer. */
const PATIENCE = 40_000;

/** "Update list": fetches the start list and applies it, all or nothing. */
export async function syncTiming(
  ctx: Context,
  eventId: number,
  by: { staff: Staff | null },
  force = false,
): Promise<Answer> {
  const event = await eventById(ctx, eventId);
  if (!event) return fail('unknown_event');
  const admin = by.staff?.roles.includes('admin') ?? false;
  const answered = admin ? null : await lastAnswer(ctx, event);
  if (answered) return answered;
  const run = await claimWithPatience(ctx, eventId, by.staff);
  if (run === 'running') return answerOfRunning(ctx, eventId);
  if (run === 'busy') return unable('busy');
  // A run that ended between the look and the claim is as good as one of our own.
  const meanwhile = admin ? null : await lastAnswer(ctx, event);
  if (!meanwhile) return runSync(ctx, event, run.id, by.staff, force && admin);
  await deleteRun(ctx.db, run.id);
  return meanwhile;
}

/** What the public gets instead of a run; null when one is due. */
async function lastAnswer(ctx: Context, event: EventRow): Promise<Answer | null> {
  const last = await findLastRun(ctx.db, event.id);
  const fresh = last?.finished_at && ctx.clock().getTime() - last.finished_at.getTime() < PAUSE;
  if (last && (fresh || !event.is_active)) return answerOf(last);
  return event.is_active ? null : fail('event_closed');
}

/** Asks for a run of every active event; resolves with how many there will be. */
export function syncAllLater(ctx: Context, staff: Staff | null): Promise<{ queued: number }> {
  return transaction(ctx.db, async (tx) => {
    const queued = await insertWishes(tx, staff?.id ?? null);
    await record(tx, staff, { action: 'timing.requested', changed: { queued } });
    return { queued };
  });
}

/** Of the automatic sync; `nextRun` is null while it is off or has nothing to do. */
export async function syncStatus(ctx: Context) {
  const { intervalMinutes } = ctx.config.timing;
  const isRunning = intervalMinutes > 0;
  const [oldest, runs] = await Promise.all([findOldestRun(ctx.db), countRunning(ctx.db)]);
  const due = (oldest?.started_at?.getTime() ?? 0) + intervalMinutes * MINUTE;
  const nextRun = isRunning && oldest ? new Date(Math.max(ctx.clock().getTime(), due)) : null;
  return { isRunning, nextRun: nextRun?.toISOString() ?? null, running: runs > 0 };
}

/** The log of the sync, newest first: of one event, or of all. */
export async function syncRuns(
  ctx: Context,
  {
    event_id = null,
    changed,
    ...page
  }: Paging & { event_id?: number | null | undefined; changed?: 'true' | undefined },
  language: Language,
) {
  const choice = { eventId: event_id, changed: changed === 'true' };
  const [rows, total] = await Promise.all([listRuns(ctx.db, choice, page), countRuns(ctx.db, choice)]);
  return { items: rows.map((row) => presentRun(row, language)), total, ...page };
}

export async function syncRun(ctx: Context, id: number, language: Language) {
  const run = await findToldRun(ctx.db, id);
  return run ? presentRun(run, language) : fail('unknown_run');
}

/** What a run did to whom. */
export async function syncChanges(
  ctx: Context,
  runId: number,
  { kind = null, ...page }: Paging & { kind?: SyncChange['kind'] | null | undefined },
) {
  if (!(await findRun(ctx.db, runId))) return fail('unknown_run');
  const [rows, total] = await Promise.all([listChanges(ctx.db, runId, kind, page), countChanges(ctx.db, runId, kind)]);
  return { items: rows.map(presentChange), total, ...page };
}

/** Runs at once, over all events and instances: each may hold a list of 20 MB. */
export const MOST_RUNS = 4;

type Claim = { id: number } | 'running' | 'busy';

/** The event's only run; or why there is none to be had now. */
export function claim(ctx: Context, eventId: number, staff: Actor): Promise<Claim> {
  return transaction(ctx.db, async (tx): Promise<Claim> => {
    await lockClaims(tx);
    if ((await countRunning(tx)) >= MOST_RUNS) return (await findRunning(tx, eventId)) ? 'running' : 'busy';
    const run = await insertRun(tx, eventId, staff?.id ?? null);
    if (run) await deleteWish(tx, eventId);
    return run ?? 'running';
  });
}

async function claimWithPatience(ctx: Context, eventId: number, staff: Actor): Promise<Claim> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const claimed = await claim(ctx, eventId, staff);
    if (claimed !== 'busy' || Date.now() > until) return claimed;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export async function runSync(
  ctx: Context,
  event: EventRow,
  runId: number,
  staff: Actor,
  force: boolean,
): Promise<Answer> {
  try {
    const lists = await fetchLists(ctx, event, runId);
    const answer = lists instanceof Failure ? lists : await apply(ctx, event.id, runId, lists, staff, force);
    // An event that was deleted meanwhile has no runs to look at.
    if (answer instanceof Failure && answer.code === 'unknown_event') await deleteRun(ctx.db, runId);
    else if (answer instanceof Failure) await endUnapplied(ctx, runId, answer);
    else {
      ctx.log.info({ sync: runId, event: event.id, ...answer }, 'list synchronised');
      // It is done, whatever becomes of this.
      await noteCrowd(ctx, answer.created).catch((error: unknown) => {
        ctx.log.error({ sync: runId, event: event.id, ...faultOf(error) }, 'added people not counted');
      });
    }
    return answer;
  } catch (error) {
    // The next run must not wait for one that broke; when even this fails, it is abandoned in time.
    await endUnapplied(ctx, runId, unable('interrupted')).catch(() => null);
    throw error;
  }
}

async function fetchLists(
  ctx: Context,
  event: EventRow,
  runId: number,
): Promise<TimingList[] | Failure<'timing_failed'>> {
  try {
    return await ctx.timing.fetchLists(event.timing_address, event.timing_columns);
  } catch (error) {
    if (!(error instanceof TimingFailed)) throw error;
    ctx.log.warn({ sync: runId, event: event.id, fault: error.fault }, 'timing failed');
    return failed(error.fault);
  }
}

function apply(
  ctx: Context,
  eventId: number,
  runId: number,
  lists: TimingList[],
  staff: Actor,
  force: boolean,
): Promise<Answer> {
  return transaction(ctx.db, async (tx): Promise<Answer> => {
    const finished_at = ctx.clock();
    // Anew and locked: how names are shown may have changed while the lists were fetched.
    const event = await lockedEvent(tx, eventId);
    if (!event) return fail('unknown_event');
    const rule = event.names_shown;
    const comparison = await compareLists(rule, lists, await participantMarks(tx, eventId));
    const before = await lockedParticipants(
      tx,
      comparison.differing.map((person) => person.id),
    );
    const merge = await mergeLists(eventId, rule, comparison, before);
    const { counts } = merge;
    if (merge.held && !force) return held(merge.held);
    if (!(await markRun(tx, runId, { finished_at, outcome: 'done', reason: null, counts }))) return unable('abandoned');
    await write(tx, runId, merge, finished_at);
    await noteSync(tx, eventId, finished_at, counts.created + counts.updated + counts.withdrawn > 0);
    if (staff) await record(tx, staff, { action: 'participants.synced', event_id: eventId, changed: { ...counts } });
    return { ...counts, finished_at: finished_at.toISOString() };
  });
}

/** Everybody the list changes, and a line about each. */
async function write(tx: Tx, runId: number, merge: Merge, at: Date): Promise<void> {
  const ids = await addParticipants(tx, merge.created);
  await changeParticipants(tx, merge.changed);
  await withdrawParticipants(tx, merge.withdrawn, at);
  const created = ids.map((id) => ({ participant_id: id, kind: 'created' as const, changed: {} }));
  for (const some of batches([...created, ...merge.changes])) await insertChanges(tx, runId, some);
}

/** What was not applied rolled back; the run itself is kept, with its reason. */
async function endUnapplied(ctx: Context, runId: number, { code, details }: Failure): Promise<void> {
  const outcome = code === 'sync_held' ? 'held' : 'failed';
  const reason = String(details.values?.reason ?? code);
  if (outcome === 'held') ctx.log.warn({ sync: runId, reason }, 'list held');
  await markRun(ctx.db, runId, { finished_at: ctx.clock(), outcome, reason, counts: {} });
}

/** Somebody else's run is under way: its answer is ours. */
async function answerOfRunning(ctx: Context, eventId: number): Promise<Answer> {
  const until = Date.now() + PATIENCE;
  while (Date.now() < until && (await findRunning(ctx.db, eventId))) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const last = await findLastRun(ctx.db, eventId);
  return last ? answerOf(last) : unable('abandoned');
}

function answerOf(run: SyncRun): Answer {
  if (run.outcome === 'failed' && run.reason === 'interrupted') return unable(run.reason);
  if (run.outcome === 'failed') return failed(run.reason ?? 'unreachable');
  if (run.outcome === 'held') return held(run.reason ?? 'dropped');
  return { ...(run.counts as SyncCounts), finished_at: (run.finished_at ?? run.started_at).toISOString() };
}

/** The text of each says which fault it was. */
const failed = (reason: string) => fail('timing_failed', { values: { reason } });
const held = (reason: string) => fail('sync_held', { values: { reason } });
/** Timing is not to blame. */
const unable = (reason: 'interrupted' | 'abandoned' | 'busy') =>
  fail('unavailable', { values: { reason }, retryAfter: PAUSE / 1000 });
