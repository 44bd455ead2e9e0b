import type { events } from '#contract/events.ts';
import { isStaff } from '#server/context.ts';
import type { Handlers } from '#server/http/handler.ts';
import { allEvents, changeEvent, closeEvent, openEvent, presentEvent } from './actions.ts';

export const eventRoutes: Handlers<typeof events> = {
  'GET /api/events': async (ctx, { caller }) =>
    (await allEvents(ctx)).map((event) => presentEvent(event, isStaff(caller.staff))),
  'POST /api/events': (ctx, { body, caller }) => openEvent(ctx, caller.staff, body),
  'PUT /api/events/{id}': (ctx, { params, body, caller }) => changeEvent(ctx, caller.staff, params.id, body),
  'DELETE /api/events/{id}': (ctx, { params, caller }) => closeEvent(ctx, caller.staff, params.id),
};
