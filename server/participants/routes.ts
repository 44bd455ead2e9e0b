import type { participants } from '#contract/participants.ts';
import { translator } from '#locales/messages.ts';
import { eventById } from '#server/events/actions.ts';
import { fail, Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { syncTiming } from '#server/timing/actions.ts';
import { participantById, startList } from './actions.ts';

export const participantRoutes: Handlers<typeof participants> = {
  'GET /api/events/{id}/participants': async (ctx, { params, query, caller }) =>
    (await eventById(ctx, params.id)) ? startList(ctx, params.id, query, caller.staff) : fail('unknown_event'),
  'GET /api/participants/{id}': async (ctx, { params, caller }) =>
    (await participantById(ctx, params.id, caller.staff)) ?? fail('unknown_participant'),
  'POST /api/events/{id}/sync-participants': async (ctx, { params, query, caller }) => {
    const synced = await syncTiming(ctx, params.id, caller, query.force === 'true');
    if (synced instanceof Failure) return synced;
    return { ...synced, message: translator(caller.language)('sync.success', { ...synced }) };
  },
};
