import { useQuery } from '@tanstack/react-query';
import type { Event } from '#contract/events.ts';
import type { PromisedTo } from '#contract/donors.ts';
import { Bib } from '#web/parts/bib.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { asPage, read } from '#web/admin/ask.ts';
import { Choice, SearchField } from '#web/admin/parts/bar.tsx';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Pager } from '#web/admin/parts/pager.tsx';
import { Skeleton } from '#web/admin/parts/skeleton.tsx';
import { paging } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';
import { leadTo, pledgeOrder, statuses, type DonationsSearch } from './address.ts';
import { CancelPledge } from './cancel-pledge.tsx';
import { Figures } from './figures.tsx';
import { Nothing } from './nothing.tsx';
import { PledgeTable } from './pledge-table.tsx';

interface PledgeListProps {
  event: Event;
  search: DonationsSearch;
}

/** The pledges for one participant or for all of an event, with their donors. */
export function PledgeList({ event, search }: PledgeListProps) {
  const text = useText();
  const { participant, q, status } = search;
  return (
    <>
      <p>
        <Turn className="more" top to={leadTo({})}>
          <Icon name="back" /> {text('admin.donations.back')}
        </Turn>
      </p>
      <Sums event={event} participant={participant} />
      <div className="bar">
        <SearchField label={text('admin.donations.search')} placeholder={text('admin.donations.searchHint')} q={q} />
        <Choice name="status" label={text('admin.status')} value={status} none={text('admin.donations.statusAll')}>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {text(`admin.donations.status.${one}`)}
            </option>
          ))}
        </Choice>
      </div>
      <Pledges event={event} search={search} />
    </>
  );
}

function Pledges({ event, search }: PledgeListProps) {
  const text = useText();
  const { participant, q, status } = search;
  const sort = pledgeOrder(search);
  const query = { ...paging(search), q, status, sort };
  const call = participant ? 'GET /api/participants/{id}/donations' : 'GET /api/events/{id}/donations';
  const pledges = useQuery({ ...read(call, { params: { id: participant ?? event.id }, query }), select: asPage });
  return (
    <Loaded from={pledges} failed={text('admin.donations.detailsError')}>
      {({ items, total }) =>
        items.length > 0 ? (
          <>
            <PledgeTable event={event} pledges={items} sort={sort} ofAll={!participant} />
            <Pager rows={search} total={total} />
            <CancelPledge event={event} pledge={items.find(({ id }) => id === search.cancel)} />
          </>
        ) : (
          <Nothing search={search} total={total} />
        )
      }
    </Loaded>
  );
}

interface SumsProps {
  event: Event;
  participant: number | undefined;
}

function Sums({ event, participant }: SumsProps) {
  const text = useText();
  const promised = useQuery(
    read('GET /api/donations/participants/{eventId}', {
      params: { eventId: event.id },
      query: { limit: '1', ...(participant && { participant: String(participant) }) },
    }),
  );
  return (
    <Loaded from={promised} failed={text('admin.donations.loadError')} waiting={<Skeleton rows={2} />}>
      {({ items: [his], totals }) => {
        const sums = participant ? his : totals;
        return (
          <>
            {participant ? <Who event={event} id={participant} his={his} /> : <Everybody event={event} />}
            {sums && <Figures event={event} sums={sums} rows={(status) => ({ status })} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Everybody({ event }: { event: Event }) {
  const text = useText();
  return (
    <>
      <h2>{text('admin.donations.all')}</h2>
      <p className="soft">{event.name}</p>
    </>
  );
}

/** Also who was erased since: what was promised to him is still there. */
function Who({ event, id, his }: { event: Event; id: number; his: PromisedTo | undefined }) {
  const text = useText();
  const { data: participant, isPending } = useQuery(read('GET /api/participants/{id}', { params: { id } }));
  if (!his && isPending) return null;
  const name = his?.participant_name ?? participant?.name ?? text('admin.donations.erased');
  return (
    <div className="who-top">
      <Bib bib={his?.bib ?? participant?.bib ?? null} name={name} size="l" />
      <div>
        <h2>{name}</h2>
        <p className="soft">{[participant?.club, event.name].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}
