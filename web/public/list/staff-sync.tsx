import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatTime } from '#domain/dates.ts';
import { call } from '#web/api.ts';
import { Automatic, PATIENCE_MS, PERIOD_MS, sayBegun, sayRefused } from '#web/parts/sync.tsx';
import { useShell, useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface StaffSyncProps {
  /** Fetches the list anew after a run. */
  onDone: () => Promise<unknown>;
}

/** For staff: whether lists come by themselves and when next; for admins, a run of all events at once. */
export function StaffSync({ onDone }: StaffSyncProps) {
  const text = useText();
  const { staff } = useShell();
  if (!staff || staff.roles.length === 0) return null;
  return (
    <section className="tools-meta" aria-label={text('sync.label')}>
      <Sync mayStart={staff.roles.includes('admin')} onDone={onDone} />
    </section>
  );
}

interface Status {
  isRunning: boolean;
  nextRun: string | null;
  running: boolean;
}

function Sync({ mayStart, onDone }: StaffSyncProps & { mayStart: boolean }) {
  const text = useText();
  const [status, setStatus] = useState<Status | null>(null);
  const [isStarting, setStarting] = useState(false);
  const { follow } = useFollowedRun(setStatus, onDone);

  async function start(): Promise<void> {
    if (isStarting) return;
    setStarting(true);
    const { data, error } = await call('POST /api/sync/manual');
    setStarting(false);
    if (error) return sayRefused(text, error.text);
    sayBegun(text, data.message);
    void follow();
  }

  return (
    <>
      {status ? <StatusLine {...status} /> : <span className="bone" aria-hidden="true" />}
      {mayStart && (
        <button className="btn btn-line btn-s" type="button" aria-disabled={isStarting} onClick={() => void start()}>
          {isStarting ? <span className="spin" aria-hidden="true" /> : <Icon name="refresh" />} {text('sync.now')}
        </button>
      )}
    </>
  );
}

function StatusLine({ isRunning, nextRun, running }: Status) {
  const text = useText();
  return (
    <p role="status">
      <Automatic isOn={isRunning} />{' '}
      <span className="num">
        {running ? text('sync.running') : nextRun && text('sync.nextRun', { time: formatTime(new Date(nextRun)) })}
      </span>
    </p>
  );
}

/** Asks how it stands, and as long as something runs or is about to, again and again. */
function useFollowedRun(show: (status: Status) => void, onDone: StaffSyncProps['onDone']) {
  const isGone = useRef(false);
  const isFollowing = useRef(false);

  async function ask(): Promise<Status | null> {
    const { data, error } = await call('GET /api/sync/status');
    if (error) console.warn(error.message);
    else if (!isGone.current) show(data);
    return data ?? null;
  }

  async function follow(): Promise<void> {
    if (isFollowing.current) return;
    isFollowing.current = true;
    const until = Date.now() + PATIENCE_MS;
    for (let ran = false; !isGone.current;) {
      await new Promise((resume) => setTimeout(resume, PERIOD_MS));
      if (document.hidden) continue;
      const status = await ask();
      if (!status?.running && (ran || Date.now() > until)) break;
      ran = ran || status?.running === true;
    }
    isFollowing.current = false;
    if (!isGone.current) await onDone();
  }

  const begin = useEffectEvent(async () => {
    const status = await ask();
    if (status?.running) await follow();
  });
  useEffect(() => {
    isGone.current = false;
    void begin();
    return () => {
      isGone.current = true;
    };
  }, []);

  return { follow };
}
