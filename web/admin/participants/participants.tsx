import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { formatCount } from '#domain/money.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { asPage, read } from '#web/admin/ask.ts';
import { Choice, SearchField } from '#web/admin/parts/bar.tsx';
import { called } from '#web/admin/parts/called.ts';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { useEvents } from '#web/admin/parts/events.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Nothing } from '#web/admin/parts/nothing.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { isOn, oneOf, optional, paging, rows, whole, type Search } from '#web/admin/search.ts';
import { useIsAdmin } from '#web/admin/staff.ts';
import { SyncStrip } from '#web/admin/timing/sync-strip.tsx';
import { Turn } from '#web/admin/turn.tsx';
import { MakeMissing } from './make-missing.tsx';
import { LastResult, PageResults } from './page-results.tsx';
import { ParticipantDialogs } from './participant-dialogs.tsx';
import { ParticipantTable } from './participant-table.tsx';

const sortings = ['last_name', '-last_name', 'bib', '-bib'] as const;
const states = ['confirmed', 'pending', 'cancelled'] as const;

export const participantsSearch = (search: Search) =>
  optional({
    ...rows(search, sortings),
    event: whole(search.event),
    status: oneOf(states, search.status),
    add: isOn(search.add),
    edit: whole(search.edit),
    recreate: whole(search.recreate),
  });

const route = getRouteApi('/admin/participants');

export function Participants() {
  const text = useText();
  const events = useEvents();
  const { event: id } = route.useSearch();
  return (
    <Loaded from={events} failed={text('admin.event.loadError')}>
      {(all) => {
        const event = chosen(all, id);
        return event ? <OfEvent key={event.id} event={event} /> : <Prompt hasEvents={all.length > 0} />;
      }}
    </Loaded>
  );
}

/** As on the public page: the event of the address, else the only active one. */
function chosen(all: Event[], id: number | undefined): Event | undefined {
  const active = all.filter(({ is_active }) => is_active);
  return id === undefined && active.length === 1 ? active[0] : all.find((event) => event.id === id);
}

function Prompt({ hasEvents }: { hasEvents: boolean }) {
  const text = useText();
  if (!hasEvents) return <Empty title={text('admin.eventsEmpty')} text={text('admin.event.emptyText')} />;
  return (
    <>
      <div className="bar">
        <EventChoice event={undefined} none={text('participants.chooseEvent')} />
      </div>
      <Empty title={text('participants.choose')} text={text('admin.participants.chooseText')} />
    </>
  );
}

function OfEvent({ event }: { event: Event }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const { q } = route.useSearch();
  const makesPages = isAdmin && event.payrexx_instance !== null;
  const hasMissing = makesPages && (event.without_page ?? 0) > 0;
  return (
    <PageResults>
      <SyncStrip event={event} />
      <div className="bar">
        <EventChoice event={event.id} none={text('participants.chooseEvent')} />
        <SearchField label={text('participants.search')} placeholder={text('admin.participants.searchHint')} q={q} />
        <StatusChoice event={event} />
        <a
          className="btn btn-line btn-icon"
          href={paths.event(event.slug)}
          {...called(text('admin.participants.publicList'))}
        >
          <Icon name="out" />
        </a>
        {isAdmin && (
          <Turn className={hasMissing ? 'btn btn-line' : 'btn'} to={{ add: true }} keep>
            <Icon name="plus" /> {text('admin.participants.add')}
          </Turn>
        )}
        {makesPages && <MakeMissing event={event} />}
      </div>
      <LastResult />
      <People event={event} />
      <ParticipantDialogs event={event} />
    </PageResults>
  );
}

/** Registered and pending people are counted with their event; the cancelled ones are asked for here. */
function StatusChoice({ event: { id, participants = 0, pending = 0 } }: { event: Event }) {
  const text = useText();
  const { status } = route.useSearch();
  const { data } = useQuery({
    ...read('GET /api/events/{id}/participants', { params: { id }, query: { status: 'cancelled', limit: '1' } }),
    select: asPage,
  });
  const cancelled = data?.total ?? 0;
  const counts = { confirmed: participants - pending, pending, cancelled };
  return (
    <Choice
      name="status"
      label={text('admin.status')}
      value={status}
      none={text('admin.all', { count: formatCount(participants + cancelled) })}
    >
      {states.map((state) => (
        <option key={state} value={state}>
          {text(`admin.participants.states.${state}`, { count: formatCount(counts[state]) })}
        </option>
      ))}
    </Choice>
  );
}

function People({ event }: { event: Event }) {
  const text = useText();
  const { q, status, sort = 'last_name', ...choice } = route.useSearch();
  const people = useQuery({
    ...read('GET /api/events/{id}/participants', {
      params: { id: event.id },
      query: { q, status: status ?? 'all', sort, ...paging(choice) },
    }),
    select: asPage,
  });
  return (
    <Loaded from={people} failed={text('admin.participants.loadError')}>
      {({ items, total }) =>
        items.length > 0 ? (
          <>
            <ParticipantTable event={event} people={items} sort={sort} />
            <Pager rows={choice} total={total} />
          </>
        ) : (
          <Nobody total={total} />
        )
      }
    </Loaded>
  );
}

function Nobody({ total }: { total: number }) {
  const text = useText();
  const { q, status } = route.useSearch();
  const isFiltered = q !== undefined || status !== undefined;
  const all = { q: undefined, status: undefined };
  return (
    <Nothing total={total} filtered={isFiltered ? { title: text('admin.participants.noneFound'), by: all } : null}>
      <Empty heading="h2" title={text('participants.empty')} text={text('participants.emptyHint')} />
    </Nothing>
  );
}
