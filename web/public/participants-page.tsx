import type { Pages } from '#contract/pages.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { EventList } from './events/event-list.tsx';
import { Sums } from './events/event-raised.tsx';
import { ListOutline, LoadError } from './events/load-error.tsx';
import { EventHead } from './list/event-head.tsx';
import { EventPicker } from './list/event-picker.tsx';
import { StartList } from './list/start-list.tsx';

type EventsProps = Pick<Pages['participants'], 'events'>;

const offered = (events: EventsProps['events']) => ('data' in events ? events.data : []);

/** The start list of an event, under the event's own address or behind a selector. */
export function ParticipantsPage({ events, event, own, choice, list }: Pages['participants']) {
  if (!event) return <EventChoice events={events} />;
  return (
    <div className="wrap">
      {own ? <EventHead event={event} /> : <EventPicker events={offered(events)} event={event} />}
      <Sums event={event} total={own ? 'l' : 'm'} lane={own ? 'l' : 'm'} />
      <StartList event={event} own={own} choice={choice} list={list} />
    </div>
  );
}

function EventChoice({ events }: EventsProps) {
  const text = useText();
  if ('data' in events && events.data.length === 0) {
    return (
      <div className="wrap">
        <EventPicker events={[]} event={null} />
        <Empty heading="h2" title={text('participants.eventsEmpty')} text={text('home.featuredEmptyHint')} />
      </div>
    );
  }
  return (
    <div className="wrap">
      <EventPicker events={offered(events)} event={null} />
      <section className="sect" aria-labelledby="choose">
        <div className="sect-head">
          <h2 id="choose">{text('participants.choose')}</h2>
        </div>
        <EventLinks events={events} />
      </section>
    </div>
  );
}

function EventLinks({ events }: EventsProps) {
  if ('error' in events) return <LoadError error={events.error} outline={<ListOutline />} />;
  return <EventList events={events.data} />;
}
