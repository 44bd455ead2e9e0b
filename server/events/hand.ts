import type { z } from 'zod';
import type { EventChange, NewEvent } from '#contract/events.ts';
import { plainSlug, slug } from '#domain/slug.ts';
import type { Context, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { refoldNames } from '#server/participants/actions.ts';
import { lookAtOpenOf } from '#server/payments/look.ts';
import { setPicture, takePicture } from '#server/pictures/actions.ts';
import { changedFields, columns, presentEvent } from './present.ts';
import { findEvent, getEvent, insertEvent, lockEvent, markDeleted, markListChanged, updateEvent } from './queries.ts';

type Input = z.output<typeof NewEvent>;
type Change = z.output<typeof EventChange>;

export async function addEvent(ctx: Context, staff: Staff | null, input: Input) {
  const refused = ctx.timing.refused(input.rr_simple_ip);
  if (refused !== null) return fail('invalid', { fields: { rr_simple_ip: 'field.timingHost' } });
  const picture = input.image_url ? await takePicture(ctx, input.image_url) : null;
  if (picture instanceof Failure) return picture;
  return transaction(ctx.db, async (tx) => {
    const { id } = await insertEvent(tx, {
      ...columns(input),
      name: input.name,
      timing_address: input.rr_simple_ip,
      ...slugs(input.name),
    });
    await setPicture(tx, id, picture);
    await record(tx, staff, { action: 'event.opened', event_id: id });
    return presentEvent(ctx, await getEvent(tx, id), true);
  });
}

export async function changeEvent(ctx: Context, staff: Staff | null, id: number, wish: Change) {
  const change = await withoutKnownPicture(ctx, id, wish);
  if (change.rr_simple_ip !== undefined && ctx.timing.refused(change.rr_simple_ip) !== null) {
    return fail('invalid', { fields: { rr_simple_ip: 'field.timingHost' } });
  }
  const picture = change.image_url ? await takePicture(ctx, change.image_url) : null;
  if (picture instanceof Failure) return picture;
  return transaction(ctx.db, async (tx) => {
    const before = await lockEvent(tx, id);
    if (!before) return fail('unknown_event');
    await updateEvent(tx, id, {
      ...columns(change),
      ...(change.name !== undefined && { name: change.name, ...slugs(change.name) }),
      ...(change.rr_simple_ip !== undefined && { timing_address: change.rr_simple_ip }),
    });
    if (change.image_url !== undefined) await setPicture(tx, id, picture);
    const event = await getEvent(tx, id);
    const after = presentEvent(ctx, event, true);
    const fields = changedFields(change, presentEvent(ctx, before, true), after);
    if (fields.length === 0) return after;
    if (event.names_shown !== before.names_shown) await refoldNames(tx, id, event.names_shown);
    await markListChanged(tx, id);
    await record(tx, staff, { action: 'event.changed', event_id: id, changed: { fields } });
    return after;
  });
}

/** The address of a picture that we have is no change, and need not be asked again; nor for an event that is gone. */
async function withoutKnownPicture(ctx: Context, id: number, wish: Change): Promise<Change> {
  const { image_url, ...rest } = wish;
  if (!image_url) return wish;
  const event = await findEvent(ctx.db, id);
  const isKnown = !event || (event.picture !== null && event.image_url === image_url);
  return isKnown ? rest : wish;
}

const slugs = (name: string) => ({ slug: slug(name), slug_plain: plainSlug(name) });

/** Hides the event everywhere; participants, pledges, gifts and mails keep their rows, and nothing more is taken. */
export function deleteEvent(ctx: Context, staff: Staff | null, id: number) {
  return transaction(ctx.db, async (tx) => {
    const deleted = await markDeleted(tx, id, ctx.clock());
    if (!deleted) return fail('unknown_event');
    await setPicture(tx, id, null);
    await lookAtOpenOf(ctx, tx, id);
    await record(tx, staff, { action: 'event.deleted', event_id: id });
    return deleted;
  });
}
