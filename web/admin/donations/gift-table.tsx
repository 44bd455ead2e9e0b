import type { StaffGift } from '#contract/gifts.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import { methodName } from '#domain/payment-method.ts';
import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';
import { useAct } from '#web/admin/ask.ts';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { useIsAdmin } from '#web/admin/staff.ts';
import { donor, participant } from './donor-columns.tsx';

interface GiftTableProps {
  gifts: StaffGift[];
  sort: string;
  /** The gifts are for many: each row names its participant. */
  ofAll: boolean;
}

export function GiftTable({ gifts, sort, ofAll }: GiftTableProps) {
  const text = useText();
  const isAdmin = useIsAdmin();
  return (
    <DataTable
      caption={text('admin.donations.kind.gifts')}
      columns={[
        ...donor(text, donorName),
        ...(ofAll ? [participant<StaffGift>(text)] : []),
        ...gift(text),
        ...(isAdmin && gifts.some(isFlagged) ? [actions(text)] : []),
      ]}
      rows={gifts}
      sort={sort}
    />
  );
}

/** A donor may give without a name. */
const donorName = ({ donor_name: name }: StaffGift, text: Translate) => name ?? text('admin.gifts.noName');

const isFlagged = ({ flag, flag_done_at: done }: StaffGift) => flag !== null && done === null;

const tones = { paid: 'good', open: 'pending', failed: 'off', refunded: 'off' } satisfies Record<string, Tone>;

function gift(text: Translate): Column<StaffGift>[] {
  return [
    { head: text('admin.gifts.amount'), kind: 'number', sort: 'amount', cell: (row) => <Amount gift={row} /> },
    {
      head: text('admin.status'),
      cell: (row) => (
        <div className="chips">
          <Chip tone={tones[row.status]}>{text(`admin.gifts.status.${row.status}`)}</Chip> <Flag gift={row} />
        </div>
      ),
    },
    {
      head: text('admin.gifts.method'),
      cell: ({ method, paid_at: paid }) => (method && paid ? methodName(method) : '-'),
    },
    {
      head: text('admin.date'),
      sort: 'created_at',
      cell: ({ created_at: given, paid_at: paid }) => formatDate(new Date(paid ?? given)),
    },
  ];
}

/** The amount that was chosen, and below it what counts, where another amount came in or some was given back. */
function Amount({ gift: { amount, net, paid_at: paid } }: { gift: StaffGift }) {
  const text = useText();
  const differs = paid !== null && wireMoney(net) !== wireMoney(amount);
  return (
    <div>
      {formatMoney(wireMoney(amount))}
      {differs && <span className="aside">{text('admin.gifts.net', { amount: formatMoney(wireMoney(net)) })}</span>}
    </div>
  );
}

function Flag({ gift: { flag, flag_done_at: done } }: { gift: StaffGift }) {
  const text = useText();
  if (!flag) return null;
  const reason = text(`export.flags.${flag}`);
  if (done)
    return (
      <span className="aside">{text('admin.gifts.checked', { reason, moment: formatMoment(new Date(done)) })}</span>
    );
  return (
    <>
      <Chip tone="bad">{text('admin.gifts.toCheck')}</Chip> <span className="aside">{reason}</span>
    </>
  );
}

function actions(text: Translate): Column<StaffGift> {
  return {
    head: text('admin.actions'),
    kind: 'action',
    cell: (row) => isFlagged(row) && <Settle gift={row} />,
  };
}

function Settle({ gift }: { gift: StaffGift }) {
  const text = useText();
  const name = donorName(gift, text);
  const settle = useAct('PUT /api/gifts/{id}', { said: () => text('admin.gifts.settled', { name }) });
  return (
    <ActButton
      className="btn btn-line"
      isBusy={settle.isPending}
      aria-label={text('admin.gifts.settleOf', { name })}
      onPress={() => settle.mutate({ params: { id: gift.id }, body: { flag_done: true } })}
    >
      {text('admin.gifts.settle')}
    </ActButton>
  );
}
