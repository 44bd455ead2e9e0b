import { Link } from '@tanstack/react-router';
import type { Statistics } from '#contract/dashboard.ts';
import { formatTime } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import { useText } from '#web/text.tsx';
import { Bars, Chart } from './chart.tsx';

const outcomes = ['done', 'held', 'failed'] as const;

/** The syncs of the last 24 hours, and how they ended. */
export function SyncsByHour({ hours }: { hours: Statistics['syncs'] }) {
  const text = useText();
  const sum = (outcome: (typeof outcomes)[number]) => hours.reduce((count, hour) => count + hour[outcome], 0);
  const at = (hour: string | undefined) => (hour ? formatTime(new Date(hour)) : '');
  const counts = { done: sum('done'), held: sum('held'), failed: sum('failed') };
  return (
    <Chart
      id="syncs"
      title={text('admin.dashboard.syncs')}
      said={text('admin.dashboard.syncsSaid', counts)}
      heads={[text('admin.dashboard.hour'), ...outcomes.map((outcome) => text(`admin.dashboard.${outcome}`))]}
      rows={hours.map(({ hour, ...counted }) => ({
        key: hour,
        cells: [at(hour), ...outcomes.map((outcome) => formatCount(counted[outcome]))],
      }))}
    >
      <Bars
        max={Math.max(1, ...hours.map(({ done, held, failed }) => done + held + failed))}
        columns={hours.map(({ hour, ...counted }) => ({
          key: hour,
          parts: outcomes.map((outcome) => ({ className: `bar-${outcome}`, count: counted[outcome] })),
          // A fault must not be told by colour alone, and one among many makes too low a bar to be seen.
          sign: counted.failed > 0 ? 'failed' : counted.held > 0 ? 'held' : undefined,
        }))}
        ends={[at(hours.at(0)?.hour), at(hours.at(-1)?.hour)]}
      />
      <p className="legend-line">
        {outcomes.map((outcome) => (
          <span key={outcome} className={`key-${outcome}`}>
            {text(`admin.dashboard.${outcome}`)}
          </span>
        ))}
        <Link className="more" to="/admin/settings">
          {text('admin.dashboard.toRuns')}
        </Link>
      </p>
    </Chart>
  );
}
