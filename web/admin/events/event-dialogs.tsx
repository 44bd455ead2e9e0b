import { getRouteApi } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { useAct } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { useTurn } from '#web/admin/turn.tsx';
import { EventForm } from './event-form.tsx';
import { RemoveEvent } from './remove-event.tsx';

const route = getRouteApi('/admin/events');

/** What the address asks to be opened. */
export function EventDialogs({ all }: { all: Event[] }) {
  const { add, edit, remove } = route.useSearch();
  const turn = useTurn();
  const close = () => void turn({ add: undefined, edit: undefined, remove: undefined }, { keep: true });
  const edited = all.find(({ id }) => id === edit);
  const removed = all.find(({ id }) => id === remove);
  if (!useIsAdmin()) return null;
  return (
    <>
      {add && <AddEvent onClose={close} />}
      {edited && <EditEvent event={edited} onClose={close} />}
      {removed && <RemoveEvent event={removed} onClose={close} />}
    </>
  );
}

function AddEvent({ onClose }: { onClose: () => void }) {
  const text = useText();
  const add = useAct('POST /api/events', {
    said: ({ name }) => text('admin.event.added', { event: name }),
    shows: true,
  });
  return (
    <FormDialog title={text('admin.event.add')} size="l" onClose={onClose}>
      <EventForm
        event={null}
        act={text('admin.event.add')}
        send={(body) => add.mutateAsync({ body })}
        onClose={onClose}
      />
    </FormDialog>
  );
}

function EditEvent({ event, onClose }: { event: Event; onClose: () => void }) {
  const text = useText();
  const change = useAct('PUT /api/events/{id}', {
    said: ({ name }) => text('admin.event.changed', { event: name }),
    shows: true,
  });
  return (
    <FormDialog title={text('admin.event.editTitle', { event: event.name })} size="l" onClose={onClose}>
      <EventForm
        event={event}
        act={text('admin.save')}
        send={(body) => change.mutateAsync({ params: { id: event.id }, body })}
        onClose={onClose}
      />
    </FormDialog>
  );
}
