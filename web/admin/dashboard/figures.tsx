import { Link } from '@tanstack/react-router';
import type { Statistics } from '#contract/dashboard.ts';
import { formatCount } from '#domain/money.ts';
import { Figure, Francs } from '#web/admin/parts/figure.tsx';
import { useText } from '#web/text.tsx';

/** Each figure leads to the rows behind it. */
export function Figures({ data }: { data: Statistics }) {
  const text = useText();
  const { totalEvents, activeEvents, totalRegistrations, pendingRegistrations } = data;
  const { gifts, giftsAmount, flaggedGifts } = data;
  const { confirmedPerUnit, confirmedPledges, pendingPledges, queuedMails, failedMails } = data;
  return (
    <div className="strip">
      <Link to="/admin/events" search={{ status: 'active' }}>
        <Figure name={text('admin.dashboard.activeEvents')}>
          {formatCount(activeEvents)}{' '}
          <small>{text('admin.dashboard.ofTotal', { total: formatCount(totalEvents) })}</small>
        </Figure>
      </Link>
      <Link to="/admin/participants">
        <Figure
          name={text('admin.dashboard.registrations')}
          note={text('admin.dashboard.waiting', { count: pendingRegistrations })}
        >
          {formatCount(totalRegistrations)}
        </Figure>
      </Link>
      <Link to="/admin/donations">
        <Figure
          name={text('admin.given')}
          note={text('admin.dashboard.gifts', { count: gifts, shown: formatCount(gifts) })}
        >
          <Francs amount={giftsAmount} />
        </Figure>
      </Link>
      {flaggedGifts > 0 && (
        <Link to="/admin/donations" search={{ donors: true, list: 'gifts', status: 'flagged' }}>
          <Figure name={text('admin.gifts.toCheck')} note={text('admin.dashboard.flagged', { count: flaggedGifts })}>
            {formatCount(flaggedGifts)}
          </Figure>
        </Link>
      )}
      <Link to="/admin/pledges">
        <Figure
          name={text('admin.pledged')}
          note={text('admin.dashboard.pledges', {
            confirmed: formatCount(confirmedPledges),
            pending: formatCount(pendingPledges),
          })}
        >
          <Francs amount={confirmedPerUnit} />
        </Figure>
      </Link>
      <Link to="/admin/emails" search={failedMails > 0 ? { status: 'failed' } : {}}>
        <Figure
          name={text('admin.dashboard.failedMails')}
          note={text('admin.dashboard.queuedMails', { count: queuedMails })}
        >
          {formatCount(failedMails)}
        </Figure>
      </Link>
    </div>
  );
}
