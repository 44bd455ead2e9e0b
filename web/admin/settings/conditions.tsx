import type { ReactNode } from 'react';
import type { Condition } from '#contract/health.ts';
import { formatMoment } from '#domain/dates.ts';
import { useText } from '#web/text.tsx';
import { Chip, type Tone } from '#web/ui/chip.tsx';

const tones: Record<Condition, Tone> = { good: 'good', warn: 'pending', bad: 'bad' };

interface ConditionItemProps {
  state: Condition;
  name: ReactNode;
  /** What is to be said of it. */
  told: string;
  since?: string | null;
  children?: ReactNode;
}

/** A line of a list `.conditions`: how something is, since when, and what it means. */
export function ConditionItem({ state, name, told, since, children }: ConditionItemProps) {
  const text = useText();
  return (
    <li>
      <Chip tone={tones[state]}>{text(`admin.condition.${state}`)}</Chip>
      <div>
        <p>
          <span className="strong">{name}</span>{' '}
          {since && (
            <span className="soft">{text('admin.services.since', { time: formatMoment(new Date(since)) })}</span>
          )}
        </p>
        <p>{told}</p>
        {children}
      </div>
    </li>
  );
}
