import type { Participant } from '#contract/participants.ts';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useAct } from '#web/admin/ask.ts';

interface PersonProps {
  person: Participant;
}

/** Done at one press, and as easily undone. */
function useStatus({ id, status: before }: Participant) {
  const text = useText();
  const act = useAct('PUT /api/participants/{id}', {
    said: ({ name, status }) => ({
      text: text(`admin.participants.now.${status}`, { name }),
      ...(status !== before && { undo: { text: text('admin.undo'), act: () => set(before) } }),
    }),
  });
  const set = (status: Participant['status']) => act.mutate({ params: { id }, body: { status } });
  return { set: (status: Participant['status']) => !act.isPending && set(status), isBusy: act.isPending };
}

export function Approve({ person }: PersonProps) {
  const text = useText();
  const { set, isBusy } = useStatus(person);
  return (
    <button
      className="btn btn-line"
      type="button"
      aria-label={text('admin.participants.approveOf', { name: person.name })}
      aria-disabled={isBusy}
      onClick={() => set('registered')}
    >
      {text('admin.participants.approve')}
    </button>
  );
}

/** One button for both ways, so that the focus stays on it. */
export function CancelOrRestore({ person }: PersonProps) {
  const text = useText();
  const { set, isBusy } = useStatus(person);
  const isCancelled = person.status === 'withdrawn';
  return (
    <button
      className={isCancelled ? 'btn btn-line' : 'btn btn-line btn-icon'}
      type="button"
      aria-label={text(`admin.participants.${isCancelled ? 'restoreOf' : 'cancelOf'}`, { name: person.name })}
      aria-disabled={isBusy}
      onClick={() => set(isCancelled ? 'registered' : 'withdrawn')}
    >
      {isCancelled ? text('admin.participants.restore') : <Icon name="close" />}
    </button>
  );
}
