import { useState } from 'react';
import type { Event } from '#contract/events.ts';
import { formatRecent } from '#domain/dates.ts';
import { sentence } from '#domain/text.ts';
import { call, type ApiError } from '#web/api.ts';
import { useShell, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';

interface Sync {
  isSyncing: boolean;
  failure: ApiError | null;
  sync: () => Promise<void>;
}

/** Lets the server fetch the list from timing; `done` then fetches it from the server. */
export function useSync(event: Event, done: () => Promise<unknown>): Sync {
  const [isSyncing, setSyncing] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function sync(): Promise<void> {
    if (isSyncing) return;
    setSyncing(true);
    const { data, error = null } = await call('POST /api/events/{id}/sync-participants', { params: { id: event.id } });
    if (data) {
      await done();
      toast({ text: data.message });
    }
    setFailure(error);
    setSyncing(false);
  }

  return { isSyncing, failure, sync };
}

export function SyncButton({ isSyncing, sync }: Sync) {
  const text = useText();
  return (
    <button className="btn btn-line with-script" type="button" aria-disabled={isSyncing} onClick={() => void sync()}>
      {isSyncing ? <span className="spin" aria-hidden="true" /> : <Icon name="refresh" />}
      {text(isSyncing ? 'participants.syncing' : 'participants.sync')}
    </button>
  );
}

/** Why the list could not be fetched; staff are told to check the address of timing, which they can change. */
export function SyncFailure({ event, failure }: { event: Event; failure: ApiError }) {
  const text = useText();
  const { code } = failure;
  const cause = code === 'unreachable' ? text('error.unreachable') : failure.text;
  const { staff } = useShell();
  const isTiming = code === 'timing_failed' && cause !== null;
  const sentences = [
    isTiming ? cause : text('sync.failed', { cause: cause ?? text('sync.unknownCause') }),
    event.last_synced_at && text('sync.stillFrom', { time: formatRecent(new Date(event.last_synced_at)) }),
    isTiming && staff !== null && staff.roles.length > 0 && text('sync.staffHint'),
  ];
  const said = sentences.filter((words) => typeof words === 'string');
  return (
    <Alert tone="warn" title={text('sync.failedTitle')} heading="h3" role="alert">
      <p>{said.map(sentence).join(' ')}</p>
    </Alert>
  );
}
