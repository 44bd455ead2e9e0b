import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { SearchField } from '#web/admin/parts/bar.tsx';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { paging } from '#web/admin/search.ts';
import { leadTo, promisedOrder, type DonationsSearch, type Kind } from './address.ts';
import { GiftExports, PledgeExports } from './exports.tsx';
import { Figures } from './figures.tsx';
import { NothingGiven } from './nothing-given.tsx';
import { ParticipantTable } from './participant-table.tsx';

interface SumsProps {
  event: Event;
  search: DonationsSearch;
  kinds: Kind[];
  /** Deleted events that may be chosen too. */
  gone: Event[];
}

/** What was given to each participant of an event, and to all of them. */
export function Sums({ event, search, kinds, gone }: SumsProps) {
  const text = useText();
  const { q } = search;
  const sort = promisedOrder(search, kinds);
  const [takesGifts, takesPledges] = [kinds.includes('gifts'), kinds.includes('pledges')];
  const promised = useQuery(
    read('GET /api/donations/participants/{eventId}', {
      params: { eventId: event.id },
      query: { ...paging(search), q, sort, ...(!takesGifts && { kind: 'pledges' }) },
    }),
  );
  return (
    <>
      <div className="bar">
        <EventChoice event={event.id} none={text('participants.chooseEvent')} gone={gone} />
        <SearchField label={text('participants.searchPerson')} placeholder={text('participants.searchHint')} q={q} />
        {takesGifts && <GiftExports event={event} />}
        {takesPledges && promised.data && <PledgeExports event={event} totals={promised.data.totals} />}
      </div>
      {/* The choice above may be too narrow to say it. */}
      {gone.some(({ id }) => id === event.id) && <h2>{event.name}</h2>}
      <Loaded from={promised} failed={text('admin.donations.loadError')}>
        {({ items, total, totals }) => (
          <>
            <Figures
              event={event}
              kinds={kinds}
              sums={totals}
              flagged={event.flagged_gifts}
              rows={(rows) => leadTo({ donors: true, ...rows })}
            />
            {items.length > 0 ? (
              <>
                <ParticipantTable event={event} kinds={kinds} promised={items} sort={sort} />
                <Pager rows={search} total={total} />
              </>
            ) : (
              <NothingGiven event={event} search={search} kinds={kinds} total={total} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
