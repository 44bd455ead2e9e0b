import type { EventCard, ParticipantRow } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatCount, formatMoney, wireMoney } from '#domain/money.ts';
import { pledgeProgress } from '#domain/progress.ts';
import { Bib } from '#web/parts/bib.tsx';
import { Lane } from '#web/parts/lane.tsx';
import { unitWord, useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { roles } from '#web/ui/table-roles.ts';
import { pledgeCount } from '#web/public/events/event-words.ts';

/** What a list shows beside who it is. */
export interface Columns {
  pledges: boolean;
  actions: boolean;
}

interface RowProps {
  participant: ParticipantRow;
  event: EventCard;
  columns: Columns;
}

export function Row({ participant, event, columns }: RowProps) {
  const text = useText();
  const { name, first_name: first, last_name: last, bib, birth_year: year, club } = participant;
  return (
    <tr {...roles.row}>
      <td {...roles.cell} className="c-bib">
        <Bib bib={bib} name={name} />
      </td>
      <th {...roles.name} className="c-last">
        <span className="slim">{first} </span>
        {last}
        <span className="slim club">{[club ?? text('participants.noClub'), year].filter(Boolean).join(' · ')}</span>
      </th>
      <td {...roles.cell} className="c-first">
        {first}
      </td>
      <td {...roles.cell} className="c-year">
        {year}
      </td>
      <td {...roles.cell} className="c-club">
        {club ?? <span className="soft">{text('participants.noClub')}</span>}
      </td>
      {columns.pledges && <Pledged participant={participant} event={event} />}
      {columns.actions && (
        <td {...roles.cell} className="c-act act">
          <Action participant={participant} />
        </td>
      )}
    </tr>
  );
}

function Pledged({ participant, event }: Omit<RowProps, 'columns'>) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const amount = wireMoney(participant.confirmed_per_unit);
  const goal = event.donation_per_unit_goal === null ? null : wireMoney(event.donation_per_unit_goal);
  const progress = pledgeProgress(amount, goal);
  const { supporters: count } = participant;
  const ofGoal =
    progress.percent !== null && goal !== null
      ? text('goal.said', { percent: progress.percent, amount: formatMoney(amount), goal: formatMoney(goal) })
      : formatMoney(amount);
  return (
    <td {...roles.cell} className="c-pledge">
      <div className="gauge">
        <div className="gauge-line" data-l={text('participants.pledgedShort', { unit })}>
          <b>{formatMoney(amount)}</b>
          <span>
            {formatCount(count)} <span className="vh">{text('participants.pledgeCount', { count })}</span>
            <span aria-hidden="true">×</span>
          </span>
        </div>
        <Lane
          progress={progress}
          label={text('participants.pledgedFor', { unit, name: participant.name })}
          valueText={`${ofGoal}, ${pledgeCount(count, text)}`}
          size="s"
        />
      </div>
    </td>
  );
}

/** Whoever is not yet approved takes nothing. */
function Action({ participant: { id, name, status, payrexx_page_id: page } }: Pick<RowProps, 'participant'>) {
  const text = useText();
  if (status !== 'registered') return <Chip>{text('participants.pending')}</Chip>;
  return (
    <a className="btn btn-line btn-s" href={paths.give(page ?? id)} aria-label={text('participants.giveTo', { name })}>
      {text('participants.give')}
    </a>
  );
}
