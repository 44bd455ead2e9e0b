import type { Rappen } from './money.ts';

/** How a progress bar is drawn: `percent` is said, `maximum` is the end of the lane. */
export interface Progress {
  percent: number | null;
  /** 0–100: the run of the lane; past the goal the finish line moves to `goalAt` and stripes follow. */
  fill: number;
  /** 0–100: where the finish line stands, null without a goal. */
  goalAt: number | null;
}

/** With a goal: its percentage. Without one: `maximum` is only the end of the lane, no percentage is said. */
function progress(amount: Rappen, goal: Rappen | null, maximum: number): Progress {
  if (goal === null || goal === 0) {
    return { percent: null, fill: Math.min(100, (amount / maximum) * 100), goalAt: null };
  }
  const ratio = amount / goal;
  return {
    // Of whole numbers: 0.29 × 100 is less than 29.
    percent: Math.floor((amount * 100) / goal),
    fill: ratio > 1 ? 100 / ratio : ratio * 100,
    goalAt: ratio > 1 ? 100 / ratio : 100,
  };
}

/** Gifts: without a goal the bar ends at CHF 100. */
export function giftProgress(amount: Rappen, goal: Rappen | null): Progress {
  return progress(amount, goal, 100_00);
}

/** All gifts of an event: a sum that may be large, so that without a goal the bar ends beyond it. */
export function totalProgress(amount: Rappen, goal: Rappen | null): Progress {
  return progress(amount, goal, beyond(amount));
}

/** Pledges per unit: without a goal the bar ends at max(100, 1.5 × the confirmed sum), in francs. */
export function pledgeProgress(confirmed: Rappen, goal: Rappen | null): Progress {
  return progress(confirmed, goal, beyond(confirmed));
}

const beyond = (amount: Rappen): number => Math.max(100_00, 1.5 * amount);

/** The detail dialog says and draws at most 100 %. */
export function capped(progress: Progress): Progress {
  const { percent } = progress;
  return percent !== null && percent > 100 ? { percent: 100, fill: 100, goalAt: 100 } : progress;
}
