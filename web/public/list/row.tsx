import { useState, type MouseEvent } from 'react';
import type { EventCard, ParticipantRow } from '#contract/pages.ts';
import { takesGifts } from '#domain/gift.ts';
import type { Language } from '#domain/language.ts';
import { formatCount, formatMoney } from '#domain/money.ts';
import { giftProgress, pledgeProgress } from '#domain/progress.ts';
import { unitWord } from '#locales/units.ts';
import { Bib } from '#web/parts/bib.tsx';
import { giftCount, givePath, pledgeCount, takesNow } from '#web/parts/event-words.ts';
import { Lane } from '#web/parts/lane.tsx';
import { sumOf, type Sum } from '#web/parts/sum.ts';
import { useShell, useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { roles } from '#web/ui/table-roles.ts';
import { CopyLink } from './copy-link.tsx';
import { loadDialogs, type Opened } from './open-dialog.ts';

/** The columns beside number, name, birth year and club. */
export interface Columns {
  gifts: boolean;
  pledges: boolean;
  actions: boolean;
}

export interface RowProps {
  participant: ParticipantRow;
  event: EventCard;
  columns: Columns;
  /** Resolves once it is open. */
  onOpen: (opened: Opened) => Promise<void>;
}

export function Row({ participant, event, columns, onOpen }: RowProps) {
  const text = useText();
  const { language } = useShell();
  const { name, first_name: first, last_name: last, bib, birth_year: year, club } = participant;
  const detail = (happening: MouseEvent<HTMLTableRowElement>) => {
    if (!columns.actions || isOnControl(happening)) return;
    // The closed dialog gives the focus back to this button.
    happening.currentTarget.querySelector<HTMLElement>('[aria-haspopup]:last-child')?.focus();
    void onOpen({ kind: 'detail', participant });
  };
  return (
    <tr
      {...roles.row}
      onDoubleClick={detail}
      onClick={(click) => isTap(click) && detail(click)}
      onPointerEnter={columns.actions ? () => prepare(language) : undefined}
    >
      <td {...roles.cell} className="c-bib">
        <Bib bib={bib} name={name} />
      </td>
      <th {...roles.name} className="c-last">
        <span className="slim">{`${first} `}</span>
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
      {columns.gifts && <Given participant={participant} event={event} />}
      {columns.pledges && <Pledged participant={participant} event={event} />}
      {columns.actions && (
        <td {...roles.cell} className="c-act act">
          <Give event={event} participant={participant} onOpen={onOpen} />
          <CopyLink participant={participant} className="btn btn-line btn-icon" />
          <Details participant={participant} onOpen={onOpen} />
        </td>
      )}
    </tr>
  );
}

/** Fetches the code of the dialog when a pointer comes near: the row may be opened soon. */
const prepare = (language: Language) => void loadDialogs(language).catch(() => null);
const isTap = ({ nativeEvent }: MouseEvent) => (nativeEvent as PointerEvent).pointerType === 'touch';
const isOnControl = ({ target }: MouseEvent) => target instanceof Element && target.closest('a, button') !== null;

function Given({ participant, event }: Pick<RowProps, 'participant' | 'event'>) {
  const text = useText();
  const sum = sumOf(participant.gifts, event.donation_goal, giftProgress);
  const { percent } = sum.progress;
  return (
    <Gauge
      className="c-gift"
      head={text('participants.given')}
      label={text('participants.givenFor', { name: participant.name })}
      {...sum}
      beside={percent === null ? `${formatCount(participant.gift_count)} ×` : `${percent}%`}
      people={giftCount(participant, text)}
    />
  );
}

function Pledged({ participant, event }: Pick<RowProps, 'participant' | 'event'>) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const { supporters: count } = participant;
  return (
    <Gauge
      className="c-pledge"
      head={text('participants.pledgedShort', { unit })}
      label={text('participants.pledgedFor', { unit, name: participant.name })}
      {...sumOf(participant.confirmed_per_unit, event.donation_per_unit_goal, pledgeProgress)}
      beside={`${formatCount(count)} ×`}
      people={pledgeCount(count, text)}
    />
  );
}

interface GaugeProps extends Sum {
  className: string;
  /** The heading of the column, shown with the value on a phone. */
  head: string;
  label: string;
  beside: string;
  people: string;
}

/** An amount and its bar. */
function Gauge({ className, head, label, amount, goal, progress, beside, people }: GaugeProps) {
  const text = useText();
  const { percent } = progress;
  const ofGoal =
    percent !== null && goal !== null
      ? text('goal.said', { percent, amount: formatMoney(amount), goal: formatMoney(goal) })
      : formatMoney(amount);
  return (
    <td {...roles.cell} className={className}>
      <div className="gauge">
        <div className="gauge-line" data-l={head}>
          <b>{formatMoney(amount)}</b>
          {/* The bar beside it says the same to a screen reader. */}
          <span aria-hidden="true">{beside}</span>
        </div>
        <Lane progress={progress} label={label} valueText={`${ofGoal}, ${people}`} size="s" />
      </div>
    </td>
  );
}

type ActionProps = Omit<RowProps, 'columns'>;

/** On a slow network the first dialog takes its time to come: the button that was pressed says so. */
function useOpening(onOpen: RowProps['onOpen']) {
  const [isOpening, setOpening] = useState(false);
  async function open(opened: Opened): Promise<void> {
    setOpening(true);
    await onOpen(opened);
    setOpening(false);
  }
  return { isOpening, open };
}

/** Nobody gives to a participant who is not approved yet. */
function Give({ event, participant, onOpen }: ActionProps) {
  const text = useText();
  const { name, status } = participant;
  const { isOpening, open } = useOpening(onOpen);
  if (status === 'pending') return <Chip>{text('participants.pending')}</Chip>;
  if (!takesNow(event, participant)) return null;
  // On events that take pledges only, the form comes to the list.
  const give = (click: MouseEvent) => {
    if (takesGifts(event) || !isPlainClick(click)) return;
    click.preventDefault();
    void open({ kind: 'pledge', participant });
  };
  return (
    <a
      className="btn btn-line btn-s"
      href={givePath(participant)}
      aria-label={text('participants.giveTo', { name })}
      aria-haspopup={takesGifts(event) ? undefined : 'dialog'}
      aria-busy={isOpening || undefined}
      onClick={give}
    >
      {text('participants.give')}
    </a>
  );
}

function Details({ participant, onOpen }: Pick<ActionProps, 'participant' | 'onOpen'>) {
  const text = useText();
  const { isOpening, open } = useOpening(onOpen);
  const show = (click: MouseEvent) => {
    if (!isPlainClick(click)) return;
    click.preventDefault();
    void open({ kind: 'detail', participant });
  };
  return (
    <a
      className="btn btn-line btn-icon"
      href={givePath(participant)}
      aria-label={text('participants.details', { name: participant.name })}
      aria-haspopup="dialog"
      aria-busy={isOpening || undefined}
      onClick={show}
    >
      <Icon name="info" />
    </a>
  );
}
