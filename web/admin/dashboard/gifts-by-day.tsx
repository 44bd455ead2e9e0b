import type { Statistics } from '#contract/dashboard.ts';
import { formatDayShort } from '#domain/dates.ts';
import { formatCount, formatMoney, rappenOf, sumMoney, wireMoney } from '#domain/money.ts';
import { useText } from '#web/text.tsx';
import { Bars, Chart } from './chart.tsx';

/** What was paid online, by the day it came. */
export function GiftsByDay({ days }: Pick<Statistics, 'days'>) {
  const text = useText();
  const amounts = days.map((day) => wireMoney(day.gifts_amount));
  const count = days.reduce((sum, day) => sum + day.gifts, 0);
  const highest = rappenOf(Math.max(0, ...amounts));
  return (
    <Chart
      id="gifts-by-day"
      title={text('admin.dashboard.giftsByDay')}
      said={text('admin.dashboard.giftsByDaySaid', { count, amount: formatMoney(sumMoney(amounts)) })}
      heads={[text('admin.date'), text('admin.donations.kind.gifts'), 'CHF']}
      rows={days.map(({ day, gifts, gifts_amount: amount }) => ({
        key: day,
        cells: [formatDayShort(day), formatCount(gifts), formatMoney(wireMoney(amount))],
      }))}
    >
      <Bars
        max={highest}
        maxSaid={formatMoney(highest)}
        columns={days.map(({ day, gifts_amount: amount }) => ({
          key: day,
          parts: [{ className: 'bar-counts', count: wireMoney(amount) }],
        }))}
        ends={[formatDayShort(days.at(0)?.day ?? ''), formatDayShort(days.at(-1)?.day ?? '')]}
      />
    </Chart>
  );
}
