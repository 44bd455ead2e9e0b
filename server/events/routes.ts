import type { events } from '#contract/events.ts';
import type { Handlers } from '#server/http/handler.ts';
import { changeEvent, deletedEvents, eventList, openEvent } from './actions.ts';
import { closeEvent } from './hand.ts';

export const eventRoutes: Handlers<typeof events> = {
  'GET /api/events': (ctx, { caller }) => eventList(ctx, caller.staff),
  'GET /api/events/deleted': (ctx) => deletedEvents(ctx),
  'POST /api/events': (ctx, { body, caller }) => openEvent(ctx, caller.staff, body),
  'PUT /api/events/{id}': (ctx, { params, body, caller }) => changeEvent(ctx, caller.staff, params.id, body),
  'DELETE /api/events/{id}': (ctx, { params, caller }) => closeEvent(ctx, caller.staff, params.id),
};
