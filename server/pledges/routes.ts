import type { pledges } from '#contract/pledges.ts';
import { eventById } from '#server/events/actions.ts';
import { fail } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { cancelPledge, confirmPledge, pledge, pledgeByToken, pledgesOfEvent, pledgeTotals, resendRequest } from './actions.ts';

export const pledgeRoutes: Handlers<typeof pledges> = {
  'POST /api/donations': (ctx, { body, key, caller }) => pledge(ctx, body, key, caller),
  'POST /api/donations/{id}/resend': (ctx, { params, body }) => resendRequest(ctx, params.id, body.receipt),
  'GET /api/donations/confirm/{token}': (ctx, { params }) => confirmPledge(ctx, params.token),
  'POST /api/donations/confirm/{token}': (ctx, { params, body }) => confirmPledge(ctx, params.token, body?.by),
  'GET /api/donations/cancel/{token}': (ctx, { params }) => cancelPledge(ctx, params.token),
  'POST /api/donations/cancel/{token}': (ctx, { params, body }) => cancelPledge(ctx, params.token, body?.by),
  'GET /api/donations/by-token/{token}': async (ctx, { params }) =>
    (await pledgeByToken(ctx, params.token)) ?? fail('unknown_token'),
  'GET /api/donations/totals/{eventId}': async (ctx, { params }) =>
    (await eventById(ctx, params.eventId)) ? pledgeTotals(ctx, params.eventId) : fail('unknown_event'),
  'GET /api/donations/event/{eventId}': async (ctx, { params }) =>
    (await eventById(ctx, params.eventId)) ? { donations: await pledgesOfEvent(ctx, params.eventId) } : fail('unknown_event'),
};
