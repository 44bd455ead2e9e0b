import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events.ts';
import { formatRecent } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import { Automatic } from '#web/parts/sync.tsx';
import { useText } from '#web/text.tsx';
import { read, useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { SyncChanges } from './sync-changes.tsx';
import { SyncProblem } from './sync-problem.tsx';
import { useRunsOf } from './sync-status.ts';

/** How an event's list stands with timing: its last good run, what that changed, and what went wrong since. */
export function SyncStrip({ event }: { event: Event }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const { runs, isUnderWay } = useRunsOf(event.id);
  const sync = useAct('POST /api/events/{id}/sync-participants', { said: ({ message }) => message });
  const isBusy = sync.isPending || isUnderWay;
  const begin = (force: 'true' | 'false') => {
    if (!isBusy) sync.mutate({ params: { id: event.id }, query: { force } });
  };
  return (
    <Loaded from={runs} failed={text('admin.sync.loadError')}>
      {({ items }) => (
        <section className="sync sync-wide" aria-labelledby="sync">
          <div>
            <Facts event={event} />
            {isAdmin && (
              <ActButton
                className="btn btn-line btn-wide"
                isBusy={isBusy}
                icon="refresh"
                onPress={() => begin('false')}
              >
                {text(isBusy ? 'sync.running' : 'sync.now')}
              </ActButton>
            )}
          </div>
          <SyncChanges eventId={event.id} />
          <SyncProblem
            event={event}
            run={items.find(({ outcome }) => outcome !== 'running')}
            force={isAdmin ? () => begin('true') : null}
          />
        </section>
      )}
    </Loaded>
  );
}

function Facts({ event: { is_active: isActive, last_synced_at: synced, participants = 0 } }: { event: Event }) {
  const text = useText();
  const { data: status } = useQuery(read('GET /api/sync/status'));
  const isAutomatic = isActive && status?.isRunning === true;
  const next = isAutomatic && status.nextRun;
  return (
    <>
      <div className="goal-line">
        <h2 id="sync">{text('admin.event.timing')}</h2>
        {status && <Automatic isOn={isAutomatic} />}
      </div>
      <dl>
        <dt>{text('admin.sync.lastGood')}</dt>
        <dd>{synced ? formatRecent(new Date(synced)) : text('admin.never')}</dd>
        <dt>{text('admin.sync.next')}</dt>
        <dd>{next ? formatRecent(new Date(next)) : text('admin.sync.none')}</dd>
        <dt>{text('admin.participants')}</dt>
        <dd>{formatCount(participants)}</dd>
      </dl>
    </>
  );
}
