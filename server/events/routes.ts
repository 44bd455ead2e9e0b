import type { events } from '#contract/events.ts';
import { translator } from '#locales/messages.ts';
import { Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { deletedEvents, eventList } from './actions.ts';
import { addEvent, changeEvent, deleteEvent } from './hand.ts';

export const eventRoutes: Handlers<typeof events> = {
  'GET /api/events': (ctx, { query, caller }) => eventList(ctx, query, caller.staff),
  'GET /api/events/deleted': (ctx) => deletedEvents(ctx),
  'POST /api/events': (ctx, { body, caller }) => addEvent(ctx, caller.staff, body),
  'PUT /api/events/{id}': (ctx, { params, body, caller }) => changeEvent(ctx, caller.staff, params.id, body),
  'DELETE /api/events/{id}': async (ctx, { params, caller }) => {
    const deleted = await deleteEvent(ctx, caller.staff, params.id);
    if (deleted instanceof Failure) return deleted;
    return { message: translator(caller.language)('admin.event.removed', { event: deleted.name }) };
  },
};
