import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { useAct } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { Form, type Values } from '#web/admin/parts/form.tsx';
import { checkTyped, TypedName } from '#web/admin/parts/typed-name.tsx';

/** Warns of what cannot be undone; where somebody gave or promised money, the name has to be typed. */
export function RemoveEvent({ event, onClose }: { event: Event; onClose: () => void }) {
  const text = useText();
  const { id, name, participants = 0, gift_count: gifts = 0, supporters: pledges = 0 } = event;
  const hasMoney = gifts + pledges > 0;
  const remove = useAct('DELETE /api/events/{id}', {
    said: () => text('admin.event.removed', { event: name }),
    shows: true,
  });

  const send = async (values: Values) => {
    if (hasMoney) checkTyped(text, name, values);
    await remove.mutateAsync({ params: { id } });
  };
  return (
    <FormDialog title={text('admin.event.removeTitle', { event: name })} onClose={onClose}>
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
        </Alert>
        {hasMoney && <TypedName name={name} />}
      </Form>
    </FormDialog>
  );
}
