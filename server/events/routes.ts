import type { events } from '#contract/events.ts';
import { translator } from '#locales/messages.ts';
import { Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { changeEvent, deletedEvents, eventList, openEvent } from './actions.ts';
import { closeEvent } from './hand.ts';

export const eventRoutes: Handlers<typeof events> = {
  'GET /api/events': (ctx, { query, caller }) => eventList(ctx, query, caller.staff),
  'GET /api/events/deleted': (ctx) => deletedEvents(ctx),
  'POST /api/events': (ctx, { body, caller }) => openEvent(ctx, caller.staff, body),
  'PUT /api/events/{id}': (ctx, { params, body, caller }) => changeEvent(ctx, caller.staff, params.id, body),
  'DELETE /api/events/{id}': async (ctx, { params, caller }) => {
    const closed = await closeEvent(ctx, caller.staff, params.id);
    if (closed instanceof Failure) return closed;
    return { message: translator(caller.language)('admin.event.removed', { event: closed.name }) };
  },
};
