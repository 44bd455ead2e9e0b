import type { Event, EventQuery } from '#contract/events.ts';
import type { EventCard } from '#contract/pages.ts';
import { swissDay } from '#domain/dates.ts';
import { rappenOf } from '#domain/money.ts';
import { searchWords } from '#domain/text.ts';
import { isStaff, type Context, type Staff } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { listOrPage } from '#server/list-or-page.ts';
import { faultOf } from '#server/log.ts';
import { raisedOf } from '#server/participants/actions.ts';
import { presentEvent } from './present.ts';
import {
  countEvents,
  findEvent,
  findEventBySlug,
  findEventEver,
  listDeleted,
  listEvents,
  listGlances,
  listRaised,
  lockEvent,
  markListChanged,
  markSynced,
  type EventRow,
  type Glance,
  type RaisedRow,
} from './queries.ts';

export type { EventRow } from './queries.ts';

export async function allEvents(ctx: Context): Promise<EventRow[]> {
  return listEvents(ctx.db, swissDay(ctx.clock()));
}

/** Events on the wire; staff see at a glance how each one is. */
export async function eventList(ctx: Context, wish: EventQuery, staff: Staff | null) {
  const toStaff = isStaff(staff);
  const choice = { words: searchWords(wish.q ?? ''), sort: wish.sort, toStaff };
  const today = swissDay(ctx.clock());
  const seen = toStaff ? await atGlance(ctx) : (event: EventRow) => presentEvent(ctx, event, false);
  return listOrPage(
    wish,
    {
      all: () => listEvents(ctx.db, today, choice),
      page: (page) => listEvents(ctx.db, today, { ...choice, ...page }),
      count: () => countEvents(ctx.db, choice),
    },
    seen,
  );
}

/** Deleted events under which somebody gave or promised: the rows of money stay, and more may come. */
export async function deletedEvents(ctx: Context): Promise<Event[]> {
  const [events, seen] = await Promise.all([listDeleted(ctx.db), atGlance(ctx)]);
  return events.map(seen).filter(({ has_gifts, has_pledges }) => has_gifts || has_pledges);
}

/** How staff see an event. */
async function atGlance(ctx: Context): Promise<(event: EventRow) => Event> {
  const glances = await listGlances(ctx.db);
  const byEvent = new Map(glances.map((glance) => [glance.event_id, glance]));
  return (event) => ({ ...presentEvent(ctx, event, true), ...presentGlance(byEvent.get(event.id)) });
}

/** An event that was opened between the two looks has nobody on its list yet. */
function presentGlance(glance: Glance | undefined) {
  const { participants = 0, pending = 0, without_page = 0, flagged = 0, uncounted = 0 } = glance ?? {};
  const { has_gifts = false, has_pledges = false } = glance ?? {};
  const gifts = { flagged_gifts: flagged, uncounted_gifts: uncounted, has_gifts };
  return { participants, pending, without_page, ...gifts, has_pledges, ...raisedOf(glance ?? nothing) };
}

const nothing = { gifts: rappenOf(0), gift_count: 0, rate: rappenOf(0), supporters: 0 };

export function eventById(ctx: Context, id: number): Promise<EventRow | undefined> {
  return findEvent(ctx.db, id);
}

/** As `eventById`, also a deleted one: staff see what was given and promised there. */
export function eventEverById(ctx: Context, id: number): Promise<EventRow | undefined> {
  return findEventEver(ctx.db, id);
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

/** Events as the public site shows them, with what they have raised: an event is there for people without it, too. */
export async function eventCards(ctx: Context, events: EventRow[]): Promise<EventCard[]> {
  const raised = await raisedBy(ctx, events);
  return events.map((event) => ({
    ...presentEvent(ctx, event, false),
    raised: raised && raisedOf(raised.get(event.id) ?? nothing),
  }));
}

/** By event; null when it cannot be read, which is only logged. */
async function raisedBy(ctx: Context, events: EventRow[]): Promise<Map<number, RaisedRow> | null> {
  const ids = events.map(({ id }) => id);
  try {
    return new Map((await listRaised(ctx.db, ids)).map((row) => [row.event_id, row]));
  } catch (error) {
    ctx.log.error({ part: 'sums', ...faultOf(error) }, 'part of a page failed');
    return null;
  }
}
