import { describe, expect, test } from 'vitest';
import { dueAmount, figures, formatCount, formatMoney, parseMoney, plainMoney, rappenOf, sumMoney } from './money.ts';

/** Every spelling met or feared, with its fate in rappen; null is refused, nothing is rounded. */
const spellings: [string, number | null][] = [
  ['5', 500],
  ['5.5', 550],
  ['5,5', 550],
  ['5.50', 550],
  ['5,50', 550],
  ['0.05', 5],
  ['0,01', 1],
  ['0', 0],
  ['00', 0],
  ['007', 700],
  [' 5 ', 500],
  ['\u00A05\u00A0', 500],
  ['\t5\n', 500],
  ["1'000", 100_000],
  ['1’000', 100_000],
  ["1'000.00", 100_000],
  ['1’234.50', 123_450],
  ['1’234,50', 123_450],
  ["12'345'678.90", 1_234_567_890],
  ['1000', 100_000],
  ['999999999', 99_999_999_900],
  ['', null],
  [' ', null],
  ['.', null],
  [',', null],
  ['.5', null],
  ['5.', null],
  ['5,', null],
  ['0.005', null],
  ['1.234', null],
  ['1,234', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['1.234,50', null],
  ['1,234.50', null],
  ["1'00", null],
  ["1'0000", null],
  ["'100", null],
  ["100'", null],
  ["1''000", null],
  ['1 000', null],
  ['5 5', null],
  ['-5', null],
  ['-0', null],
  ['+5', null],
  ['1e3', null],
  ['1E3', null],
  ['NaN', null],
  ['Infinity', null],
  ['0x10', null],
  ['0b1', null],
  ['1_000', null],
  ['１２', null],
  ['٥', null],
  ['½', null],
  ['5.-', null],
  ['5.–', null],
  ['CHF 5', null],
  ['5 CHF', null],
  ['Fr. 5', null],
  ['5%', null],
  ['[1]', null],
  ['true', null],
  ['null', null],
  ['99999999999999999999', null],
];

test.each(spellings)('«%s» is %s', (text, amount) => {
  expect(parseMoney(text)).toBe(amount);
});

describe('writing', () => {
  test.each([
    [0, '0.00', 'CHF\u00A00.00'],
    [5, '0.05', 'CHF\u00A00.05'],
    [123_450, '1234.50', 'CHF\u00A01’234.50'],
    [4_823_050, '48230.50', 'CHF\u00A048’230.50'],
    [100_000_000_00, '100000000.00', 'CHF\u00A0100’000’000.00'],
    [-550, '-5.50', 'CHF\u00A0-5.50'],
  ])('%i rappen', (amount, plain, shown) => {
    expect(plainMoney(rappenOf(amount))).toBe(plain);
    expect(formatMoney(rappenOf(amount))).toBe(shown);
  });

  test('what is written is read back', () => {
    for (const amount of [1, 99, 100, 123_456_789]) expect(parseMoney(figures(rappenOf(amount)))).toBe(amount);
  });

  test('counts are grouped as money is', () => expect(formatCount(2148)).toBe('2’148'));

  test('a sum of nothing is nothing', () => expect(sumMoney([])).toBe(0));

  test('half a rappen is no money', () => expect(() => rappenOf(0.5)).toThrow(RangeError));
});

describe('what is due', () => {
  test.each([
    ['25 laps at 2.00', 200, 25_000, null, 5000],
    ['the cap holds', 200, 25_000, 3000, 3000],
    ['a cap above changes nothing', 200, 25_000, 9000, 5000],
    ['half a rappen is rounded up', 1, 500, null, 1],
    ['less than half is rounded down', 1, 499, null, 0],
    ['10.055 km at 0.10', 10, 10_055, null, 101],
    ['no unit, no money', 500, 0, null, 0],
    ['large numbers stay exact', 100_000, 9_999_999_999, null, 999_999_999_900],
  ])('%s', (_, rate, thousandths, cap, due) => {
    expect(dueAmount(rappenOf(rate), thousandths, cap === null ? null : rappenOf(cap))).toBe(due);
  });
});
