import type { ReactNode } from 'react';
import type { ContributionsTo } from '#contract/contributions.ts';
import type { Event } from '#contract/events.ts';
import { formatCount, formatMoney, wireMoney } from '#domain/money.ts';
import { giftProgress, pledgeProgress } from '#domain/progress.ts';
import type { Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import { Bib } from '#web/parts/bib.tsx';
import { Lane } from '#web/parts/lane.tsx';
import { sumOf, type Sum } from '#web/parts/sum.ts';
import { useText } from '#web/text.tsx';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { Turn } from '#web/admin/turn.tsx';
import { leadTo, type Kind } from './address.ts';

interface ParticipantTableProps {
  event: Event;
  kinds: Kind[];
  promised: ContributionsTo[];
  sort: string;
}

type Row = ContributionsTo & { id: number };

export function ParticipantTable({ event, kinds, promised, sort }: ParticipantTableProps) {
  const text = useText();
  const rows = promised.map((one): Row => ({ ...one, id: one.participant_id }));
  return (
    <DataTable
      caption={text('admin.donations.perParticipant', { event: event.name })}
      columns={[
        ...person(text),
        ...(kinds.includes('gifts') ? gifts(text, event) : []),
        ...(kinds.includes('pledges') ? pledges(text, event) : []),
      ]}
      rows={rows}
      sort={sort}
    />
  );
}

const nameOf = ({ participant_name: name }: Row, text: Translate) => name ?? text('admin.donations.erased');

function person(text: Translate): Column<Row>[] {
  return [
    {
      head: text('participants.number'),
      kind: 'bib',
      cell: (row) => <Bib bib={row.bib} name={nameOf(row, text)} size="s" />,
    },
    {
      head: text('admin.name'),
      kind: 'name',
      sort: 'name',
      cell: (row) => <Behind rows={{ participant: row.id }}>{nameOf(row, text)}</Behind>,
    },
  ];
}

/** How many gifts, and their sum on the way to the goal that the event sets for each participant. */
function gifts(text: Translate, { donation_goal: goal }: Event): Column<Row>[] {
  return [
    {
      head: text('admin.donations.kind.gifts'),
      kind: 'number',
      cell: ({ id, gift_count: count }) => (
        <Behind rows={{ participant: id, list: 'gifts' }}>{formatCount(count)}</Behind>
      ),
    },
    {
      head: text('admin.given'),
      kind: 'number',
      sort: 'gifts',
      cell: ({ id, gifts: sum, gift_count: count }) => (
        <Behind rows={count > 0 && { participant: id, list: 'gifts', status: 'paid' }}>
          <b className="strong">{formatMoney(wireMoney(sum))}</b>
        </Behind>
      ),
    },
    ...(goal === null
      ? []
      : [
          {
            head: text('admin.gifts.goal'),
            cell: (row: Row) => <Gauge row={row} of="gifts" {...sumOf(row.gifts, goal, giftProgress)} />,
          },
        ]),
  ];
}

function pledges(text: Translate, event: Event): Column<Row>[] {
  const unit = unitWord(text, event.donation_unit_description);
  const { donation_per_unit_goal: goal } = event;
  return [
    {
      head: text('admin.donations.kind.pledges'),
      kind: 'number',
      sort: 'pledges',
      cell: ({ id, pledges }) => <Behind rows={{ participant: id, list: 'pledges' }}>{formatCount(pledges)}</Behind>,
    },
    {
      head: text('admin.donations.status.pending'),
      kind: 'number',
      cell: ({ id, pending }) => (
        <Behind rows={pending > 0 && { participant: id, list: 'pledges', status: 'pending' }}>
          {formatCount(pending)}
        </Behind>
      ),
    },
    {
      head: text('admin.donations.confirmedPer', { unit }),
      kind: 'number',
      sort: 'confirmed',
      cell: ({ id, confirmed, confirmed_per_unit: sum }) => (
        <Behind rows={confirmed > 0 && { participant: id, list: 'pledges', status: 'confirmed' }}>
          <b className="strong">{formatMoney(wireMoney(sum))}</b>
        </Behind>
      ),
    },
    ...(goal === null
      ? []
      : [
          {
            head: text('admin.donations.goal'),
            cell: (row: Row) => (
              <Gauge row={row} of="pledges" {...sumOf(row.confirmed_per_unit, goal, pledgeProgress)} />
            ),
          },
        ]),
  ];
}

interface BehindProps {
  /** False where the figure is 0: it leads nowhere. */
  rows: Parameters<typeof leadTo>[0] | false;
  children: ReactNode;
}

/** Leads to the donations that a figure is made of. */
function Behind({ rows, children }: BehindProps) {
  if (!rows) return children;
  return (
    <Turn top to={leadTo(rows)}>
      {children}
    </Turn>
  );
}

interface GaugeProps extends Sum {
  row: Row;
  of: Kind;
}

/** How far the way to the goal is; nothing where the event has no goal. */
function Gauge({ row, of, amount, goal, progress }: GaugeProps) {
  const text = useText();
  const { percent } = progress;
  if (percent === null || goal === null) return null;
  const words = { percent, amount: formatMoney(amount), goal: formatMoney(goal) };
  return (
    <div className="gauge">
      <div className="gauge-line" aria-hidden="true">
        <span>{`${percent}%`}</span>
        <span>{text('admin.donations.ofGoal', words)}</span>
      </div>
      <Lane
        progress={progress}
        label={text(`admin.donations.goalOf.${of}`, { name: nameOf(row, text) })}
        valueText={text('goal.said', words)}
        size="s"
      />
    </div>
  );
}
