import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import '#web/admin/look/donations.css';
import type { DonationsSearch } from './address.ts';
import { PledgeList } from './pledge-list.tsx';
import { PledgeSums } from './pledge-sums.tsx';

/** Of an event what is promised to whom, and the pledges behind it. */
export function Pledged({ search }: { search: DonationsSearch }) {
  const text = useText();
  const events = useQuery(read('GET /api/events'));
  const { participant, donors } = search;
  const isList = participant !== undefined || donors === true;
  const place = useFocus(participant ?? isList, search.cancel);
  return (
    <Loaded from={events} failed={text('admin.event.loadError')}>
      {(all) => {
        const event = all.find(({ id }) => id === search.event);
        if (!event) return <ChooseEvent hasSome={all.length > 0} />;
        return (
          <section
            ref={place}
            tabIndex={-1}
            aria-label={text(isList ? 'admin.donations.donors' : 'admin.participants')}
          >
            {isList ? (
              <PledgeList key={participant} event={event} search={search} />
            ) : (
              <PledgeSums event={event} search={search} />
            )}
          </section>
        );
      }}
    </Loaded>
  );
}

/** Whoever listens hears that something else is shown; nobody is lost with a button that had its last press. */
function useFocus(shown: unknown, dialog: unknown) {
  const place = useRef<HTMLElement>(null);
  const before = useRef({ shown, dialog });
  useEffect(() => {
    const isLost = before.current.dialog !== dialog && document.activeElement === document.body;
    if (before.current.shown !== shown || isLost) place.current?.focus({ preventScroll: true });
    before.current = { shown, dialog };
  }, [shown, dialog]);
  return place;
}

function ChooseEvent({ hasSome }: { hasSome: boolean }) {
  const text = useText();
  if (!hasSome) return <Empty heading="h2" title={text('admin.eventsEmpty')} />;
  return (
    <>
      <div className="bar">
        <EventChoice event={undefined} none={text('participants.chooseEvent')} />
      </div>
      <Empty heading="h2" title={text('participants.choose')} text={text('admin.donations.chooseText')} />
    </>
  );
}
