import { short, type Figure } from './figure.ts';
import type { Product } from './product.ts';
import { median } from './sides.ts';

/** How often something was done a second, and what each cost our processor where it was ours. */
export interface Rate {
  perSecond: number;
  cpuMs?: number;
  p99?: number;
}

export async function costOf<L extends Rate & { requests: number }>(
  product: Product,
  load: () => Promise<L>,
): Promise<L & { cpuMs: number }> {
  const before = await product.usage();
  const seen = await load();
  return { ...seen, cpuMs: ((await product.usage()).cpuMs - before.cpuMs) / seen.requests };
}

/** Ours as a share of theirs; without `least` it is only to be known. */
export function share(
  said: Pick<Figure, 'row' | 'work' | 'against'> & { least?: number },
  ours: Rate[],
  theirs: Rate[],
): Figure {
  const { least, ...rest } = said;
  const middle = (rates: Rate[], of: (rate: Rate) => number) => median(rates.map(of));
  const [mine, others] = [middle(ours, (rate) => rate.perSecond), middle(theirs, (rate) => rate.perSecond)];
  const cpu = middle(ours, (rate) => rate.cpuMs ?? NaN);
  const cost = cpu < 0.5 ? `${short(cpu * 1000)} µs` : `${short(cpu)} ms`;
  const seen = `${short(mine)} : ${short(others)} a second${Number.isNaN(cpu) ? '' : `, ${cost} of our processor each`}`;
  return { ...rest, value: mine / others, unit: '×', aim: least === undefined ? 'known' : { least }, seen };
}
