import type { donors } from '#contract/donors.ts';
import type { Handlers } from '#server/http/handler.ts';
import { cancelForDonor, pledgesOfEvent, pledgesOfParticipant, promisedTo } from './actions.ts';
import { exportPledges } from './export.ts';

export const donorRoutes: Handlers<typeof donors> = {
  'GET /api/events/{id}/donations': (ctx, { params, query }) => pledgesOfEvent(ctx, params.id, query),
  'GET /api/participants/{id}/donations': (ctx, { params, query }) => pledgesOfParticipant(ctx, params.id, query),
  'GET /api/donations/participants/{eventId}': (ctx, { params, query }) => promisedTo(ctx, params.eventId, query),
  'PUT /api/donations/{id}': (ctx, { params, body, caller }) =>
    cancelForDonor(ctx, caller.staff, params.id, body.reason),
  'GET /api/donations/export/event/{id}/{status}': (ctx, { params, query, caller }) =>
    exportPledges(ctx, caller, params.id, params.status, query.format),
};
