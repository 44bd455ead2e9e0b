import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { NewParticipant, ParticipantChange, ParticipantStatus } from '#contract/participants.ts';
import { clientKey } from '#server/client-key.ts';
import type { Context, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure, Repeated } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { lockedEvent, noteListChange } from '#server/events/actions.ts';
import { foldedNames, lockedParticipants, participantById, statusOf, type ParticipantRow } from './actions.ts';
import { findByHand, findParticipant, insertByHand, updateParticipant } from './queries.ts';

type Addition = z.output<typeof NewParticipant>;
type Change = z.output<typeof ParticipantChange>;

/** Adds somebody whom timing does not know; the same key adds him once. */
export async function addByHand(
  ctx: Context,
  staff: Staff | null,
  eventId: number,
  wish: Addition,
  key: string | null,
) {
  const { client_key, client_hash } = clientKey(`POST /api/events/${eventId}/participants`, key, wish);
  const source_id = client_key ?? randomUUID();
  const row_hash = client_hash ?? '';
  const added = await transaction(ctx.db, async (tx) => {
    const event = await lockedEvent(tx, eventId);
    if (!event) return fail('unknown_event');
    const { status = 'registered', ...values } = wish;
    const person = {
      birth_year: null,
      bib: null,
      category: null,
      contest: null,
      first_name: '',
      last_name: '',
      ...values,
    };
    const row = await insertByHand(tx, {
      ...person,
      ...times(status, ctx.clock()),
      ...foldedNames(person, person.names_shown ?? event.names_shown),
      event_id: eventId,
      source: 'hand',
      source_id,
      row_hash,
    });
    if (!row) {
      const earlier = await findByHand(tx, eventId, source_id);
      return earlier?.row_hash === row_hash ? { id: earlier.id, repeats: true } : fail('key_reused');
    }
    await noteListChange(tx, eventId);
    await record(tx, staff, { action: 'participant.added', event_id: eventId, participant_id: row.id });
    return { id: row.id, repeats: false };
  });
  if (added instanceof Failure) return added;
  const person = (await participantById(ctx, added.id, staff)) ?? fail('unknown_event');
  return added.repeats && !(person instanceof Failure) ? new Repeated(person) : person;
}

/** Corrects, approves, withdraws or brings back; what timing would say otherwise stays as it was corrected. */
export async function correctByHand(ctx: Context, staff: Staff | null, id: number, change: Change) {
  const known = await findParticipant(ctx.db, id);
  if (!known) return fail('unknown_participant');
  const done = await transaction(ctx.db, async (tx) => {
    // The event before its people, as a sync locks them.
    const event = await lockedEvent(tx, known.event_id);
    const [before] = await lockedParticipants(tx, [id]);
    if (!event || !before || before.erased_at) return fail('unknown_participant');
    const values = columns(before, change, ctx.clock());
    if (values instanceof Failure) return values;
    const fields = changedFields(before, values);
    if (fields.length === 0) return null;
    const after = { ...before, ...values };
    await updateParticipant(tx, id, {
      ...values,
      ...foldedNames(after, after.names_shown ?? event.names_shown),
      ...(before.source !== 'hand' && { pinned: pins(before, fields) }),
    });
    await noteListChange(tx, event.id);
    await record(tx, staff, {
      action: 'participant.changed',
      event_id: event.id,
      participant_id: id,
      changed: { fields: told(fields) },
    });
    return null;
  });
  return done ?? (await participantById(ctx, id, staff)) ?? fail('unknown_participant');
}

type Column = Exclude<keyof Change, 'status'> | 'approved_at' | 'withdrawn_at';
type Columns = Partial<Pick<ParticipantRow, Column>>;

/** The status is two moments; one that stays keeps its own. */
function columns(before: ParticipantRow, { status, ...values }: Change, now: Date): Columns | Failure<'invalid'> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Columns;
  if (status === undefined || status === statusOf(before)) return given;
  if (status === 'pending' && before.source !== 'hand') {
    return fail('invalid', { fields: { status: 'field.statusPending' } });
  }
  const { approved_at, withdrawn_at } = times(status, now);
  return { ...given, withdrawn_at, ...(before.source === 'hand' && status !== 'withdrawn' && { approved_at }) };
}

function times(status: ParticipantStatus, now: Date) {
  return {
    approved_at: status === 'registered' ? now : null,
    withdrawn_at: status === 'withdrawn' ? now : null,
  };
}

function changedFields(before: ParticipantRow, values: Columns): Column[] {
  const same = (a: unknown, b: unknown) => (a instanceof Date && b instanceof Date ? +a === +b : a === b);
  return (Object.keys(values) as Column[]).filter((field) => !same(before[field], values[field]));
}

/** A message is no field of timing's. */
function pins(before: ParticipantRow, fields: Column[]): string[] {
  const corrected = fields.filter((field) => field !== 'motivational_message');
  return [...new Set([...before.pinned, ...corrected])].toSorted();
}

/** As the call names them. */
function told(fields: Column[]): string[] {
  const names = fields.map((field) => (field.endsWith('_at') ? 'status' : field));
  return [...new Set(names)].toSorted();
}
