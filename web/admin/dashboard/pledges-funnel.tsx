import type { Statistics } from '#contract/dashboard.ts';
import { formatCount } from '#domain/money.ts';
import { Lane } from '#web/parts/lane.tsx';
import { useText } from '#web/text.tsx';

/** Promised → mailed → confirmed: where promises are lost. */
export function PledgesFunnel({ funnel }: Pick<Statistics, 'funnel'>) {
  const text = useText();
  const { promised } = funnel;
  return (
    <section className="chart" aria-labelledby="funnel">
      <h2 id="funnel">{text('admin.dashboard.funnel')}</h2>
      {(['promised', 'mailed', 'confirmed'] as const).map((step) => {
        const percent = promised === 0 ? 0 : Math.round((100 * funnel[step]) / promised);
        const name = text(`admin.dashboard.${step}`);
        return (
          <div key={step} className="goal">
            <div className="goal-line">
              <span>{name}</span>
              <span>
                <b>{formatCount(funnel[step])}</b> {percent}%
              </span>
            </div>
            <Lane
              size="s"
              progress={{ percent, fill: percent, goalAt: null }}
              label={name}
              valueText={`${formatCount(funnel[step])}, ${percent}%`}
            />
          </div>
        );
      })}
    </section>
  );
}
