import type { timing } from '#contract/timing.ts';
import { translator } from '#locales/messages.ts';
import { Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { syncTiming } from './actions.ts';

export const timingRoutes: Handlers<typeof timing> = {
  'POST /api/events/{id}/sync-participants': async (ctx, { params, query, caller }) => {
    const synced = await syncTiming(ctx, params.id, caller, query.force === 'true');
    if (synced instanceof Failure) return synced;
    return { ...synced, message: translator(caller.language)('sync.success', { ...synced }) };
  },
};
