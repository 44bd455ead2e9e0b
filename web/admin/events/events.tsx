import { getRouteApi } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import { PAGE_SIZE } from '#domain/list.ts';
import { fold, searchWords } from '#domain/text.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Choice, SearchField } from '#web/admin/parts/bar.tsx';
import { useEvents } from '#web/admin/parts/events.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Nothing } from '#web/admin/parts/nothing.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { isOn, oneOf, optional, rows, type Rows, whole, type Search } from '#web/admin/search.ts';
import { useIsAdmin } from '#web/admin/staff.ts';
import { Turn } from '#web/admin/turn.tsx';
import { EventDialogs } from './event-dialogs.tsx';
import { EventTable } from './event-table.tsx';

const sortings = ['name', '-name', 'created_at', '-created_at'] as const;
type Sorting = (typeof sortings)[number];
const states = ['active', 'inactive'] as const;

export const eventsSearch = (search: Search) =>
  optional({
    ...rows(search, sortings),
    status: oneOf(states, search.status),
    add: isOn(search.add),
    edit: whole(search.edit),
    remove: whole(search.remove),
  });

const route = getRouteApi('/admin/events');

export function Events() {
  const text = useText();
  const events = useEvents();
  return (
    <Loaded from={events} failed={text('admin.event.loadError')}>
      {(all) => (
        <>
          <EventList all={all} />
          <EventDialogs all={all} />
        </>
      )}
    </Loaded>
  );
}

function EventList({ all }: { all: Event[] }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const { status, ...choice } = route.useSearch();
  const found = inOrder(all.filter(isFound(choice.q ?? '')), choice.sort);
  const chosen = status ? found.filter((event) => event.is_active === (status === 'active')) : found;
  const { page = 1, size = PAGE_SIZE } = choice;
  const shown = chosen.slice((page - 1) * size, page * size);
  const noneFound = { title: text('admin.event.noneFound'), by: { q: undefined, status: undefined } };
  const count = (state: (typeof states)[number]) => all.filter((one) => one.is_active === (state === 'active')).length;
  return (
    <>
      <div className="bar">
        <SearchField label={text('admin.event.search')} placeholder={text('admin.event.searchHint')} q={choice.q} />
        <Choice
          name="status"
          label={text('admin.status')}
          value={status}
          none={text('admin.all', { count: all.length })}
        >
          {states.map((state) => (
            <option key={state} value={state}>
              {text(`admin.event.states.${state}`, { count: count(state) })}
            </option>
          ))}
        </Choice>
        {isAdmin && (
          <Turn className="btn" to={{ add: true }}>
            <Icon name="plus" /> {text('admin.event.add')}
          </Turn>
        )}
      </div>
      {shown.length > 0 ? (
        <>
          <EventTable events={shown} sort={choice.sort} />
          <Pager rows={choice} total={chosen.length} />
        </>
      ) : (
        <Nothing total={chosen.length} filtered={all.length > 0 ? noneFound : null}>
          <Empty heading="h2" title={text('admin.eventsEmpty')} text={text('admin.event.emptyText')} />
        </Nothing>
      )}
    </>
  );
}

/** By name or address of timing, accents or not. */
function isFound(q: string): (event: Event) => boolean {
  const wanted = searchWords(q);
  return ({ name, rr_simple_ip: address = '' }) => {
    const text = fold(`${name} ${address}`);
    return wanted.every((word) => text.includes(word));
  };
}

const order: Record<Sorting, (a: Event, b: Event) => number> = {
  name: (a, b) => fold(a.name).localeCompare(fold(b.name)),
  '-name': (a, b) => order.name(b, a),
  created_at: (a, b) => a.created_at.localeCompare(b.created_at),
  '-created_at': (a, b) => order.created_at(b, a),
};

/** As the server answers, nearest date first, unless the address asks for another order. */
function inOrder(events: Event[], sort: Rows<Sorting>['sort']): Event[] {
  return sort ? events.toSorted(order[sort]) : events;
}
