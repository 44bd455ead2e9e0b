import type { Event } from '#contract/events.ts';
import type { EventCard, Raised } from '#contract/pages.ts';
import { takesGifts } from '#domain/gift.ts';
import { takesPledges } from '#domain/pledge.ts';
import { pledgeProgress, totalProgress } from '#domain/progress.ts';
import { unitWord } from '#locales/units.ts';
import { giftCount, pledgeCount } from '#web/parts/event-words.ts';
import { Goal } from '#web/parts/goal.tsx';
import { sumOf } from '#web/parts/sum.ts';
import { Total, type TotalSize } from '#web/parts/total.tsx';
import { useText } from '#web/text.tsx';

type Size = { total?: TotalSize; lane?: 's' | 'm' | 'l' };

/** The sum on a card is of one kind, gifts where there are any; the event's own page has both. */
export function CardRaised({ event, ...size }: { event: EventCard } & Size) {
  const { raised } = event;
  if (!raised || !(takesGifts(event) || takesPledges(event))) return null;
  const hasGifts = takesGifts(event) && (raised.gift_count > 0 || !takesPledges(event));
  const shown = { event, raised, ...size };
  return <div className="stack">{hasGifts ? <Gifts {...shown} /> : <Pledges {...shown} said />}</div>;
}

/** The sums on top of a list, each under its heading. */
export function Sums({ event, total = 'l', lane = 'l' }: { event: EventCard } & Size) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const { raised } = event;
  if (!raised || !(takesGifts(event) || takesPledges(event))) return null;
  const shown = { event, raised, total, lane };
  return (
    <div className="sums">
      {takesGifts(event) && (
        <div>
          <h2>{text('event.given')}</h2>
          <Gifts {...shown} />
        </div>
      )}
      {takesPledges(event) && (
        <div>
          <h2>{text('event.promised', { unit })}</h2>
          <Pledges {...shown} />
        </div>
      )}
    </div>
  );
}

type ShownProps = { event: Event; raised: Raised } & Size;

function Gifts({ event, raised, total, lane }: ShownProps) {
  const text = useText();
  const sum = sumOf(raised.gifts, event.donation_total_goal, totalProgress);
  return (
    <>
      <Total amount={sum.amount} size={total} />
      <Goal
        {...sum}
        label={text('event.givenAt', { event: event.name })}
        people={giftCount(raised, text)}
        over={!event.is_active}
        size={lane}
      />
    </>
  );
}

/** A goal is for one participant; the event's sum has none. */
function Pledges({ event, raised, total, lane, said = false }: ShownProps & { said?: boolean }) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const sum = sumOf(raised.confirmed_per_unit, null, pledgeProgress);
  return (
    <>
      <Total amount={sum.amount} size={total} />
      <Goal
        {...sum}
        label={text('event.promisedAt', { unit, event: event.name })}
        note={said ? text('event.perUnit', { unit }) : undefined}
        people={pledgeCount(raised.supporters, text)}
        over={!event.is_active}
        size={lane}
      />
    </>
  );
}
