import type { participants } from '#contract/participants.ts';
import { fail } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { listVersion, participantById, startList } from './actions.ts';
import { addByHand, correctByHand } from './hand.ts';

export const participantRoutes: Handlers<typeof participants> = {
  'GET /api/events/{id}/participants': {
    version: (ctx, { params }) => listVersion(ctx, params.id),
    answer: (ctx, { params, query, caller }) => startList(ctx, params.id, query, caller.staff),
  },
  'GET /api/participants/{id}': async (ctx, { params, caller }) =>
    (await participantById(ctx, params.id, caller.staff)) ?? fail('unknown_participant'),
  'POST /api/events/{id}/participants': (ctx, { params, body, key, caller }) =>
    addByHand(ctx, caller.staff, params.id, body, key),
  'PUT /api/participants/{id}': (ctx, { params, body, caller }) => correctByHand(ctx, caller.staff, params.id, body),
};
