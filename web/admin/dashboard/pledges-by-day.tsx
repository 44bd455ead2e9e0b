import type { Statistics } from '#contract/dashboard.ts';
import { formatDayShort } from '#domain/dates.ts';
import { formatCount, formatMoney, sumMoney, wireMoney } from '#domain/money.ts';
import { useText } from '#web/text.tsx';
import { Bars, Chart } from './chart.tsx';

/** Promises by the day they were made: how many, and how many of them count. */
export function PledgesByDay({ days }: Pick<Statistics, 'days'>) {
  const text = useText();
  const promised = days.reduce((sum, day) => sum + day.promised, 0);
  const perUnit = sumMoney(days.map((day) => wireMoney(day.confirmed_per_unit)));
  return (
    <Chart
      id="by-day"
      title={text('admin.dashboard.byDay')}
      said={text('admin.dashboard.byDaySaid', { count: promised, amount: formatMoney(perUnit) })}
      heads={[text('admin.date'), text('admin.dashboard.promised'), text('admin.dashboard.confirmed'), 'CHF']}
      rows={days.map(({ day, promised: made, confirmed, confirmed_per_unit: amount }) => ({
        key: day,
        cells: [formatDayShort(day), formatCount(made), formatCount(confirmed), formatMoney(wireMoney(amount))],
      }))}
    >
      <Bars
        max={Math.max(1, ...days.map((day) => day.promised))}
        columns={days.map(({ day, promised: made, confirmed }) => ({
          key: day,
          parts: [
            { className: 'bar-counts', count: confirmed },
            { className: 'bar-open', count: made - confirmed },
          ],
        }))}
        ends={[formatDayShort(days.at(0)?.day ?? ''), formatDayShort(days.at(-1)?.day ?? '')]}
      />
      <p className="legend-line">
        <span className="key-counts">{text('admin.dashboard.confirmed')}</span>
        <span className="key-open">{text('admin.dashboard.notConfirmed')}</span>
      </p>
    </Chart>
  );
}
