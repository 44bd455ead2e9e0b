import type { ListChoice, Loaded } from '#contract/pages.ts';
import { sortings } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { pageSizes, PAGE_SIZE } from '#domain/list.ts';
import type { Context } from '#server/context.ts';
import { allEvents, eventByAddress, eventCards, type EventRow } from '#server/events/actions.ts';
import { presentEvent } from '#server/events/present.ts';
import { startListPage } from '#server/participants/actions.ts';
import { sharedEvent, sharedHome } from './files/share.ts';
import { isWithoutSums, loaded, only } from './loaded.ts';
import type { Found, Visit } from './page-data.ts';

/** `/participants`: the event that the query names, else the only active one, else a choice. */
export async function participants(ctx: Context, visit: Visit): Promise<Found> {
  const events = await loaded(ctx, visit, 'home.eventsError', () => allEvents(ctx));
  const known = 'data' in events ? events.data : [];
  const active = known.filter((event) => event.is_active);
  const wanted = visit.query.get('eventId');
  const event = wanted ? known.find((one) => String(one.id) === wanted) : active.length === 1 ? active[0] : undefined;
  return listPage(ctx, visit, events, event ?? null, false);
}

export async function eventPage(ctx: Context, visit: Visit): Promise<Found | null> {
  const event = await eventByAddress(ctx, visit.params.slug ?? '');
  return event ? listPage(ctx, visit, { data: [event] }, event, true) : null;
}

async function listPage(
  ctx: Context,
  visit: Visit,
  events: Loaded<EventRow[]>,
  event: EventRow | null,
  own: boolean,
): Promise<Found> {
  const choice = listChoice(visit.query);
  // Side by side: where the database hangs, the visitor waits for it once.
  const [[card = null], list] = await Promise.all([
    event ? eventCards(ctx, [event]) : [],
    event ? loaded(ctx, visit, 'participants.loadError', () => chosenPage(ctx, event, choice)) : nobody,
  ]);
  return {
    page: 'participants',
    props: {
      events: only(events, (rows) => rows.map((one) => presentEvent(ctx, one, false))),
      event: card,
      own,
      choice,
      list,
    },
    partial: card !== null && isWithoutSums(card),
    canonical: event ? paths.event(event.address) : paths.participants,
    indexable: event?.indexable ?? true,
    shared: event ? sharedEvent(event) : sharedHome,
  };
}

const nobody = { data: { items: [], total: 0 } };

function chosenPage(ctx: Context, event: EventRow, { q, sort, size, page }: ListChoice) {
  return startListPage(ctx, event.id, { q, sort, limit: size, offset: (page - 1) * size });
}

/** What the address asks of a list; everything that is not known falls back, it never fails. */
function listChoice(query: URLSearchParams): ListChoice {
  const size = Number(query.get('size'));
  const page = query.get('page') ?? '';
  return {
    q: (query.get('q') ?? '').slice(0, 60),
    sort: sortings.find((sort) => sort === query.get('sort')) ?? 'last_name',
    size: pageSizes.find((known) => known === size) ?? PAGE_SIZE,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The choice as an address says it, defaults left out. */
export function knownChoice(query: URLSearchParams): URLSearchParams {
  const { q, sort, size, page } = listChoice(query);
  const eventId = query.get('eventId') ?? '';
  const known = new URLSearchParams();
  if (/^[1-9]\d{0,8}$/.test(eventId)) known.set('eventId', eventId);
  if (q !== '') known.set('q', q);
  if (sort !== 'last_name') known.set('sort', sort);
  if (size !== PAGE_SIZE) known.set('size', String(size));
  if (page !== 1) known.set('page', String(page));
  return known;
}
