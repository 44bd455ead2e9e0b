import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { useIdempotencyKey } from '#web/ui/idempotency-key.ts';
import { anew, read, useAct } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { useTurn } from '#web/admin/turn.tsx';
import { AddForm, EditForm, type Addition, type Change } from './participant-form.tsx';
import { RecreatePage } from './recreate-page.tsx';

const route = getRouteApi('/admin/participants');

/** What the address asks to be opened. */
export function ParticipantDialogs({ event }: { event: Event }) {
  const { add, edit, recreate } = route.useSearch();
  const turn = useTurn();
  const close = () => void turn({ add: undefined, edit: undefined, recreate: undefined }, { keep: true });
  const isAdmin = useIsAdmin();
  return (
    <>
      {isAdmin && add && <AddParticipant event={event} onClose={close} />}
      {edit && <EditParticipant key={edit} id={edit} event={event} onClose={close} />}
      {isAdmin && recreate && event.payrexx_instance && <RecreatePage key={recreate} id={recreate} onClose={close} />}
    </>
  );
}

interface DialogProps {
  event: Event;
  onClose: () => void;
}

function AddParticipant({ event, onClose }: DialogProps) {
  const text = useText();
  const keyOf = useIdempotencyKey();
  const add = useAct('POST /api/events/{id}/participants', {
    said: ({ name }) => text('admin.participants.added', { name }),
    shows: true,
  });
  const send = (body: Addition) =>
    add.mutateAsync({ params: { id: event.id }, body, headers: { 'Idempotency-Key': keyOf(body) } });
  return (
    <FormDialog title={text('admin.participants.add')} size="l" onClose={onClose}>
      <AddForm send={send} onClose={onClose} />
    </FormDialog>
  );
}

function EditParticipant({ id, event, onClose }: DialogProps & { id: number }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const person = useQuery(anew(read('GET /api/participants/{id}', { params: { id } })));
  const change = useAct('PUT /api/participants/{id}', {
    said: ({ name }) => text('admin.participants.saved', { name }),
    shows: true,
  });
  const send = (body: Change) => change.mutateAsync({ params: { id }, body });
  const { name } = person.data ?? {};
  const [act, actOf] = isAdmin
    ? (['admin.participants.edit', 'admin.participants.editOf'] as const)
    : (['admin.participants.view', 'admin.participants.viewOf'] as const);
  return (
    <FormDialog title={name ? text(actOf, { name }) : text(act)} size="l" onClose={onClose}>
      <Loaded from={person} failed={text('admin.participants.loadError')}>
        {(known) => <EditForm person={known} event={event} send={send} onClose={onClose} />}
      </Loaded>
    </FormDialog>
  );
}
