import type { pledges } from '#contract/pledges.ts';
import { fail } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import {
  cancelPledge,
  confirmPledge,
  pledge,
  pledgeByToken,
  pledgesWithoutDonors,
  pledgeTotals,
  resendRequest,
} from './actions.ts';
import { exportPledges } from './export.ts';
import { cancelForDonor } from './hand.ts';
import { pledgesOfEvent, pledgesOfParticipant } from './list.ts';

export const pledgeRoutes: Handlers<typeof pledges> = {
  'POST /api/donations': (ctx, { body, key, caller }) => pledge(ctx, body, key, caller),
  'POST /api/donations/{id}/resend': (ctx, { params, body }) => resendRequest(ctx, params.id, body.receipt),
  'GET /api/donations/confirm/{token}': (ctx, { params }) => confirmPledge(ctx, params.token),
  'POST /api/donations/confirm/{token}': (ctx, { params, body }) => confirmPledge(ctx, params.token, body?.by),
  'GET /api/donations/cancel/{token}': (ctx, { params }) => cancelPledge(ctx, params.token),
  'POST /api/donations/cancel/{token}': (ctx, { params, body }) => cancelPledge(ctx, params.token, body?.by),
  'GET /api/donations/by-token/{token}': async (ctx, { params }) =>
    (await pledgeByToken(ctx, params.token))?.pledge ?? fail('unknown_token'),
  'GET /api/donations/totals/{eventId}': (ctx, { params, query }) => pledgeTotals(ctx, params.eventId, query),
  'GET /api/donations/event/{eventId}': (ctx, { params }) => pledgesWithoutDonors(ctx, params.eventId),
  'GET /api/events/{id}/donations': (ctx, { params, query }) => pledgesOfEvent(ctx, params.id, query),
  'GET /api/participants/{id}/donations': (ctx, { params, query }) => pledgesOfParticipant(ctx, params.id, query),
  'PUT /api/donations/{id}': (ctx, { params, body, caller }) =>
    cancelForDonor(ctx, caller.staff, params.id, body.reason),
  'GET /api/donations/export/event/{id}/{status}': (ctx, { params, query, caller }) =>
    exportPledges(ctx, caller, params.id, params.status, query.format),
};
