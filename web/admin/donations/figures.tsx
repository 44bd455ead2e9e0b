import type { PromisedTotals } from '#contract/donors.ts';
import type { Event } from '#contract/events.ts';
import { figures, formatCount, wireMoney } from '#domain/money.ts';
import { unitWord, useText } from '#web/text.tsx';
import type { Search } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';
import type { Kind, Rows } from './address.ts';

interface FiguresProps {
  event: Event;
  kinds: Kind[];
  sums: Omit<PromisedTotals, 'goal' | 'gift_goal'>;
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
          <span className="k">{text('admin.gifts.given', { count: formatCount(sums.gift_count) })}</span>
          <Money amount={sums.gifts} />
        </Turn>
      )}
      {flagged > 0 && kinds.includes('gifts') && (
        <Turn top to={rows({ list: 'gifts', status: 'flagged' })}>
          <span className="k">{text('admin.gifts.toCheck')}</span>
          <span className="v">{formatCount(flagged)}</span>
        </Turn>
      )}
      {kinds.includes('pledges') && <Pledges event={event} sums={sums} rows={rows} />}
      <Turn top to={rows({})}>
        <span className="k">{text('admin.donations.donors')}</span>
        <span className="v">{formatCount(sums.donors)}</span>
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
        <span className="k">{text('admin.donations.totalPer', { unit, count: formatCount(pledges) })}</span>
        <Money amount={sums.total_per_unit} />
      </Turn>
      <Turn top to={rows({ list: 'pledges', status: 'confirmed' })}>
        <span className="k">{text('admin.donations.ofConfirmed', { count: formatCount(confirmed) })}</span>
        <Money amount={sums.confirmed_per_unit} />
      </Turn>
      <Turn top to={rows({ list: 'pledges', status: 'pending' })}>
        <span className="k">{text('admin.donations.ofPending', { count: formatCount(pending) })}</span>
        <Money amount={sums.pending_per_unit} />
      </Turn>
    </>
  );
}

const Money = ({ amount }: { amount: string }) => (
  <span className="v">
    <small>CHF</small> {figures(wireMoney(amount))}
  </span>
);
