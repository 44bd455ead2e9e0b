import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SyncRun } from '#contract/timing.ts';
import { formatRecent } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { ChangeList } from './change-list.tsx';

/** As many as stand beside the other columns of the strip. */
const FIRST = 3;

interface SyncChangesProps {
  /** Null: of all events, and then it says of which. */
  eventId: number | null;
}

/** The first of what the last run that changed anything did; all of it is in the settings. */
export function SyncChanges({ eventId }: SyncChangesProps) {
  const text = useText();
  const runs = useQuery(
    read('GET /api/sync/runs', { query: { event_id: eventId?.toString(), changed: 'true', limit: '1' } }),
  );
  return (
    <div>
      <h3 className="sm">{text('admin.sync.changes')}</h3>
      <Loaded from={runs} failed={text('admin.sync.changesError')} waiting={<span className="bone" />}>
        {({ items: [run] }) =>
          run ? (
            <>
              {eventId === null && <p className="soft">{run.event}</p>}
              <OfRun key={run.id} run={run} />
            </>
          ) : (
            <p className="soft">{text('admin.sync.noChanges')}</p>
          )
        }
      </Loaded>
    </div>
  );
}

function OfRun({ run: { id, started_at: started } }: { run: SyncRun }) {
  const text = useText();
  const changes = useQuery(
    read('GET /api/sync/runs/{id}/changes', { params: { id }, query: { limit: String(FIRST) } }),
  );
  return (
    <Loaded from={changes} failed={text('admin.sync.changesError')} waiting={<span className="bone" />}>
      {({ items, total }) => (
        <>
          <ChangeList changes={items} />
          <Link className="more" to="/admin/settings" search={{ run: id }}>
            {text('admin.sync.allChanges', {
              count: total,
              shown: formatCount(total),
              time: formatRecent(new Date(started)),
            })}
          </Link>
        </>
      )}
    </Loaded>
  );
}
