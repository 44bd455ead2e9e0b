import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { SyncChange, SyncRun } from '#contract/timing.ts';
import { formatRecent } from '#domain/dates.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { read } from '#web/admin/ask.ts';
import { Choice } from '#web/admin/parts/bar.tsx';
import { useEvents } from '#web/admin/parts/events.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Nothing } from '#web/admin/parts/nothing.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { paging } from '#web/admin/search.ts';
import { ChangeList } from '#web/admin/timing/change-list.tsx';
import { Turn } from '#web/admin/turn.tsx';
import { HeldRun } from './held-run.tsx';
import { Outcome } from './outcome.tsx';

export const changeKinds = ['created', 'changed', 'withdrawn', 'returned'] as const satisfies SyncChange['kind'][];
const PAGE = 50;

const route = getRouteApi('/admin/settings');

/** A run, and what it did to whom. */
export function Run({ id }: { id: number }) {
  const text = useText();
  const run = useQuery(read('GET /api/sync/runs/{id}', { params: { id } }));
  return (
    <>
      <p>
        <Turn className="more" to={{ run: undefined, kind: undefined }}>
          <Icon name="back" /> {text('admin.sync.back')}
        </Turn>
      </p>
      <Loaded from={run} failed={text('admin.sync.loadError')}>
        {(known) => (
          <>
            <Facts run={known} />
            {known.outcome === 'held' && <HeldRun run={known} />}
            {known.outcome === 'done' && <Changes id={id} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Facts({ run }: { run: SyncRun }) {
  const text = useText();
  const { data: kept = [] } = useEvents();
  const { event, event_id: id, started_at: at, by, outcome, message } = run;
  return (
    <>
      <p className="run-facts">
        <Outcome run={run} />
        {/* A deleted event has no list any more. */}
        {kept.some((one) => one.id === id) ? (
          <Link to="/admin/participants" search={{ event: id }}>
            {event}
          </Link>
        ) : (
          event
        )}
        <span className="num">{formatRecent(new Date(at))}</span>
        <span className="soft">{by ?? text('admin.sync.byNobody')}</span>
      </p>
      {outcome === 'done' && <p>{message}</p>}
    </>
  );
}

function Changes({ id }: { id: number }) {
  const text = useText();
  const { kind, page } = route.useSearch();
  const query = { ...paging({ page, size: PAGE }), kind };
  const changes = useQuery(read('GET /api/sync/runs/{id}/changes', { params: { id }, query }));
  return (
    <>
      <div className="bar">
        <Choice name="kind" label={text('admin.sync.kind')} value={kind} none={text('admin.sync.kinds')}>
          {changeKinds.map((one) => (
            <option key={one} value={one}>
              {text(`admin.sync.kind.${one}`)}
            </option>
          ))}
        </Choice>
      </div>
      <Loaded from={changes} failed={text('admin.sync.changesError')}>
        {({ items, total }) =>
          items.length > 0 ? (
            <>
              <ChangeList changes={items} />
              <Pager rows={{ page }} total={total} fixedSize={PAGE} />
            </>
          ) : (
            <Nothing
              heading="h3"
              total={total}
              filtered={kind ? { title: text('admin.sync.noneOfKind'), by: { kind: undefined } } : null}
            >
              <Empty title={text('admin.sync.same')} />
            </Nothing>
          )
        }
      </Loaded>
    </>
  );
}
