import type { StaffPledge } from '#contract/pledges.ts';
import type { Event } from '#contract/events.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import { unitWord } from '#locales/units.ts';
import { useText } from '#web/text.tsx';
import { useAct } from '#web/admin/ask.ts';
import { FormDialog } from '#web/admin/parts/dialog.tsx';
import { Form, TextField, type Values } from '#web/admin/parts/form.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { useTurn } from '#web/admin/turn.tsx';
import { donorOf } from './pledge-table.tsx';

interface CancelPledgeProps {
  event: Event;
  /** The pledge that the address asks to cancel; undefined where it is not among the rows. */
  pledge: StaffPledge | undefined;
}

export function CancelPledge({ event, pledge }: CancelPledgeProps) {
  const isAdmin = useIsAdmin();
  if (!isAdmin || !pledge || pledge.status === 'cancelled') return null;
  return <CancelDialog event={event} pledge={pledge} />;
}

function CancelDialog({ event, pledge }: CancelPledgeProps & { pledge: StaffPledge }) {
  const text = useText();
  const turn = useTurn();
  const name = donorOf(pledge, text);
  const close = () => void turn({ cancel: undefined }, { keep: true });
  const cancel = useAct('PUT /api/donations/{id}', {
    said: () => text('admin.donations.cancelled', { name }),
    shows: true,
  });

  const send = ({ reason = '' }: Values) =>
    cancel.mutateAsync({ params: { id: pledge.id }, body: { status: 'cancelled', reason } });
  return (
    <FormDialog title={text('admin.donations.cancelOf', { name })} onClose={close}>
      <Form send={send} act={text('admin.donations.cancelAct')} back={text('donation.keep')} tone="bad" onClose={close}>
        <p>
          {text('admin.donations.cancelText', {
            amount: formatMoney(wireMoney(pledge.amount_per_unit)),
            unit: unitWord(text, event.donation_unit_description),
            participant: pledge.participant_name ?? text('admin.donations.erased'),
          })}
        </p>
        <TextField
          name="reason"
          label={text('admin.donations.reason')}
          hint={text('admin.donations.reasonHint')}
          maxLength={200}
          required
        />
      </Form>
    </FormDialog>
  );
}
