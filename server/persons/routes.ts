import type { persons } from '#contract/persons.ts';
import { translator } from '#locales/messages.ts';
import { Failure } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { erasePerson, exportPerson, findPersons } from './actions.ts';

export const personRoutes: Handlers<typeof persons> = {
  'GET /api/persons': (ctx, { query, caller }) => findPersons(ctx, caller.staff, query),
  'GET /api/persons/{kind}/{id}/export': (ctx, { params, caller }) =>
    exportPerson(ctx, caller.staff, params.kind, params.id),
  'DELETE /api/persons/{kind}/{id}': async (ctx, { params, caller }) => {
    const erased = await erasePerson(ctx, caller.staff, params.kind, params.id);
    if (erased instanceof Failure) return erased;
    return { ...erased, message: translator(caller.language)('person.erased', { ...erased }) };
  },
};
