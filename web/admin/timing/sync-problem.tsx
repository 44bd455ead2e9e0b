import { Link } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import type { SyncRun } from '#contract/timing.ts';
import { formatRecent } from '#domain/dates.ts';
import { sentence } from '#domain/text.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';

interface SyncProblemProps {
  event: Event;
  /** The last one that ended. */
  run: SyncRun | undefined;
  /** Applies a held list all the same; null for who may not. */
  force: (() => void) | null;
}

/** Why the list is not what timing has now, and what can be done about it. */
export function SyncProblem({ event, run, force }: SyncProblemProps) {
  if (!run || run.outcome === 'done') return null;
  return run.outcome === 'held' ? <Held run={run} force={force} /> : <Failed event={event} run={run} />;
}

function Held({ run, force }: Omit<SyncProblemProps, 'event'> & { run: SyncRun }) {
  const text = useText();
  const time = formatRecent(new Date(run.finished_at ?? run.started_at));
  return (
    <Alert tone="warn" heading="h3" title={text('admin.sync.held', { time })}>
      <p>{run.message}</p>
      {force && (
        <div className="btns">
          <button className="btn btn-soft" type="button" onClick={force}>
            {text('admin.sync.force')}
          </button>
        </div>
      )}
    </Alert>
  );
}

/** A fault of timing speaks for itself; what may be wrong about it on our side is its address. */
function Failed({ event, run }: { event: Event; run: SyncRun }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const isTiming = run.outcome === 'failed' && run.reason !== 'interrupted';
  return (
    <Alert tone="bad" heading="h3" title={text(isTiming ? 'admin.sync.failedTitle' : 'sync.failedTitle')}>
      <p>
        {isTiming ? `${sentence(run.message)} ${text('sync.staffHint')}` : text('sync.failed', { cause: run.message })}
      </p>
      {isTiming && isAdmin && (
        <Link className="more" to="/admin/events" search={{ edit: event.id }}>
          {text('admin.event.editOf', { event: event.name })}
        </Link>
      )}
    </Alert>
  );
}
