import type { SyncRun } from '#contract/timing.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';

/** Why a list was not applied, and the button that applies it all the same, unless a later run counts instead. */
export function HeldRun({ run: { event, event_id: id, message, is_last: isLast } }: { run: SyncRun }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const force = useAct('POST /api/events/{id}/sync-participants', { said: (done) => done.message });
  return (
    <Alert tone="warn" title={text('admin.sync.heldOf', { event })} heading="h3">
      <p>{message}</p>
      {isLast && <p>{text('admin.sync.heldText')}</p>}
      {isLast && isAdmin && (
        <div className="btns">
          <ActButton
            className="btn btn-line"
            isBusy={force.isPending}
            isSlow
            aria-label={text('admin.sync.forceOf', { event })}
            onPress={() => force.mutate({ params: { id }, query: { force: 'true' } })}
          >
            {text('admin.sync.force')}
          </ActButton>
        </div>
      )}
    </Alert>
  );
}
