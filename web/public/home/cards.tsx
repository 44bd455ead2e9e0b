import type { EventCard } from '#contract/pages.ts';
import { EventPicture } from '#web/parts/event-picture.tsx';
import { listOf, purposeOf, registrationOf, startListOf, whenAndWhere } from '#web/parts/event-words.ts';
import { OutsideLink } from '#web/parts/outside-link.tsx';
import { CardRaised } from '#web/public/events/event-raised.tsx';
import { useShell, useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The event that is next: big, with the one accent button of the section. */
export function Star({ event }: { event: EventCard }) {
  const text = useText();
  const { language } = useShell();
  return (
    <article className="star">
      <EventPicture event={event} />
      <div className="star-body">
        <div className="stack">
          <p className="when">{whenAndWhere(event, language, true)}</p>
          <h3>
            <a href={listOf(event)}>{event.name}</a>
          </h3>
          <p className="soft">{purposeOf(event, text)}</p>
        </div>
        <CardRaised event={event} />
        <Buttons event={event} support="btn btn-give" main="btn btn-line" other="btn btn-soft" />
      </div>
    </article>
  );
}

export function Card({ event }: { event: EventCard }) {
  const { language } = useShell();
  return (
    <article className="ev">
      <EventPicture event={event} shape="square" />
      <div className="stack">
        <p className="when">{whenAndWhere(event, language)}</p>
        <h3>
          <a href={listOf(event)}>{event.name}</a>
        </h3>
      </div>
      <CardRaised event={event} total="s" />
      <Buttons event={event} support="btn btn-line btn-s" main="btn btn-soft btn-s" other="btn btn-soft btn-s" />
    </article>
  );
}

interface ButtonsProps {
  event: EventCard;
  /** Classes of the links: to the people, to registering (else the start list), and to the start list beside it. */
  support: string;
  main: string;
  other: string;
}

function Buttons({ event, support, main, other }: ButtonsProps) {
  const text = useText();
  const registration = registrationOf(event);
  const at = { event: event.name };
  return (
    <div className="btns">
      <a className={support} href={listOf(event)} aria-label={text('event.supportAt', at)}>
        {text('event.support')}
      </a>
      {registration && (
        <OutsideLink className={main} href={registration} label={text('event.registerAt', at)}>
          {text('event.register')} <Icon name="out" />
        </OutsideLink>
      )}
      <OutsideLink
        className={registration ? other : main}
        href={startListOf(event)}
        label={text('event.startListAt', at)}
      >
        {text(registration ? 'event.startListShort' : 'event.startList')}
      </OutsideLink>
    </div>
  );
}
