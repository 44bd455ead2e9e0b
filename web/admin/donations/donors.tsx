import { useQuery } from '@tanstack/react-query';
import type { ContributionsTo } from '#contract/contributions.ts';
import type { Event } from '#contract/events.ts';
import { Bib } from '#web/parts/bib.tsx';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { read } from '#web/admin/ask.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { Skeleton } from '#web/admin/parts/skeleton.tsx';
import { Turn } from '#web/admin/turn.tsx';
import { leadTo, type DonationsSearch, type Kind } from './address.ts';
import { Figures } from './figures.tsx';
import { GiftList } from './gift-list.tsx';
import { PledgeList } from './pledge-list.tsx';

interface DonorsProps {
  event: Event;
  search: DonationsSearch;
  kinds: Kind[];
}

/** The donations for one participant or for a whole event: the first of both kinds, or all of one kind. */
export function Donors({ event, search, kinds }: DonorsProps) {
  const text = useText();
  const shown = kinds.filter((kind) => !search.list || kind === search.list);
  const list = { event, search, isGlance: shown.length > 1 };
  return (
    <>
      <p>
        <Turn className="more" top to={leadTo({})}>
          <Icon name="back" /> {text('admin.donations.back')}
        </Turn>
      </p>
      <Sums event={event} search={search} kinds={kinds} />
      {shown.includes('gifts') && <GiftList {...list} />}
      {shown.includes('pledges') && <PledgeList {...list} />}
    </>
  );
}

function Sums({ event, search: { participant, list }, kinds }: DonorsProps) {
  const text = useText();
  const promised = useQuery(
    read('GET /api/donations/participants/{eventId}', {
      params: { eventId: event.id },
      query: {
        limit: '1',
        ...(participant && { participant: String(participant) }),
        ...(!kinds.includes('gifts') && { kind: 'pledges' }),
      },
    }),
  );
  const heading = kinds.length > 1 && !list ? 'both' : (list ?? kinds[0] ?? 'pledges');
  return (
    <Loaded from={promised} failed={text('admin.donations.loadError')} waiting={<Skeleton rows={2} />}>
      {({ items: [his], totals }) => {
        const sums = participant ? his : totals;
        return (
          <>
            {participant ? <Who event={event} id={participant} his={his} /> : <Everybody event={event} all={heading} />}
            {sums && (
              <Figures
                event={event}
                kinds={kinds}
                sums={sums}
                flagged={participant ? undefined : event.flagged_gifts}
                rows={({ list: one, status }) => ({ list: one, status, q: undefined })}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Everybody({ event, all }: { event: Event; all: Kind | 'both' }) {
  const text = useText();
  return (
    <>
      <h2>{text(`admin.donations.allOf.${all}`)}</h2>
      <p className="soft">{event.name}</p>
    </>
  );
}

/** For whom the donations are. A participant who was erased has no name any more, but the donations stay. */
function Who({ event, id, his }: { event: Event; id: number; his: ContributionsTo | undefined }) {
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
