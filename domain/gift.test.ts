import { describe, expect, test } from 'vitest';
import { giftBalance, giftStatus, type GiftFlag, type GiftStatus, type PaymentFacts } from './gift.ts';
import { rappenOf } from './money.ts';

const on = new Date('2027-06-12T10:00:00Z');

describe('the state of a gift', () => {
  test.each<[number, Date | null, Date | null, GiftStatus]>([
    [0, null, null, 'open'],
    [5000, on, null, 'paid'],
    [1, on, null, 'paid'],
    [0, on, null, 'refunded'],
    [0, null, on, 'failed'],
  ])('%i left, paid %s, failed %s: %s', (net, paid_at, failed_at, status) => {
    expect(giftStatus({ net: rappenOf(net), paid_at, failed_at })).toBe(status);
  });
});

/** `a` is a payment as asked; the rest says what is otherwise. */
const row = (id: string, fields: Partial<PaymentFacts> = {}): PaymentFacts => ({
  id,
  status: 'confirmed',
  mode: 'live',
  currency: 'CHF',
  amount: 5000,
  refunded: 0,
  reversal: null,
  ...fields,
});
const back = (id: string, of: string | null, amount: number, fields: Partial<PaymentFacts> = {}) =>
  row(id, { status: 'refunded', amount, reversal: { of }, ...fields });

const cases: [what: string, rows: PaymentFacts[], paid: number, net: number, flag: GiftFlag | null][] = [
  ['nothing', [], 0, 0, null],
  ['waiting', [row('a', { status: 'waiting' })], 0, 0, null],
  ['declined', [row('a', { status: 'failed' })], 0, 0, null],
  ['declined, then paid', [row('a', { status: 'failed' }), row('b')], 5000, 5000, null],
  ['paid', [row('a')], 5000, 5000, null],
  ['paid in two parts', [row('a', { amount: 2000 }), row('b', { amount: 3000 })], 5000, 5000, null],
  ['too much', [row('a', { amount: 5001 })], 5001, 5001, 'overpaid'],
  ['too little', [row('a', { amount: 4999 })], 4999, 4999, 'underpaid'],
  ['twice', [row('a'), row('b')], 10_000, 10_000, 'paid_twice'],
  ['twice, one given back', [row('a'), row('b'), back('c', 'b', 5000)], 10_000, 5000, 'partly_refunded'],
  ['refunded as a row', [row('a'), back('b', 'a', 5000)], 5000, 0, 'refunded'],
  ['refunded on the row', [row('a', { status: 'refunded', refunded: 5000 })], 5000, 0, 'refunded'],
  ['refunded on the row, which says no amount', [row('a', { status: 'refunded' })], 5000, 0, 'refunded'],
  ['both ways', [row('a', { status: 'refunded', refunded: 5000 }), back('b', 'a', 5000)], 5000, 0, 'refunded'],
  ['in part, as a row', [row('a'), back('b', 'a', 2000, { status: 'partly_refunded' })], 5000, 3000, 'partly_refunded'],
  ['in part, on the row', [row('a', { status: 'partly_refunded', refunded: 2000 })], 5000, 3000, 'partly_refunded'],
  [
    'in part, both ways',
    [row('a', { status: 'partly_refunded', refunded: 2000 }), back('b', 'a', 2000, { status: 'partly_refunded' })],
    5000,
    3000,
    'partly_refunded',
  ],
  [
    'in two parts, the row knows one',
    [row('a', { status: 'partly_refunded', refunded: 2000 }), back('b', 'a', 2000), back('c', 'a', 1000)],
    5000,
    2000,
    'partly_refunded',
  ],
  ['more than there was', [row('a'), back('b', 'a', 9000)], 5000, 0, 'refunded'],
  ['a refund that is under way', [row('a', { status: 'refund_pending' })], 5000, 5000, null],
  ['a refund that failed', [row('a'), back('b', 'a', 5000, { status: 'failed' })], 5000, 5000, null],
  ['a refund that points nowhere, of the only row', [row('a'), back('b', null, 2000)], 5000, 3000, 'partly_refunded'],
  [
    'a refund that points nowhere, of one row of two',
    [row('a'), row('b'), back('c', 'z', 2000)],
    10_000,
    8000,
    'paid_twice',
  ],
  [
    'a refund astray of two parts',
    [row('a', { amount: 2000 }), row('b', { amount: 3000 }), back('c', null, 1000)],
    5000,
    4000,
    'unclear',
  ],
  ['taken back by the bank', [row('a', { status: 'charged_back' })], 5000, 0, 'charged_back'],
  [
    'taken back after a part was given back',
    [row('a', { status: 'charged_back', refunded: 10 })],
    5000,
    0,
    'charged_back',
  ],
  ['taken back, as a row', [row('a'), back('b', 'a', 5000, { status: 'charged_back' })], 5000, 0, 'charged_back'],
  ['given back in part, nobody says how much', [row('a', { status: 'partly_refunded' })], 5000, 5000, 'unclear'],
  [
    'of two parts, one given back in part, nobody says how much',
    [row('a', { amount: 2000, status: 'partly_refunded' }), row('b', { amount: 3000 })],
    5000,
    5000,
    'unclear',
  ],
  ['disputed', [row('a', { status: 'disputed' })], 5000, 5000, 'disputed'],
  ['a test', [row('a', { mode: 'test' })], 0, 0, 'test'],
  ['a test that was declined', [row('a', { mode: 'test', status: 'failed' })], 0, 0, null],
  ['a test beside the payment', [row('a'), row('b', { mode: 'test' })], 5000, 5000, 'test'],
  ['a test that was given back', [row('a', { mode: 'test' }), back('b', 'a', 5000, { mode: 'test' })], 0, 0, 'test'],
  ['euros', [row('a', { currency: 'EUR' })], 0, 0, 'other_currency'],
  ['no currency', [row('a', { currency: null })], 0, 0, 'other_currency'],
  ['neither live nor test', [row('a', { mode: 'unknown' })], 0, 0, 'unclear'],
  ['a word that we do not know', [row('a', { status: 'unknown' })], 0, 0, 'unclear'],
];

const asked = { amount: rappenOf(5000), isLate: false };

describe('what payments come to', () => {
  test.each(cases)('%s', (_what, rows, paid, net, flag) => {
    expect(giftBalance(asked, rows)).toEqual({ paid, net, flag });
  });

  test.each<[what: string, rows: PaymentFacts[], flag: GiftFlag | null]>([
    ['nothing', [], null],
    ['as asked', [row('a')], 'after_deletion'],
    ['too much', [row('a', { amount: 5001 })], 'overpaid'],
    ['and given back in part', [row('a'), back('b', 'a', 2000)], 'partly_refunded'],
    ['and given back in full', [row('a'), back('b', 'a', 5000)], 'refunded'],
    ['twice', [row('a'), row('b')], 'paid_twice'],
    ['as a test', [row('a', { mode: 'test' })], 'test'],
  ])('after the event was deleted: %s', (_what, rows, flag) => {
    expect(giftBalance({ ...asked, isLate: true }, rows).flag).toBe(flag);
  });

  test('the order in which they are known says nothing', () => {
    for (const [what, rows] of cases) {
      const balances = orders(rows).map((some) => JSON.stringify(giftBalance(asked, some)));
      expect([what, new Set(balances).size]).toEqual([what, 1]);
    }
  });

  test('is never below nothing', () => {
    for (const [, rows] of cases) {
      const reversed = [...rows, back('x', null, 100_000), back('y', 'a', 100_000)];
      expect(giftBalance(asked, reversed).net).toBeGreaterThanOrEqual(0);
    }
  });
});

function orders<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, n) => orders(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));
}
