import type { contributions } from '#contract/contributions.ts';
import type { Handlers } from '#server/http/handler.ts';
import { contributionsOf } from './actions.ts';

export const contributionRoutes: Handlers<typeof contributions> = {
  'GET /api/donations/participants/{eventId}': (ctx, { params, query }) => contributionsOf(ctx, params.eventId, query),
};
