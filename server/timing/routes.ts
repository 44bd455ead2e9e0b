import type { timing } from '#contract/timing.ts';
import { translator } from '#locales/messages.ts';
import { Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { syncAllLater, syncChanges, syncRun, syncRuns, syncStatus, syncTiming } from './actions.ts';

export const timingRoutes: Handlers<typeof timing> = {
  'POST /api/events/{id}/sync-participants': async (ctx, { params, query, caller }) => {
    const synced = await syncTiming(ctx, params.id, caller, query.force === 'true');
    if (synced instanceof Failure) return synced;
    return { ...synced, message: translator(caller.language)('run.done', { ...synced }) };
  },
  'GET /api/sync/status': (ctx) => syncStatus(ctx),
  'POST /api/sync/manual': async (ctx, { caller }) => {
    const { queued } = await syncAllLater(ctx, caller.staff);
    return { queued, message: translator(caller.language)('sync.queued', { queued }) };
  },
  'GET /api/sync/runs': (ctx, { query, caller }) => syncRuns(ctx, query, caller.language),
  'GET /api/sync/runs/{id}': (ctx, { params, caller }) => syncRun(ctx, params.id, caller.language),
  'GET /api/sync/runs/{id}/changes': (ctx, { params, query }) => syncChanges(ctx, params.id, query),
};
