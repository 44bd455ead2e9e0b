import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SyncRun } from '#contract/timing.ts';
import { formatRecent } from '#domain/dates.ts';
import { useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { toast } from '#web/ui/toast.ts';
import { read, useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { useEvents } from '#web/admin/parts/events.ts';
import { SyncChanges } from '#web/admin/parts/sync-changes.tsx';
import { useSyncStatus } from '#web/admin/parts/sync-status.ts';
import { useIsAdmin } from '#web/admin/staff.ts';
import { Turn } from '#web/admin/turn.tsx';
import { HeldRun } from './held-run.tsx';
import { Section } from './section.tsx';
import { Run } from './sync-run.tsx';
import { Runs } from './sync-runs.tsx';

const route = getRouteApi('/admin/settings');

/** How lists come from timing, what the last runs did, and what was held. */
export function SyncPanel() {
  const { run: opened } = route.useSearch();
  const { status, follow } = useSyncStatus();
  const { data: recent } = useQuery(read('GET /api/sync/runs', { query: { limit: '50' } }));
  const { data: events = [] } = useEvents();
  const runs = recent?.items ?? [];
  const lastGood = runs.find(({ outcome }) => outcome === 'done');
  const isActive = (id: number) => events.some((event) => event.id === id && event.is_active);
  const held = runs.filter(
    (run) => run.is_last && run.outcome === 'held' && isActive(run.event_id) && run.id !== opened,
  );
  return (
    <Section name="sync" aside={status && <Automatic isOn={status.isRunning} />}>
      <div className="sync sync-wide">
        <div>
          <Times
            isKnown={recent !== undefined}
            lastGood={lastGood}
            next={status?.nextRun ?? null}
            isUnderWay={status?.running ?? false}
          />
          <SyncAll onBegin={follow} />
        </div>
        <SyncChanges eventId={null} />
        <div>
          {held.map((run) => (
            <HeldRun key={run.id} run={run} />
          ))}
        </div>
      </div>
      <Log />
    </Section>
  );
}

function Automatic({ isOn }: { isOn: boolean }) {
  const text = useText();
  return <Chip tone={isOn ? 'good' : 'off'}>{text(isOn ? 'sync.active' : 'sync.inactive')}</Chip>;
}

interface TimesProps {
  /** The runs were read: without one there was none. */
  isKnown: boolean;
  lastGood: SyncRun | undefined;
  next: string | null;
  isUnderWay: boolean;
}

function Times({ isKnown, lastGood, next, isUnderWay }: TimesProps) {
  const text = useText();
  return (
    <>
      <dl>
        <dt>{text('admin.sync.lastGood')}</dt>
        <dd>
          {lastGood ? (
            <Turn to={{ run: lastGood.id, kind: undefined }}>{formatRecent(new Date(lastGood.started_at))}</Turn>
          ) : isKnown ? (
            text('admin.never')
          ) : (
            '–'
          )}
        </dd>
        <dt>{text('admin.sync.next')}</dt>
        <dd>{next ? formatRecent(new Date(next)) : '–'}</dd>
      </dl>
      <p className="strong" role="status">
        {isUnderWay && text('sync.running')}
      </p>
    </>
  );
}

function SyncAll({ onBegin }: { onBegin: () => void }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const begin = useAct('POST /api/sync/manual', { shows: true });
  if (!isAdmin) return null;

  const press = () =>
    begin.mutate(
      {},
      {
        onSuccess: ({ message }) => {
          toast({ title: text('sync.success'), text: message });
          onBegin();
        },
        onError: ({ text: cause }) =>
          toast({ title: text('sync.error'), text: cause ?? text('sync.errorMessage'), tone: 'bad' }),
      },
    );
  return (
    <ActButton className="btn btn-line btn-wide" isBusy={begin.isPending} icon="refresh" onPress={press}>
      {text('admin.sync.all')}
    </ActButton>
  );
}

/** The runs, or the one that the address opens, at the same place. */
function Log() {
  const text = useText();
  const { run } = route.useSearch();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(run);

  useEffect(() => {
    // The link that led here is gone: whoever listens hears where he is.
    if (shown.current !== run) heading.current?.focus();
    shown.current = run;
  }, [run]);

  return (
    <div>
      <h3 ref={heading} tabIndex={-1}>
        {text(run === undefined ? 'admin.sync.runs' : 'admin.sync.run')}
      </h3>
      {run === undefined ? <Runs /> : <Run id={run} />}
    </div>
  );
}
