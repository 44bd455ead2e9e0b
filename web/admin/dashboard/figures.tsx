import { Link } from '@tanstack/react-router';
import type { Statistics } from '#contract/dashboard.ts';
import { figures, formatCount, wireMoney } from '#domain/money.ts';
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
        <span className="k">{text('admin.dashboard.activeEvents')}</span>
        <span className="v">
          {formatCount(activeEvents)}{' '}
          <small>{text('admin.dashboard.ofTotal', { total: formatCount(totalEvents) })}</small>
        </span>
      </Link>
      <Link to="/admin/participants">
        <span className="k">{text('admin.dashboard.registrations')}</span>
        <span className="v">{formatCount(totalRegistrations)}</span>
        <span className="soft">{text('admin.dashboard.waiting', { count: pendingRegistrations })}</span>
      </Link>
      <Link to="/admin/donations">
        <span className="k">{text('admin.given')}</span>
        <span className="v">
          <small>CHF</small> {figures(wireMoney(giftsAmount))}
        </span>
        <span className="soft">{text('admin.dashboard.gifts', { count: gifts, shown: formatCount(gifts) })}</span>
      </Link>
      {flaggedGifts > 0 && (
        <Link to="/admin/donations" search={{ donors: true, list: 'gifts', status: 'flagged' }}>
          <span className="k">{text('admin.gifts.toCheck')}</span>
          <span className="v">{formatCount(flaggedGifts)}</span>
          <span className="soft">{text('admin.dashboard.flagged', { count: flaggedGifts })}</span>
        </Link>
      )}
      <Link to="/admin/pledges">
        <span className="k">{text('admin.pledged')}</span>
        <span className="v">
          <small>CHF</small> {figures(wireMoney(confirmedPerUnit))}
        </span>
        <span className="soft">
          {text('admin.dashboard.pledges', {
            confirmed: formatCount(confirmedPledges),
            pending: formatCount(pendingPledges),
          })}
        </span>
      </Link>
      <Link to="/admin/emails" search={failedMails > 0 ? { status: 'failed' } : {}}>
        <span className="k">{text('admin.dashboard.failedMails')}</span>
        <span className="v">{formatCount(failedMails)}</span>
        <span className="soft">{text('admin.dashboard.queuedMails', { count: queuedMails })}</span>
      </Link>
    </div>
  );
}
