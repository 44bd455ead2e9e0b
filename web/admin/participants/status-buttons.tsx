import type { Participant } from '#contract/participants.ts';
import { useText } from '#web/text.tsx';
import { useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { called } from '#web/admin/parts/called.ts';

interface PersonProps {
  person: Participant;
}

/** Sets somebody's status at one press; the toast that says so takes it back. */
function useStatus({ id, status: before }: Participant) {
  const text = useText();
  const act = useAct('PUT /api/participants/{id}', {
    said: ({ name, status }) => ({
      text: text(`admin.participants.now.${status}`, { name }),
      ...(status !== before && { undo: { text: text('admin.undo'), act: () => set(before) } }),
    }),
  });
  const set = (status: Participant['status']) => act.mutate({ params: { id }, body: { status } });
  return { set, isBusy: act.isPending };
}

export function Approve({ person }: PersonProps) {
  const text = useText();
  const { set, isBusy } = useStatus(person);
  return (
    <ActButton
      className="btn btn-line"
      isBusy={isBusy}
      aria-label={text('admin.participants.approveOf', { name: person.name })}
      onPress={() => set('registered')}
    >
      {text('admin.participants.approve')}
    </ActButton>
  );
}

/** One button for both ways keeps the focus. Who is restored is what he was: who waited for approval waits again. */
export function CancelOrRestore({ person }: PersonProps) {
  const text = useText();
  const { set, isBusy } = useStatus(person);
  const isCancelled = person.status === 'withdrawn';
  const before = person.approved ? 'registered' : 'pending';
  return (
    <ActButton
      className={isCancelled ? 'btn btn-line' : 'btn btn-line btn-icon'}
      isBusy={isBusy}
      icon={isCancelled ? undefined : 'close'}
      onPress={() => set(isCancelled ? before : 'withdrawn')}
      {...called(text(`admin.participants.${isCancelled ? 'restoreOf' : 'cancelOf'}`, { name: person.name }))}
    >
      {isCancelled && text('admin.participants.restore')}
    </ActButton>
  );
}
