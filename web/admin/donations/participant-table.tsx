import type { PromisedTo } from '#contract/donors.ts';
import type { Event } from '#contract/events.ts';
import { formatCount, formatMoney, wireMoney, type Rappen } from '#domain/money.ts';
import { pledgeProgress } from '#domain/progress.ts';
import type { Translate } from '#locales/messages.ts';
import { Bib } from '#web/parts/bib.tsx';
import { Lane } from '#web/parts/lane.tsx';
import { unitWord, useText } from '#web/text.tsx';
import { DataTable, type Column } from '#web/admin/parts/data-table.tsx';
import { Turn } from '#web/admin/turn.tsx';
import { leadTo } from './address.ts';

interface ParticipantTableProps {
  event: Event;
  promised: PromisedTo[];
  sort: string;
}

type Row = PromisedTo & { id: number };

export function ParticipantTable({ event, promised, sort }: ParticipantTableProps) {
  const text = useText();
  const { donation_per_unit_goal: goal } = event;
  const rows = promised.map((one): Row => ({ ...one, id: one.participant_id }));
  return (
    <DataTable
      caption={text('admin.donations.perParticipant', { event: event.name })}
      columns={[...columns(text, event), ...(goal === null ? [] : [progress(text, wireMoney(goal))])]}
      rows={rows}
      sort={sort}
    />
  );
}

const nameOf = ({ participant_name: name }: Row, text: Translate) => name ?? text('admin.donations.erased');

function columns(text: Translate, event: Event): Column<Row>[] {
  const unit = unitWord(text, event.donation_unit_description);
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
      cell: (row) => (
        <Turn top to={leadTo({ participant: row.id })}>
          {nameOf(row, text)}
        </Turn>
      ),
    },
    {
      head: text('admin.donations.pledges'),
      kind: 'number',
      sort: 'pledges',
      cell: ({ id, pledges }) => (
        <Turn top to={leadTo({ participant: id })}>
          {formatCount(pledges)}
        </Turn>
      ),
    },
    {
      head: text('admin.donations.status.pending'),
      kind: 'number',
      cell: ({ id, pending }) =>
        pending > 0 ? (
          <Turn top to={leadTo({ participant: id, status: 'pending' })}>
            {formatCount(pending)}
          </Turn>
        ) : (
          pending
        ),
    },
    {
      head: text('admin.donations.confirmedPer', { unit }),
      kind: 'number',
      sort: 'confirmed',
      cell: ({ id, confirmed, confirmed_per_unit: sum }) => {
        const said = <b className="strong">{formatMoney(wireMoney(sum))}</b>;
        if (confirmed === 0) return said;
        return (
          <Turn top to={leadTo({ participant: id, status: 'confirmed' })}>
            {said}
          </Turn>
        );
      },
    },
  ];
}

function progress(text: Translate, goal: Rappen): Column<Row> {
  return {
    head: text('admin.donations.goal'),
    cell: (row) => {
      const amount = wireMoney(row.confirmed_per_unit);
      const percent = row.goal_percent ?? 0;
      const words = { percent, amount: formatMoney(amount), goal: formatMoney(goal) };
      return (
        <div className="gauge">
          <div className="gauge-line" aria-hidden="true">
            <span>{`${percent}%`}</span>
            <span>{text('admin.donations.ofGoal', words)}</span>
          </div>
          <Lane
            progress={pledgeProgress(amount, goal)}
            label={text('admin.donations.goalOf', { name: nameOf(row, text) })}
            valueText={text('goal.said', words)}
            size="s"
          />
        </div>
      );
    },
  };
}
