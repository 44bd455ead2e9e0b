import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Event } from '#contract/events.ts';
import { formatCount } from '#domain/money.ts';
import type { Translate } from '#locales/messages.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { useEvents } from '#web/admin/parts/events.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Turn } from '#web/admin/turn.tsx';
import '#web/admin/look/donations.css';
import { leadTo, type DonationsSearch, type Kind } from './address.ts';
import { Donors } from './donors.tsx';
import { Sums } from './sums.tsx';

interface GivenProps {
  search: DonationsSearch;
  kindsOf: (event: Event) => Kind[];
}

/** What is given to whom in an event, and the donations behind it. */
export function Given({ search, kindsOf }: GivenProps) {
  const text = useText();
  const events = useEvents();
  const deleted = useQuery({ ...read('GET /api/events/deleted'), select: (rows) => rows.map(asDeleted(text)) });
  const { participant, donors, list } = search;
  const isList = participant !== undefined || donors === true || list !== undefined;
  const place = useFocus(participant ?? isList, `${list} ${search.cancel}`);
  return (
    <Loaded from={events} failed={text('admin.event.loadError')}>
      {(kept) => (
        <Loaded from={deleted} failed={text('admin.event.loadError')}>
          {(gone) => {
            const event = [...kept, ...gone].find(({ id }) => id === search.event);
            if (!event) return <ChooseEvent kept={kept} gone={gone} kindsOf={kindsOf} />;
            const of = { event, search, kinds: kindsOf(event) };
            return (
              <section
                ref={place}
                tabIndex={-1}
                aria-label={text(isList ? 'admin.donations.donors' : 'admin.participants')}
              >
                {isList ? <Donors key={participant} {...of} /> : <Sums {...of} gone={gone} />}
              </section>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

/** An event that was deleted says so wherever its name stands. */
const asDeleted = (text: Translate) => (event: Event) => ({
  ...event,
  name: text('admin.event.deletedName', { event: event.name }),
});

/** Gives the focus to what is shown now when it is something else, or when the pressed link is gone with the focus. */
function useFocus(shown: unknown, within: unknown) {
  const place = useRef<HTMLElement>(null);
  const before = useRef({ shown, within });
  useEffect(() => {
    const isLost = before.current.within !== within && document.activeElement === document.body;
    if (before.current.shown !== shown || isLost) place.current?.focus({ preventScroll: true });
    before.current = { shown, within };
  }, [shown, within]);
  return place;
}

interface ChooseEventProps extends Pick<GivenProps, 'kindsOf'> {
  kept: Event[];
  /** Deleted events to which money was given or promised. */
  gone: Event[];
}

/** Below the choice, links to the events whose gifts somebody should look at. */
function ChooseEvent({ kept, gone, kindsOf }: ChooseEventProps) {
  const text = useText();
  const all = [...kept, ...gone];
  if (all.length === 0) return <Empty heading="h2" title={text('admin.eventsEmpty')} />;
  const flagged = all.filter((event) => (event.flagged_gifts ?? 0) > 0 && kindsOf(event).includes('gifts'));
  return (
    <>
      <div className="bar">
        <EventChoice event={undefined} none={text('participants.chooseEvent')} gone={gone} />
      </div>
      <Empty heading="h2" title={text('participants.choose')} text={text('admin.donations.chooseText')}>
        {flagged.map(({ id, name, flagged_gifts: count = 0 }) => (
          <Turn key={id} className="btn btn-line" top to={{ event: id, ...leadTo(toLookAt) }}>
            {text('admin.gifts.toCheckIn', { event: name, count, shown: formatCount(count) })}
          </Turn>
        ))}
      </Empty>
    </>
  );
}

const toLookAt = { donors: true, list: 'gifts', status: 'flagged' } as const;
