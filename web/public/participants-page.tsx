import type { Pages } from '#contract/pages.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { EventList } from './events/event-list.tsx';
import { Sums } from './events/event-raised.tsx';
import { EventHead } from './list/event-head.tsx';
import { EventPicker } from './list/event-picker.tsx';
import { StartList } from './list/start-list.tsx';

/** The start list of an event, under the event's own address or behind a selector. */
export function ParticipantsPage({ events, event, own, choice, list }: Pages['participants']) {
  if (!event) return <EventChoice events={events} />;
  return (
    <div className="wrap">
      {own ? <EventHead event={event} /> : <EventPicker events={events} event={event} />}
      <Sums event={event} total={own ? 'l' : 'm'} lane={own ? 'l' : 'm'} />
      <StartList event={event} own={own} choice={choice} list={list} />
    </div>
  );
}

function EventChoice({ events }: Pick<Pages['participants'], 'events'>) {
  const text = useText();
  return (
    <div className="wrap">
      <EventPicker events={events} event={null} />
      <section className="sect" aria-labelledby="choose">
        <div className="sect-head">
          <h2 id="choose">{text('participants.choose')}</h2>
        </div>
        {events.length > 0 ? <EventList events={events} /> : <Empty title={text('participants.eventsEmpty')} />}
      </section>
    </div>
  );
}
