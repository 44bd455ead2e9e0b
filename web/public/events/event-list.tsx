import type { Event } from '#contract/events.ts';
import { formatDayShort } from '#domain/dates.ts';
import { listOf, registrationOf, startListOf } from '#web/parts/event-words.ts';
import { OutsideLink } from '#web/parts/outside-link.tsx';
import { useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';

interface EventListProps {
  events: Event[];
  /** Links to registering and to the start list. */
  buttons?: boolean;
}

/** Events one below the other. */
export function EventList({ events, buttons = false }: EventListProps) {
  return (
    <ul className="up">
      {events.map((event) => (
        <Row key={event.id} event={event} buttons={buttons} />
      ))}
    </ul>
  );
}

function Row({ event, buttons }: { event: Event; buttons: boolean }) {
  const text = useText();
  return (
    <li>
      <span className="day">
        {event.event_date && (
          <>
            {formatDayShort(event.event_date)}
            {/* Of what is to come everybody knows the year. */}
            <span className={event.is_active ? 'vh' : 'year'}>{event.event_date.slice(0, 4)}</span>
          </>
        )}
      </span>
      <a href={listOf(event)}>{event.name}</a>
      <span className="where">{event.place}</span>
      <Chip tone={event.is_active ? 'good' : 'off'}>{text(event.is_active ? 'event.active' : 'event.inactive')}</Chip>
      {buttons && <Button event={event} />}
    </li>
  );
}

function Button({ event }: { event: Event }) {
  const text = useText();
  const registration = registrationOf(event);
  return (
    <OutsideLink
      className="btn btn-line btn-s"
      href={registration ?? startListOf(event)}
      label={text(registration ? 'event.registerAt' : 'event.startListAt', { event: event.name })}
    >
      {text(registration ? 'event.register' : 'event.startList')}
    </OutsideLink>
  );
}
