import type { EventCard } from '#contract/pages.ts';
import { formatDay } from '#domain/dates.ts';
import { EventPicture } from '#web/parts/event-picture.tsx';
import { purposeOf, registrationOf } from '#web/parts/event-words.ts';
import { OutsideLink } from '#web/parts/outside-link.tsx';
import { useShell, useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The head of an event's own page. */
export function EventHead({ event }: { event: EventCard }) {
  const text = useText();
  const { language } = useShell();
  const registration = registrationOf(event);
  const purpose = purposeOf(event, text);
  return (
    <div className="ev-head">
      <div className="stack">
        <p className="when">{text('participants.kind')}</p>
        <h1>{event.name}</h1>
        {!event.is_active && (
          <p>
            <Chip tone="off">{text('event.inactive')}</Chip>
          </p>
        )}
        {purpose && <p className="lead">{purpose}</p>}
        {(event.event_date || event.place) && (
          <dl className="facts">
            {event.event_date && (
              <Fact name={text('participants.date')} value={formatDay(event.event_date, language)} />
            )}
            {event.place && <Fact name={text('participants.place')} value={event.place} />}
          </dl>
        )}
        <p className="btns">
          <a className="btn btn-give only-slim" href="#q">
            <Icon name="search" /> {text('participants.searchPerson')}
          </a>
          {registration && (
            <OutsideLink className="more" href={registration}>
              {text('event.register')} <Icon name="out" />
            </OutsideLink>
          )}
          {event.ranking_hub_link && (
            <OutsideLink className="more" href={event.ranking_hub_link}>
              {text('event.startList')} <Icon name="out" />
            </OutsideLink>
          )}
        </p>
      </div>
      <EventPicture event={event} first />
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
