import { dueAmount, parseMoney, rappenOf, type Rappen } from './money.ts';

export const rateLimits = { min: rappenOf(1), max: rappenOf(100_000) } as const;
export const capLimits = { min: rappenOf(1), max: rappenOf(100_000_000) } as const;
export const MESSAGE_MAX = 160;

const pledgeStatuses = ['pending', 'confirmed', 'cancelled'] as const;
export type PledgeStatus = (typeof pledgeStatuses)[number];

interface PledgeTimes {
  confirmed_at: Date | null;
  cancelled_at: Date | null;
}

/** State is a timestamp; a cancelled pledge that is confirmed again has no `cancelled_at` any more. */
export function pledgeStatus(pledge: PledgeTimes): PledgeStatus {
  if (pledge.cancelled_at) return 'cancelled';
  return pledge.confirmed_at ? 'confirmed' : 'pending';
}

export type PledgeMove = 'confirm' | 'cancel';

export const pledgeWish = { confirm: 'confirmed', cancel: 'cancelled' } as const satisfies Record<
  PledgeMove,
  PledgeStatus
>;

/** The latest wish wins: both links act from every other state until the event's pledges are settled. */
export function statesBefore(wish: PledgeMove): PledgeStatus[] {
  return pledgeStatuses.filter((status) => status !== pledgeWish[wish]);
}

/** What one pledge adds to its participant's totals when it moves; `from` is null for a new one. */
export function pledgeCounts(rate: Rappen, from: PledgeStatus | null, to: PledgeStatus) {
  const change = (status: PledgeStatus) => Number(to === status) - Number(from === status);
  return { rate: rate * change('confirmed'), confirmed: change('confirmed'), pending: change('pending') };
}

/** «≈ CHF 50.00»: what a donor may expect to pay, when the organiser says how many units are usual. */
export function pledgeEstimate(rate: Rappen, expectedUnits: number | null, cap: Rappen | null): Rappen | null {
  return expectedUnits === null ? null : dueAmount(rate, expectedUnits * 1000, cap);
}

/** The amounts to choose from. */
export const rateChoices = ['0.50', '1.00', '2.00', '5.00'] as const;
export const DEFAULT_RATE = '1.00';

/** Whether the organiser wants amounts per unit to be promised. */
export const takesPledges = (event: { donation_per_unit: string }): boolean => event.donation_per_unit === 'true';

/** Is this text a rate that can be promised? The same rule stands in the call's schema. */
export function isRate(text: string): boolean {
  const rate = parseMoney(text);
  return rate !== null && rate >= rateLimits.min && rate <= rateLimits.max;
}
