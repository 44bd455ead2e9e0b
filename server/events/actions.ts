import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Event, EventChange, NewEvent } from '#contract/events.ts';
import type { EventCard } from '#contract/pages.ts';
import { swissDay } from '#domain/dates.ts';
import { plainMoney, rappenOf } from '#domain/money.ts';
import { plainSlug, slug } from '#domain/slug.ts';
import { isStaff, type Context, type Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail, Failure } from '#server/failure.ts';
import { record } from '#server/activity/actions.ts';
import { raisedOf, refoldNames } from '#server/participants/actions.ts';
import { setPicture, takePicture } from '#server/pictures/actions.ts';
import {
  findEvent,
  findEventBySlug,
  findEventEver,
  getEvent,
  insertEvent,
  listEvents,
  listGlances,
  listRaised,
  lockEvent,
  markDeleted,
  markListChanged,
  markSynced,
  updateEvent,
  type EventRow,
  type EventValues,
  type Glance,
} from './queries.ts';

export type { EventRow } from './queries.ts';
type Input = z.output<typeof NewEvent>;
type Change = z.output<typeof EventChange>;

export async function allEvents(ctx: Context): Promise<EventRow[]> {
  return listEvents(ctx.db, swissDay(ctx.clock()));
}

/** All events on the wire; staff see at a glance how each one is. */
export async function eventList(ctx: Context, staff: Staff | null): Promise<Event[]> {
  if (!isStaff(staff)) return (await allEvents(ctx)).map((event) => presentEvent(ctx, event, false));
  const [events, glances] = await Promise.all([allEvents(ctx), listGlances(ctx.db)]);
  const byEvent = new Map(glances.map((glance) => [glance.event_id, glance]));
  return events.map((event) => ({ ...presentEvent(ctx, event, true), ...presentGlance(byEvent.get(event.id)) }));
}

/** An event that was opened between the two looks has nobody on its list yet. */
function presentGlance(glance: Glance | undefined) {
  const { participants = 0, pending = 0, without_page = 0, flagged = 0 } = glance ?? {};
  return { participants, pending, without_page, flagged_gifts: flagged, ...raisedOf(glance ?? nothing) };
}

const nothing = { gifts: rappenOf(0), gift_count: 0, rate: rappenOf(0), supporters: 0 };

export function eventById(ctx: Context, id: number): Promise<EventRow | undefined> {
  return findEvent(ctx.db, id);
}

/** As `eventById`, inside somebody's transaction. */
export function eventIn(tx: Tx, id: number): Promise<EventRow | undefined> {
  return findEvent(tx, id);
}

/** As `eventIn`, also a deleted one: a pledge keeps telling what it was for. */
export function eventEverIn(tx: Tx, id: number): Promise<EventRow | undefined> {
  return findEventEver(tx, id);
}

/** The event that a path segment means: an all-digit one is an id first. */
export async function eventByAddress(ctx: Context, segment: string): Promise<EventRow | undefined> {
  const byId = /^[1-9]\d{0,8}$/.test(segment) ? await findEvent(ctx.db, Number(segment)) : undefined;
  const isSlug = /^[a-z0-9-]+$/i.test(segment);
  return byId ?? (isSlug ? await findEventBySlug(ctx.db, segment.toLowerCase()) : undefined);
}

export async function openEvent(ctx: Context, staff: Staff | null, input: Input) {
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

/** Hides the event everywhere; participants, pledges and mails keep their rows. */
export async function closeEvent(ctx: Context, staff: Staff | null, id: number) {
  return transaction(ctx.db, async (tx) => {
    if (!(await markDeleted(tx, id, ctx.clock()))) return fail('unknown_event');
    await setPicture(tx, id, null);
    await record(tx, staff, { action: 'event.deleted', event_id: id });
    return { message: 'ok' };
  });
}

/** The event as it is now, and stays until the transaction ends. */
export function lockedEvent(tx: Tx, id: number): Promise<EventRow | undefined> {
  return lockEvent(tx, id);
}

export function noteSync(tx: Tx, id: number, at: Date, changed: boolean): Promise<void> {
  return markSynced(tx, id, at, changed);
}

/** After staff changed somebody on the list. */
export function noteListChange(tx: Tx, id: number): Promise<void> {
  return markListChanged(tx, id);
}

/** Events as the public site shows them, with what they have raised. */
export async function eventCards(ctx: Context, events: EventRow[]): Promise<EventCard[]> {
  const raised = await listRaised(
    ctx.db,
    events.map((event) => event.id),
  );
  const byEvent = new Map(raised.map((row) => [row.event_id, row]));
  return events.map((event) => ({
    ...presentEvent(ctx, event, false),
    ...raisedOf(byEvent.get(event.id) ?? nothing),
  }));
}

/** Whether an online gift to this event can be paid: by the switch, and by the account that the money goes to. */
export function canTakeGifts(ctx: Context, { takes_gifts, payrexx_instance }: EventRow): boolean {
  return takes_gifts && payrexx_instance !== null && ctx.payments.knows(payrexx_instance);
}

export function presentEvent(ctx: Context, event: EventRow, toStaff: boolean): Event {
  return {
    id: event.id,
    name: event.name,
    slug: event.address,
    created_at: event.created_at.toISOString(),
    event_date: event.event_date,
    place: event.place,
    purpose: event.purpose,
    image_url: event.image_url,
    picture: event.picture,
    is_active: event.is_active,
    emm_onreg_link: event.registration_link,
    ranking_hub_link: event.ranking_link,
    ...(toStaff && { rr_simple_ip: event.timing_address, rr_columns: event.timing_columns }),
    payrexx_instance: event.payrexx_instance,
    donation_link: flagText(event.takes_gifts),
    takes_gifts: canTakeGifts(ctx, event),
    donation_per_unit: flagText(event.takes_pledges),
    donation_unit_description: event.unit_text,
    expected_units: event.expected_units,
    donation_goal: plainMoney(event.gift_goal),
    donation_per_unit_goal: plainMoney(event.pledge_goal),
    donation_total_goal: plainMoney(event.total_goal),
    show_donation_total: flagText(event.show_gift_total),
    show_donation_per_unit_total: flagText(event.show_pledge_total),
    names_shown: event.names_shown,
    indexable: flagText(event.indexable),
    language: event.language,
    mail_participants: flagText(event.mail_participants),
    organiser_name: event.organiser_name,
    organiser_street: event.organiser_street,
    organiser_house_no: event.organiser_house_no,
    organiser_zip: event.organiser_zip,
    organiser_city: event.organiser_city,
    organiser_country: event.organiser_country,
    organiser_email: event.organiser_email,
    organiser_website: event.organiser_website,
    organiser_privacy_url: event.organiser_privacy_url,
    last_synced_at: event.last_synced_at?.toISOString() ?? null,
  };
}

const flagText = (flag: boolean) => (flag ? 'true' : '');
const slugs = (name: string) => ({ slug: slug(name), slug_plain: plainSlug(name) });

/** Wire fields as columns; what is absent stays absent, so that a change keeps it. */
function columns(input: Change): Omit<EventValues, 'name' | 'slug' | 'slug_plain' | 'timing_address'> {
  const values = {
    event_date: input.event_date,
    place: input.place,
    purpose: input.purpose,
    image_url: input.image_url,
    is_active: input.is_active,
    registration_link: input.emm_onreg_link,
    ranking_link: input.ranking_hub_link,
    timing_columns: input.rr_columns,
    payrexx_instance: input.payrexx_instance,
    takes_gifts: input.donation_link,
    takes_pledges: input.donation_per_unit,
    unit_text: input.donation_unit_description,
    expected_units: input.expected_units,
    gift_goal: input.donation_goal,
    pledge_goal: input.donation_per_unit_goal,
    total_goal: input.donation_total_goal,
    show_gift_total: input.show_donation_total,
    show_pledge_total: input.show_donation_per_unit_total,
    names_shown: input.names_shown,
    indexable: input.indexable,
    language: input.language,
    mail_participants: input.mail_participants,
    organiser_name: input.organiser_name,
    organiser_street: input.organiser_street,
    organiser_house_no: input.organiser_house_no,
    organiser_zip: input.organiser_zip,
    organiser_city: input.organiser_city,
    organiser_country: input.organiser_country,
    organiser_email: input.organiser_email,
    organiser_website: input.organiser_website,
    organiser_privacy_url: input.organiser_privacy_url,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Of what was sent, as the call names it: address, picture and what else follows from a field are told by it. */
function changedFields(change: Change, before: Event, after: Event): string[] {
  const isNew = (field: keyof Event) => !isDeepStrictEqual(before[field], after[field]);
  const fields = Object.keys(change) as (keyof Change)[];
  return fields.filter((field) => isNew(field) || (field === 'image_url' && isNew('picture'))).toSorted();
}
