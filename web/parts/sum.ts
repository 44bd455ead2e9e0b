import { wireMoney, type Rappen } from '#domain/money.ts';
import type { Progress } from '#domain/progress.ts';

/** A sum on the way to its goal, as it is said and drawn. */
export interface Sum {
  amount: Rappen;
  /** Null: no goal, no percentage. */
  goal: Rappen | null;
  progress: Progress;
}

/** From what calls answer: `sumOf(participant.gifts, event.donation_goal, giftProgress)`. */
export function sumOf(sum: string, end: string | null, draw: (amount: Rappen, goal: Rappen | null) => Progress): Sum {
  const amount = wireMoney(sum);
  const goal = end === null ? null : wireMoney(end);
  return { amount, goal, progress: draw(amount, goal) };
}
