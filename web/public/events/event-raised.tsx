import type { EventCard } from '#contract/pages.ts';
import { pledgeProgress, totalProgress } from '#domain/progress.ts';
import { Goal } from '#web/parts/goal.tsx';
import { sumOf } from '#web/parts/sum.ts';
import { Total, type TotalSize } from '#web/parts/total.tsx';
import { unitWord, useText } from '#web/text.tsx';
import { giftCount, pledgeCount, takesGifts, takesPledges } from './event-words.ts';

type Size = { total?: TotalSize; lane?: 's' | 'm' | 'l' };

/** What a card says: the kind that has come in; both kinds stand on the event's own page. */
export function CardRaised({ event, ...size }: { event: EventCard } & Size) {
  const hasGifts = takesGifts(event) && (event.gift_count > 0 || !takesPledges(event));
  if (!hasGifts && !takesPledges(event)) return null;
  return (
    <div className="stack">
      {hasGifts ? <Gifts event={event} {...size} /> : <Pledges event={event} {...size} said />}
    </div>
  );
}

/** The sums on top of a list, each under its heading. */
export function Sums({ event, total = 'l', lane = 'l' }: { event: EventCard } & Size) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  if (!takesGifts(event) && !takesPledges(event)) return null;
  return (
    <div className="sums">
      {takesGifts(event) && (
        <div>
          <h2>{text('event.given')}</h2>
          <Gifts event={event} total={total} lane={lane} />
        </div>
      )}
      {takesPledges(event) && (
        <div>
          <h2>{text('event.promised', { unit })}</h2>
          <Pledges event={event} total={total} lane={lane} />
        </div>
      )}
    </div>
  );
}

function Gifts({ event, total, lane }: { event: EventCard } & Size) {
  const text = useText();
  const sum = sumOf(event.gifts, event.donation_total_goal, totalProgress);
  return (
    <>
      <Total amount={sum.amount} size={total} />
      <Goal {...sum} label={text('event.givenAt', { event: event.name })} people={giftCount(event, text)} size={lane} />
    </>
  );
}

/** A goal is for one participant; the event's sum has none. */
function Pledges({ event, total, lane, said = false }: { event: EventCard; said?: boolean } & Size) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const sum = sumOf(event.confirmed_per_unit, null, pledgeProgress);
  return (
    <>
      <Total amount={sum.amount} size={total} />
      <Goal
        {...sum}
        label={text('event.promisedAt', { unit, event: event.name })}
        note={said ? text('event.perUnit', { unit }) : undefined}
        people={pledgeCount(event.supporters, text)}
        size={lane}
      />
    </>
  );
}
