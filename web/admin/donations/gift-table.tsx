import type { GivenGift } from '#contract/gifts.ts';
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
  gifts: GivenGift[];
  sort: string;
  /** Of the whole event: each says for whom it is. */
  ofAll: boolean;
}

export function GiftTable({ gifts, sort, ofAll }: GiftTableProps) {
  const text = useText();
  const isAdmin = useIsAdmin();
  return (
    <DataTable
      caption={text('admin.donations.kind.gifts')}
      columns={[
        ...donor(text, giverOf),
        ...(ofAll ? [participant<GivenGift>(text)] : []),
        ...gift(text),
        ...(isAdmin && gifts.some(isFlagged) ? [actions(text)] : []),
      ]}
      rows={gifts}
      sort={sort}
    />
  );
}

/** Nobody has to say who he is. */
const giverOf = ({ donor_name: name }: GivenGift, text: Translate) => name ?? text('admin.gifts.noName');

const isFlagged = ({ flag, flag_done_at: done }: GivenGift) => flag !== null && done === null;

const tones = { paid: 'good', open: 'pending', failed: 'off', refunded: 'off' } satisfies Record<string, Tone>;

function gift(text: Translate): Column<GivenGift>[] {
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

/** What was to be given; and what counts, where money came in and it is not the same. */
function Amount({ gift: { amount, net, paid_at: paid } }: { gift: GivenGift }) {
  const text = useText();
  const differs = paid !== null && wireMoney(net) !== wireMoney(amount);
  return (
    <div>
      {formatMoney(wireMoney(amount))}
      {differs && <span className="aside">{text('admin.gifts.net', { amount: formatMoney(wireMoney(net)) })}</span>}
    </div>
  );
}

function Flag({ gift: { flag, flag_done_at: done } }: { gift: GivenGift }) {
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

function actions(text: Translate): Column<GivenGift> {
  return {
    head: text('admin.actions'),
    kind: 'action',
    cell: (row) => isFlagged(row) && <Settle gift={row} />,
  };
}

function Settle({ gift: { id, donor_name: name } }: { gift: GivenGift }) {
  const text = useText();
  const giver = name ?? text('admin.gifts.noName');
  const settle = useAct('PUT /api/gifts/{id}', { said: () => text('admin.gifts.settled', { name: giver }) });
  return (
    <ActButton
      className="btn btn-line"
      isBusy={settle.isPending}
      aria-label={text('admin.gifts.settleOf', { name: giver })}
      onPress={() => settle.mutate({ params: { id }, body: { flag_done: true } })}
    >
      {text('admin.gifts.settle')}
    </ActButton>
  );
}
