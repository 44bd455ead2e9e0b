import { rappenOf, sumMoney, type Rappen } from './money.ts';

export type GiftStatus = 'open' | 'paid' | 'failed' | 'refunded';

/** Whether the organiser wants gifts; that they can be made, only `takes_gifts` says. */
export const takesGifts = (event: { donation_link: string }): boolean => event.donation_link === 'true';

interface GiftState {
  /** What is left of what came in. */
  net: Rappen;
  /** Since money came in, whatever became of it. */
  paid_at: Date | null;
  /** Since nobody can pay it any more. */
  failed_at: Date | null;
}

export function giftStatus({ net, paid_at, failed_at }: GiftState): GiftStatus {
  if (net > 0) return 'paid';
  if (paid_at) return 'refunded';
  return failed_at ? 'failed' : 'open';
}

/** `unknown`: a word of the provider's that we do not know; only what was `confirmed` ever was money. */
export type PaymentStatus =
  | 'waiting'
  | 'confirmed'
  | 'failed'
  | 'refund_pending'
  | 'partly_refunded'
  | 'refunded'
  | 'charged_back'
  | 'disputed'
  | 'unknown';

/** A row of the provider, as much of it as money needs. */
export interface PaymentFacts {
  id: string;
  status: PaymentStatus;
  mode: 'live' | 'test' | 'unknown';
  currency: string | null;
  amount: number;
  /** How much of it the row itself says was given back. */
  refunded: number;
  /** A row that gives back, and the row it takes from: null when nobody says which. */
  reversal: { of: string | null } | null;
}

/** What somebody should look at; where several are true, the first one is told. */
export const giftFlags = [
  'paid_twice',
  'charged_back',
  'disputed',
  'other_currency',
  'test',
  'unclear',
  'overpaid',
  'underpaid',
  'refunded',
  'partly_refunded',
  'after_deletion',
] as const;
export type GiftFlag = (typeof giftFlags)[number];

interface GiftBalance {
  /** What came in, and what is left of it. */
  paid: Rappen;
  net: Rappen;
  flag: GiftFlag | null;
}

/** Under these money has come in, also where it has gone again. */
export const cameIn: readonly PaymentStatus[] = [
  'confirmed',
  'refund_pending',
  'partly_refunded',
  'refunded',
  'charged_back',
  'disputed',
];
const wentBack: readonly PaymentStatus[] = ['confirmed', 'partly_refunded', 'refunded', 'charged_back'];

/** What a gift is asked for, and whether its first money came after its event was deleted. */
interface GiftAsked {
  amount: Rappen;
  isLate: boolean;
}

/** What all payments of a gift come to, in whatever order they became known. */
export function giftBalance({ amount: asked, isLate }: GiftAsked, rows: readonly PaymentFacts[]): GiftBalance {
  const moved = rows.filter((row) => (row.reversal ? wentBack : cameIn).includes(row.status));
  const money = moved.filter((row) => row.mode === 'live' && row.currency === 'CHF');
  const originals = money.filter((row) => row.reversal === null);
  const reversals = money.filter((row) => row.reversal !== null).map((row) => ({ ...row, of: takenFrom(row, rows) }));
  const lefts = originals.map((row) => ({
    row,
    left: Math.max(0, row.amount - givenBack(row, reversals.filter(({ of }) => of === row.id).map(amountOf))),
  }));
  const astray = reversals.filter(({ of }) => of === null);
  const paid = sumMoney(originals.map(amountOf));
  const net = rappenOf(Math.max(0, sum(lefts.map(({ left }) => left)) - sum(astray.map(amountOf))));

  const holds: Record<GiftFlag, boolean> = {
    paid_twice: lefts.filter(({ left }) => left > 0).length > 1 && net > asked,
    charged_back: money.some(({ status }) => status === 'charged_back'),
    disputed: money.some(({ status }) => status === 'disputed'),
    other_currency: moved.some(({ mode, currency }) => mode === 'live' && currency !== 'CHF'),
    test: moved.some(({ mode }) => mode === 'test'),
    unclear:
      astray.length > 0 ||
      lefts.some(({ row, left }) => row.status === 'partly_refunded' && left === row.amount) ||
      rows.some(({ status }) => status === 'unknown') ||
      moved.some(({ mode }) => mode === 'unknown'),
    overpaid: net > asked,
    underpaid: paid > 0 && paid < asked,
    refunded: paid > 0 && net === 0,
    partly_refunded: net < paid,
    after_deletion: isLate && net > 0,
  };
  return { paid, net, flag: giftFlags.find((flag) => holds[flag]) ?? null };
}

/** A refund may show as a row of its own, on the row it takes from, or as both; taken back by the bank, all is gone. */
function givenBack({ status, amount, refunded }: PaymentFacts, reversals: number[]): number {
  const told = Math.max(sum(reversals), refunded);
  const isGone = status === 'charged_back' || (status === 'refunded' && told === 0);
  return isGone ? amount : told;
}

/** The row that is given back from; where nobody says which, the only one there is. */
function takenFrom({ reversal }: PaymentFacts, rows: readonly PaymentFacts[]): string | null {
  const possible = rows.filter((row) => row.reversal === null);
  const named = possible.find(({ id }) => id === reversal?.of);
  return (named ?? (possible.length === 1 ? possible[0] : undefined))?.id ?? null;
}

const amountOf = ({ amount }: { amount: number }): Rappen => rappenOf(amount);
const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
