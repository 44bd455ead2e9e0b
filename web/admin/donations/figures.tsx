import type { ContributionTotals } from '#contract/contributions.ts';
import type { Event } from '#contract/events.ts';
import { formatCount } from '#domain/money.ts';
import { unitWord } from '#locales/units.ts';
import { useText } from '#web/text.tsx';
import { Figure, Francs } from '#web/admin/parts/figure.tsx';
import type { Search } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';
import type { Kind, Rows } from './address.ts';

interface FiguresProps {
  event: Event;
  kinds: Kind[];
  sums: Omit<ContributionTotals, 'goal' | 'gift_goal'>;
  /** Gifts that somebody should still look at, where it is known. */
  flagged?: number | undefined;
  /** Where the donations behind a figure are. */
  rows: (rows: Rows) => Search;
}

/** What was given, sums of rates, and how many donations they are made of; each leads to these. */
export function Figures({ event, kinds, sums, flagged = 0, rows }: FiguresProps) {
  const text = useText();
  return (
    <div className="strip">
      {kinds.includes('gifts') && (
        <Turn top to={rows({ list: 'gifts', status: 'paid' })}>
          <Figure name={text('admin.gifts.given', { count: formatCount(sums.gift_count) })}>
            <Francs amount={sums.gifts} />
          </Figure>
        </Turn>
      )}
      {flagged > 0 && kinds.includes('gifts') && (
        <Turn top to={rows({ list: 'gifts', status: 'flagged' })}>
          <Figure name={text('admin.gifts.toCheck')}>{formatCount(flagged)}</Figure>
        </Turn>
      )}
      {kinds.includes('pledges') && <Pledges event={event} sums={sums} rows={rows} />}
      <Turn top to={rows({})}>
        <Figure name={text('admin.donations.donors')}>{formatCount(sums.donors)}</Figure>
      </Turn>
    </div>
  );
}

function Pledges({ event, sums, rows }: Omit<FiguresProps, 'kinds' | 'flagged'>) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const { pledges, confirmed, pending } = sums;
  return (
    <>
      <Turn top to={rows({ list: 'pledges' })}>
        <Figure name={text('admin.donations.totalPer', { unit, count: formatCount(pledges) })}>
          <Francs amount={sums.total_per_unit} />
        </Figure>
      </Turn>
      <Turn top to={rows({ list: 'pledges', status: 'confirmed' })}>
        <Figure name={text('admin.donations.ofConfirmed', { count: formatCount(confirmed) })}>
          <Francs amount={sums.confirmed_per_unit} />
        </Figure>
      </Turn>
      <Turn top to={rows({ list: 'pledges', status: 'pending' })}>
        <Figure name={text('admin.donations.ofPending', { count: formatCount(pending) })}>
          <Francs amount={sums.pending_per_unit} />
        </Figure>
      </Turn>
    </>
  );
}
