import { getRouteApi } from '@tanstack/react-router';
import type { Event } from '#contract/events.ts';
import type { Given } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { useAct } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { useEventsAnew } from '#web/admin/parts/events.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
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
  const isAdmin = useIsAdmin();
  return (
    <>
      {isAdmin && add && <AddEvent onClose={close} />}
      {edited && <EditEvent key={edited.id} event={edited} onClose={close} />}
      {isAdmin && removed && <RemoveEvent event={removed} onClose={close} />}
    </>
  );
}

type Addition = Given<'POST /api/events'>['body'];

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
        failed={text('admin.event.createError')}
        send={(values) => add.mutateAsync({ body: values as unknown as Addition })}
        onClose={onClose}
      />
    </FormDialog>
  );
}

function EditEvent({ event: { id, name }, onClose }: { event: Event; onClose: () => void }) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const events = useEventsAnew();
  const change = useAct('PUT /api/events/{id}', {
    said: (changed) => text('admin.event.changed', { event: changed.name }),
    shows: true,
  });
  return (
    <FormDialog
      title={text(isAdmin ? 'admin.event.editTitle' : 'admin.event.viewOf', { event: name })}
      size="l"
      onClose={onClose}
    >
      <Loaded from={events} failed={text('admin.event.loadError')}>
        {(all) => {
          const event = all.find((one) => one.id === id);
          // Somebody deleted it while the list stood here.
          if (!event) return <p className="dlg-body">{text('error.unknown_event')}</p>;
          return (
            <EventForm
              event={event}
              act={text('admin.save')}
              failed={text('admin.event.updateError')}
              send={(_, changes) => change.mutateAsync({ params: { id }, body: changes })}
              onClose={onClose}
            />
          );
        }}
      </Loaded>
    </FormDialog>
  );
}
