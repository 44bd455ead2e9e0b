import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { useAct } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { useEventsAnew } from '#web/admin/parts/events.ts';
import { Form, type Values } from '#web/admin/parts/form.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { checkTyped, TypedName } from '#web/admin/parts/typed-name.tsx';

interface RemoveEventProps {
  event: Event;
  onClose: () => void;
}

/** Warns of what cannot be undone, by what is there now: somebody may have given since the list was opened. */
export function RemoveEvent({ event: { id, name }, onClose }: RemoveEventProps) {
  const text = useText();
  const events = useEventsAnew();
  return (
    <FormDialog title={text('admin.event.removeTitle', { event: name })} onClose={onClose}>
      <Loaded from={events} failed={text('admin.event.loadError')}>
        {(all) => {
          const event = all.find((one) => one.id === id);
          // Somebody else deleted it while the list stood here.
          if (!event) return <p className="dlg-body">{text('error.unknown_event')}</p>;
          return <Removal event={event} onClose={onClose} />;
        }}
      </Loaded>
    </FormDialog>
  );
}

/** Where somebody gave or promised money, or still may give, the name has to be typed. */
function Removal({ event, onClose }: RemoveEventProps) {
  const text = useText();
  const { id, name, participants = 0, gift_count: gifts = 0, supporters: pledges = 0 } = event;
  const { uncounted_gifts: uncounted = 0, has_gifts: hasGifts = false, has_pledges: hasPledges = false } = event;
  const hasMoney = gifts + uncounted + pledges > 0;
  const remove = useAct('DELETE /api/events/{id}', {
    said: () => text('admin.event.removed', { event: name }),
    shows: true,
  });

  const send = async (values: Values) => {
    if (hasMoney) checkTyped(text, name, values);
    await remove.mutateAsync({ params: { id } });
  };
  return (
    <Form
      send={send}
      act={text('admin.event.remove')}
      failed={text('admin.event.deleteError')}
      tone="bad"
      onClose={onClose}
    >
      <Alert tone="bad">
        <p>{text('admin.event.removeWarning')}</p>
        <p>{text('admin.event.removeCounts', { participants, gifts, pledges })}</p>
        {uncounted > 0 && <p>{text('admin.event.removeUncounted', { count: uncounted })}</p>}
        {(hasGifts || hasPledges) && <p>{text('admin.event.removeKept')}</p>}
      </Alert>
      {hasMoney && <TypedName name={name} />}
    </Form>
  );
}
