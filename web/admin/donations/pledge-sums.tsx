import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events.ts';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { SearchField } from '#web/admin/parts/bar.tsx';
import { EventChoice } from '#web/admin/parts/event-choice.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { paging } from '#web/admin/search.ts';
import { leadTo, promisedOrder, type DonationsSearch } from './address.ts';
import { Exports } from './exports.tsx';
import { Figures } from './figures.tsx';
import { Nothing } from './nothing.tsx';
import { ParticipantTable } from './participant-table.tsx';

interface PledgeSumsProps {
  event: Event;
  search: DonationsSearch;
}

/** What was promised to each participant of an event, and to all of them. */
export function PledgeSums({ event, search }: PledgeSumsProps) {
  const text = useText();
  const { q } = search;
  const sort = promisedOrder(search);
  const promised = useQuery(
    read('GET /api/donations/participants/{eventId}', {
      params: { eventId: event.id },
      query: { ...paging(search), q, sort },
    }),
  );
  return (
    <>
      <div className="bar">
        <EventChoice event={event.id} none={text('participants.chooseEvent')} />
        <SearchField label={text('participants.searchPerson')} placeholder={text('participants.searchHint')} q={q} />
        {promised.data && <Exports event={event} totals={promised.data.totals} />}
      </div>
      <Loaded from={promised} failed={text('admin.donations.loadError')}>
        {({ items, total, totals }) => (
          <>
            <Figures event={event} sums={totals} rows={(status) => leadTo({ donors: true, status })} />
            {items.length > 0 ? (
              <>
                <ParticipantTable event={event} promised={items} sort={sort} />
                <Pager rows={search} total={total} />
              </>
            ) : (
              <Nothing search={search} total={total} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
