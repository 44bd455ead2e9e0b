import { useState } from 'react';
import { call, type ApiError } from '#web/api.ts';
import { useShell, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { formAddress, type List } from './address.ts';
import { momentOf } from './age.tsx';
import { KeptFields } from './kept-fields.tsx';

/** Search, and fetching the list from timing. */
export function Tools({ list }: { list: List }) {
  const text = useText();
  const { event, choice } = list;
  const [isSyncing, setSyncing] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  const sync = async () => {
    if (isSyncing) return;
    setSyncing(true);
    setFailure(null);
    const { error } = await call('POST /api/events/{id}/sync-participants', { params: { id: event.id } });
    if (!error) return location.reload();
    setFailure(error);
    setSyncing(false);
  };
  return (
    <>
      <div className="tools">
        <form className="field" role="search" method="get" action={formAddress(list)}>
          <label htmlFor="q">{text('participants.whom')}</label>
          <div className="search search-l">
            <input
              className="input"
              id="q"
              name="q"
              type="search"
              defaultValue={choice.q}
              maxLength={60}
              autoComplete="off"
              spellCheck="false"
              placeholder={text('participants.searchHint')}
            />
            <button type="submit" aria-label={text('participants.search')}>
              <Icon name="search" />
            </button>
          </div>
          <KeptFields list={list} but="q" />
        </form>
        <button
          className="btn btn-line with-script"
          type="button"
          aria-disabled={isSyncing}
          onClick={() => void sync()}
        >
          {isSyncing ? <span className="spin" aria-hidden="true" /> : <Icon name="refresh" />}
          {text(isSyncing ? 'participants.syncing' : 'participants.sync')}
        </button>
      </div>
      {failure && <SyncFailure list={list} failure={failure} />}
    </>
  );
}

/** A fault of timing speaks for itself; the address to check is for those who can. */
function SyncFailure({ list: { event }, failure: { code, text: cause } }: { list: List; failure: ApiError }) {
  const text = useText();
  const { staff } = useShell();
  const isTiming = code === 'timing_failed' && cause !== null;
  const sentences = [
    isTiming ? cause : text('sync.failed', { cause: cause ?? text('sync.unknownCause') }),
    event.last_synced_at && text('sync.stillFrom', { time: momentOf(event.last_synced_at) }),
    isTiming && staff && text('sync.staffHint'),
  ];
  return (
    <Alert tone="warn" title={text('sync.failedTitle')} heading="h3" role="alert">
      <p>{sentences.filter(Boolean).join(' ')}</p>
    </Alert>
  );
}
