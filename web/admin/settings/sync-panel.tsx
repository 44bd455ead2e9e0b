import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Event } from '#contract/events.ts';
import type { SyncRun } from '#contract/timing.ts';
import { formatRecent } from '#domain/dates.ts';
import { Automatic, sayBegun, sayRefused } from '#web/parts/sync.tsx';
import { useText } from '#web/text.tsx';
import { read, useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { useEvents } from '#web/admin/parts/events.ts';
import { useIsAdmin } from '#web/admin/staff.ts';
import { SyncChanges } from '#web/admin/timing/sync-changes.tsx';
import { useSyncStatus } from '#web/admin/timing/sync-status.ts';
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
  const { data: recent, isError } = useQuery(read('GET /api/sync/runs', { query: { limit: '50' } }));
  const { data: events } = useEvents();
  const runs = recent?.items ?? [];
  const isActive = (id: number) => events?.some((event) => event.id === id && event.is_active);
  const held = runs.filter(
    (run) => run.is_last && run.outcome === 'held' && isActive(run.event_id) && run.id !== opened,
  );
  return (
    <Section name="sync" aside={status && <Automatic isOn={status.isRunning} />}>
      <div className="sync sync-wide">
        <div>
          <Times
            lastGood={recent && events && lastGoodOf(runs, events)}
            isLost={isError}
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

interface LastGood {
  at: string | null;
  run: number | null;
}

/** When a list came last; its run may stand behind many that failed since. */
function lastGoodOf(runs: SyncRun[], events: Event[]): LastGood {
  const run = runs.find(({ outcome }) => outcome === 'done');
  const synced = events.flatMap(({ last_synced_at: at }) => at ?? []).toSorted();
  return { at: run?.started_at ?? synced.at(-1) ?? null, run: run?.id ?? null };
}

interface TimesProps {
  /** Not there until it is known. */
  lastGood: LastGood | undefined;
  /** It will not be known: the runs cannot be read. */
  isLost: boolean;
  next: string | null;
  isUnderWay: boolean;
}

function Times({ lastGood, isLost, next, isUnderWay }: TimesProps) {
  const text = useText();
  return (
    <>
      <dl>
        <dt>{text('admin.sync.lastGood')}</dt>
        <dd>{lastGood ? <LastGoodRun {...lastGood} /> : isLost ? '–' : <span className="bone" />}</dd>
        <dt>{text('admin.sync.next')}</dt>
        <dd>{next ? formatRecent(new Date(next)) : '–'}</dd>
      </dl>
      <p className="strong" role="status">
        {isUnderWay && text('sync.running')}
      </p>
    </>
  );
}

function LastGoodRun({ at, run }: LastGood) {
  const text = useText();
  if (!at) return text('admin.never');
  const shown = formatRecent(new Date(at));
  return run ? <Turn to={{ run, kind: undefined }}>{shown}</Turn> : shown;
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
          sayBegun(text, message);
          onBegin();
        },
        onError: ({ text: cause }) => sayRefused(text, cause),
      },
    );
  return (
    <ActButton className="btn btn-line btn-wide" isBusy={begin.isPending} icon="refresh" onPress={press}>
      {text('admin.sync.all')}
    </ActButton>
  );
}

/** The list of runs, or in its place the run that the address opens. */
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
