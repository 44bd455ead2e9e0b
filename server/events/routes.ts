import type { events } from '#contract/events.ts';
import type { Handlers } from '#server/http/handler.ts';
import { changeEvent, closeEvent, eventList, openEvent } from './actions.ts';

export const eventRoutes: Handlers<typeof events> = {
  'GET /api/events': (ctx, { caller }) => eventList(ctx, caller.staff),
  'POST /api/events': (ctx, { body, caller }) => openEvent(ctx, caller.staff, body),
  'PUT /api/events/{id}': (ctx, { params, body, caller }) => changeEvent(ctx, caller.staff, params.id, body),
  'DELETE /api/events/{id}': (ctx, { params, caller }) => closeEvent(ctx, caller.staff, params.id),
};
