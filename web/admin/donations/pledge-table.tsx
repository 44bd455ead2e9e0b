import type { StaffPledge } from '#contract/pledges.ts';
import type { Event } from '#contract/events.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import { useText } from '#web/text.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';
import { useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { called } from '#web/admin/parts/called.ts';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { Turn } from '#web/admin/turn.tsx';
import { donor, participant } from './donor-columns.tsx';

interface PledgeTableProps {
  event: Event;
  pledges: StaffPledge[];
  sort: string;
  /** The pledges are for many: each row names its participant. */
  ofAll: boolean;
}

export function PledgeTable({ event, pledges, sort, ofAll }: PledgeTableProps) {
  const text = useText();
  const isAdmin = useIsAdmin();
  const unit = unitWord(text, event.donation_unit_description);
  return (
    <DataTable
      caption={text('admin.donations.kind.pledges')}
      columns={[
        ...donor(text, donorOf),
        address(text),
        ...(ofAll ? [participant<StaffPledge>(text)] : []),
        ...promise(text, unit),
        ...(isAdmin ? [actions(text)] : []),
      ]}
      rows={pledges}
      sort={sort}
    />
  );
}

export const donorOf = ({ donor_name: name }: StaffPledge, text: Translate) => name ?? text('admin.donations.erased');

const address = (text: Translate): Column<StaffPledge> => ({
  head: text('admin.donations.address'),
  cell: ({ donor_street, donor_city, donor_country }) => (
    <span className="lines">{[donor_street, donor_city, donor_country].filter(Boolean).join('\n') || '-'}</span>
  ),
});

function promise(text: Translate, unit: string): Column<StaffPledge>[] {
  return [
    {
      head: text('participants.pledgedShort', { unit }),
      kind: 'number',
      sort: 'amount_per_unit',
      cell: ({ amount_per_unit: rate, max_amount: cap }) => (
        <div>
          {formatMoney(wireMoney(rate))}
          {cap !== null && (
            <span className="aside">{text('admin.donations.atMost', { amount: formatMoney(wireMoney(cap)) })}</span>
          )}
        </div>
      ),
    },
    { head: text('admin.status'), cell: (pledge) => <Status pledge={pledge} /> },
    {
      head: text('admin.date'),
      sort: 'created_at',
      cell: ({ created_at: promised }) => formatDate(new Date(promised)),
    },
  ];
}

const tones = { confirmed: 'good', pending: 'pending', cancelled: 'off' } satisfies Record<string, Tone>;

/** The state of a pledge; where staff cancelled it, who did, when and why. */
function Status({ pledge }: { pledge: StaffPledge }) {
  const text = useText();
  const { status, cancelled_at: at, cancelled_by: name, cancel_reason: reason } = pledge;
  const moment = at && formatMoment(new Date(at));
  return (
    <div>
      <Chip tone={tones[status]}>{text(`admin.donations.status.${status}`)}</Chip>
      {moment && <span className="aside">{name ? text('admin.donations.cancelledBy', { moment, name }) : moment}</span>}
      {reason && <span className="aside">{`«${reason}»`}</span>}
    </div>
  );
}

/** A pledge that was cancelled, or whose donor was erased, has no buttons. */
function actions(text: Translate): Column<StaffPledge> {
  return {
    head: text('admin.actions'),
    kind: 'action',
    cell: (pledge) =>
      pledge.status !== 'cancelled' &&
      pledge.donor_name !== null && (
        <>
          {pledge.mail_id !== null && <Resend mailId={pledge.mail_id} name={pledge.donor_name} />}
          <Turn
            className="btn btn-soft"
            to={{ cancel: pledge.id }}
            keep
            aria-label={text('admin.donations.cancelOf', { name: pledge.donor_name })}
          >
            {text('admin.donations.cancel')}
          </Turn>
        </>
      ),
  };
}

function Resend({ mailId, name }: { mailId: number; name: string }) {
  const text = useText();
  const resend = useAct('POST /api/email-logs/{id}/resend', {
    said: ({ recipient }) => text('admin.donations.resent', { recipient: recipient ?? name }),
  });
  return (
    <ActButton
      className="btn btn-line btn-icon"
      isBusy={resend.isPending}
      icon="mail"
      onPress={() => resend.mutate({ params: { id: mailId } })}
      {...called(text('admin.donations.resendTo', { name }))}
    />
  );
}
