import type { MouseEvent } from 'react';
import type { EventCard, ParticipantRow } from '#contract/pages.ts';
import { takesGifts } from '#domain/gift.ts';
import { formatCount, formatMoney } from '#domain/money.ts';
import { MESSAGE_MAX, pledgeEstimate, takesPledges } from '#domain/pledge.ts';
import { capped, giftProgress, pledgeProgress } from '#domain/progress.ts';
import { unitWord } from '#locales/units.ts';
import { giftCount, givePath, pledgeCount, takesNow } from '#web/parts/event-words.ts';
import { Lane } from '#web/parts/lane.tsx';
import { sumOf, type Sum } from '#web/parts/sum.ts';
import { Rich, useText } from '#web/text.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { CopyLink } from './copy-link.tsx';

interface DetailProps {
  event: EventCard;
  participant: ParticipantRow;
  onPledge: () => void;
}

/** What a participant has raised and has to say, and the ways to support them. */
export function Detail({ event, participant, onPledge }: DetailProps) {
  const text = useText();
  const { name, first_name: first, motivational_message: message } = participant;
  const pledge = (click: MouseEvent) => {
    if (takesGifts(event) || !isPlainClick(click)) return;
    click.preventDefault();
    onPledge();
  };
  return (
    <>
      <div className="dlg-body">
        {takesGifts(event) && <Given event={event} participant={participant} />}
        {takesPledges(event) && <Pledged event={event} participant={participant} />}
        {message && (
          <div className="field">
            <label htmlFor="message">{text('participants.message')}</label>
            <textarea className="input" id="message" readOnly rows={3} maxLength={MESSAGE_MAX} value={message} />
            <p className="hint num">
              {text('participants.messageLength', { count: [...message].length, max: MESSAGE_MAX })}
            </p>
          </div>
        )}
      </div>
      <div className="dlg-foot btns">
        {takesNow(event, participant) && (
          <a className="btn btn-give" href={givePath(participant)} onClick={pledge}>
            {text('participants.giveTo', { name: first || name })}
          </a>
        )}
        <CopyLink participant={participant} className="btn btn-line">
          {text('participants.copyLink')}
        </CopyLink>
      </div>
    </>
  );
}

function Given({ event, participant }: Omit<DetailProps, 'onPledge'>) {
  const text = useText();
  return (
    <Status
      label={text('event.given')}
      {...sumOf(participant.gifts, event.donation_goal, giftProgress)}
      people={(participant.gift_count > 0 || !takesNow(event, participant)) && giftCount(participant, text)}
    />
  );
}

function Pledged({ event, participant }: Omit<DetailProps, 'onPledge'>) {
  const text = useText();
  const { donation_unit_description: word, expected_units: expected } = event;
  const sum = sumOf(participant.confirmed_per_unit, event.donation_per_unit_goal, pledgeProgress);
  const estimate = sum.amount > 0 ? pledgeEstimate(sum.amount, expected, null) : null;
  const people = [
    pledgeCount(participant.supporters, text),
    expected !== null &&
      estimate !== null &&
      text('participants.estimate', {
        expected: formatCount(expected),
        units: unitWord(text, word, expected),
        estimate: formatMoney(estimate),
      }),
  ];
  return (
    <Status
      label={text('event.promised', { unit: unitWord(text, word) })}
      {...sum}
      people={(participant.supporters > 0 || !takesNow(event, participant)) && people.filter(Boolean).join(' · ')}
    />
  );
}

interface StatusProps extends Sum {
  label: string;
  /** «612 Spenden»; false while there are none and somebody may still begin. */
  people: string | false;
}

const plain = { b: (words: string) => words };

/** How far gifts or pledges are on the way to their goal. */
function Status({ label, amount, goal, progress, people }: StatusProps) {
  const text = useText();
  const { percent } = capped(progress);
  const ofGoal = percent !== null && goal !== null && { percent, goal: formatMoney(goal) };
  return (
    <div className="goal">
      <div className="goal-line">
        <span className="strong">{label}</span>
        <span className="strong">{formatMoney(amount)}</span>
      </div>
      <Lane
        progress={capped(progress)}
        label={label}
        valueText={ofGoal ? text('goal.said', { ...ofGoal, amount: formatMoney(amount) }) : formatMoney(amount)}
      />
      <div className="goal-line soft">
        {ofGoal && (
          <span>
            <Rich text="goal.of" values={ofGoal} tags={plain} />
          </span>
        )}
        {percent === 100 && <span className="reached">{text('goal.reached')}</span>}
        <span>{people || text('participants.nobodyYet')}</span>
      </div>
    </div>
  );
}
