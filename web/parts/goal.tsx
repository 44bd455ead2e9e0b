import { formatMoney } from '#domain/money.ts';
import { Rich, useText } from '#web/text.tsx';
import { Lane } from './lane.tsx';
import type { Sum } from './sum.ts';
import { Total, type TotalSize } from './total.tsx';

interface GoalProps extends Sum {
  /** What the bar is about: «Spenden für Anna Muster». */
  label: string;
  /** «612 Spenden», «187 Versprechen». */
  people?: string;
  /** Stands in place of the percentage where there is none. */
  note?: string;
  size?: 's' | 'm' | 'l';
  /** Nothing can be given any more: nobody is asked to begin. */
  over?: boolean;
}

const bold = { b: (words: string) => <b>{words}</b> };

/** A lane with its words below: per cent, of goal, people. */
export function Goal({ amount, goal, progress, label, people, note, size, over = false }: GoalProps) {
  const text = useText();
  const { percent } = progress;
  const isUntouched = amount === 0 && people !== undefined && !over;
  const said =
    percent === null || goal === null
      ? formatMoney(amount)
      : text('goal.said', { percent, amount: formatMoney(amount), goal: formatMoney(goal) });
  return (
    <div className="goal">
      <Lane progress={progress} label={label} valueText={said} size={size} />
      <div className="goal-line">
        {isUntouched ? (
          <Untouched goal={goal} />
        ) : (
          <>
            {percent === null && note && <span>{note}</span>}
            {percent !== null && goal !== null && (
              <span>
                <Rich text="goal.of" values={{ percent, goal: formatMoney(goal) }} tags={bold} />
              </span>
            )}
            {percent !== null && percent >= 100 && <span className="reached">{text('goal.reached')}</span>}
            {people && <span>{people}</span>}
          </>
        )}
      </div>
    </div>
  );
}

/** «Noch niemand. Machen Sie den Anfang.» instead of two noughts. */
function Untouched({ goal }: Pick<GoalProps, 'goal'>) {
  const text = useText();
  return (
    <>
      <span>
        <Rich text="goal.untouched" tags={bold} />
      </span>
      {goal !== null && <span>{text('goal.target', { goal: formatMoney(goal) })}</span>}
    </>
  );
}

/** The sum above its lane. */
export function Raised({ total, ...goal }: GoalProps & { total?: TotalSize }) {
  return (
    <div className="stack">
      <Total amount={goal.amount} size={total} />
      <Goal {...goal} />
    </div>
  );
}
