import type { PromisedTotals } from '#contract/donors.ts';
import type { Event } from '#contract/events.ts';
import { figures, formatCount, wireMoney } from '#domain/money.ts';
import { unitWord, useText } from '#web/text.tsx';
import type { Search } from '#web/admin/search.ts';
import { Turn } from '#web/admin/turn.tsx';

interface FiguresProps {
  event: Event;
  sums: Omit<PromisedTotals, 'goal' | 'gift_goal'>;
  /** Where the pledges behind a figure are: those in one state, or all. */
  rows: (status?: 'confirmed' | 'pending') => Search;
}

/** Sums of rates, and how many pledges they are made of; each leads to these. */
export function Figures({ event, sums, rows }: FiguresProps) {
  const text = useText();
  const unit = unitWord(text, event.donation_unit_description);
  const { pledges, confirmed, pending, donors } = sums;
  return (
    <div className="strip">
      <Turn top to={rows()}>
        <span className="k">{text('admin.donations.totalPer', { unit, count: formatCount(pledges) })}</span>
        <Money amount={sums.total_per_unit} />
      </Turn>
      <Turn top to={rows('confirmed')}>
        <span className="k">{text('admin.donations.ofConfirmed', { count: formatCount(confirmed) })}</span>
        <Money amount={sums.confirmed_per_unit} />
      </Turn>
      <Turn top to={rows('pending')}>
        <span className="k">{text('admin.donations.ofPending', { count: formatCount(pending) })}</span>
        <Money amount={sums.pending_per_unit} />
      </Turn>
      <Turn top to={rows()}>
        <span className="k">{text('admin.donations.donors')}</span>
        <span className="v">{formatCount(donors)}</span>
      </Turn>
    </div>
  );
}

const Money = ({ amount }: { amount: string }) => (
  <span className="v">
    <small>CHF</small> {figures(wireMoney(amount))}
  </span>
);
