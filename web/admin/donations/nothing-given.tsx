import type { Event } from '#contract/events.ts';
import { takesPledges } from '#domain/pledge.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Nothing } from '#web/admin/parts/nothing.tsx';
import type { DonationsSearch, Kind } from './address.ts';

interface NothingGivenProps {
  search: DonationsSearch;
  /** Whose sums they are: it may take no pledges at all. */
  event?: Event;
  kinds: Kind[];
  /** How many rows there are on other pages. */
  total: number;
}

export function NothingGiven({ search: { q, status }, event, kinds, total }: NothingGivenProps) {
  const text = useText();
  const what = kinds.length > 1 ? 'both' : (kinds[0] ?? 'pledges');
  const isOff = what === 'pledges' && event && !takesPledges(event);
  const noneFound = {
    title: text(`admin.donations.noneFound.${what}`),
    by: { q: undefined, status: undefined },
  };
  return (
    <Nothing total={total} filtered={q || status ? noneFound : null}>
      <Empty
        heading="h2"
        title={text(`admin.donations.none.${what}`)}
        text={text(isOff ? 'admin.donations.pledgesOff' : `admin.donations.noneText.${what}`)}
      />
    </Nothing>
  );
}
