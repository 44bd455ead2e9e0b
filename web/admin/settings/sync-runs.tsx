import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SyncRun } from '#contract/timing.ts';
import { formatRecent } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Nothing } from '#web/admin/parts/nothing.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { paging } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';
import { Outcome } from './outcome.tsx';
import '#web/admin/look/noted.css';

const route = getRouteApi('/admin/settings');

export function Runs() {
  const text = useText();
  const { event, page, size } = route.useSearch();
  const query = { ...paging({ page, size }), event_id: event?.toString() };
  const runs = useQuery(read('GET /api/sync/runs', { query }));
  return (
    <>
      <div className="bar">
        <EventChoice event={event} none={text('admin.allEvents')} />
      </div>
      <Loaded from={runs} failed={text('admin.sync.loadError')}>
        {({ items, total }) =>
          items.length > 0 ? (
            <>
              <DataTable caption={text('admin.sync.runs')} columns={columns(text)} rows={items} />
              <Pager rows={{ page, size }} total={total} />
            </>
          ) : (
            <Nothing heading="h3" total={total} filtered={null}>
              <Empty title={text('admin.sync.never')} />
            </Nothing>
          )
        }
      </Loaded>
    </>
  );
}

const count = (text: Translate, name: 'created' | 'updated' | 'withdrawn' | 'total'): Column<SyncRun> => ({
  head: text(`admin.sync.count.${name}`),
  kind: 'number',
  cell: ({ counts }) => (counts ? formatCount(counts[name]) : '–'),
});

function columns(text: Translate): Column<SyncRun>[] {
  return [
    {
      head: text('admin.time'),
      kind: 'name',
      cell: ({ id, event, started_at: at }) => {
        const time = formatRecent(new Date(at));
        return (
          <Turn to={{ run: id, kind: undefined }} aria-label={text('admin.sync.readRun', { event, time })}>
            <span className="num">{time}</span>
          </Turn>
        );
      },
    },
    { head: text('admin.event'), cell: ({ event }) => event },
    { head: text('admin.status'), cell: (run) => <Outcome run={run} /> },
    count(text, 'created'),
    count(text, 'updated'),
    count(text, 'withdrawn'),
    count(text, 'total'),
    {
      head: text('admin.user'),
      cell: ({ by }) => by ?? <span className="soft">{text('admin.sync.byNobody')}</span>,
    },
  ];
}
