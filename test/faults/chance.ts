import { randomInt } from 'node:crypto';

/** The whole run's seed: the same SEED repeats its choices. */
export const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31);

export interface Chance {
  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number;
  /** True once in `n`. */
  oneIn(n: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** All of them, in another order. */
  shuffled<T>(from: readonly T[]): T[];
}

/** Mulberry32: small, and good enough to choose moments. `who` sets apart those who choose at the same time. */
export function chanceOf(who: number): Chance {
  let state = (seed + Math.imul(who, 0x9e3779b9)) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    whole,
    oneIn: (n) => whole(1, n) === 1,
    pick: (from) => from[whole(0, from.length - 1)] as never,
    shuffled: <T>(from: readonly T[]) => from.reduce<T[]>((all, one, n) => all.toSpliced(whole(0, n), 0, one), []),
  };
}
