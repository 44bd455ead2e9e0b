import { describe, expect, test } from 'vitest';
import { birthYear, fullName, initials, shownName, splitName } from './names.ts';

test.each([
  ['Anna Muster', 'Anna', 'Muster'],
  ['Hans Peter Meier', 'Hans Peter', 'Meier'],
  ['Muster', '', 'Muster'],
  ['  MUSTER  ANNA ', 'MUSTER', 'ANNA'],
  ['', '', ''],
])('«%s» given as one field', (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name });
});

describe('names as an event shows them', () => {
  const ursula = { first_name: 'Ursula', last_name: 'von Arx', bib: '288' };
  test.each([
    ['full', 'Ursula von Arx'],
    ['short', 'Ursula V.'],
    ['none', 'Nr. 288'],
  ] as const)('%s', (rule, shown) => expect(fullName(shownName(ursula, 7, rule))).toBe(shown));

  test('without a number, `none` shows the id', () => {
    expect(fullName(shownName({ ...ursula, bib: null }, 7, 'none'))).toBe('Nr. #7');
    expect(fullName(shownName({ ...ursula, bib: null }, null, 'none'))).toBe('Nr.');
  });
});

test.each([
  ['Jonas Müller', 'JM'],
  ['Anne-Sophie de Preux-Chassot', 'AC'],
  ['Öztürk', 'Ö'],
  ['', 'U'],
  ['123', 'U'],
])('initials of «%s»', (name, letters) => expect(initials(name)).toBe(letters));

test.each([
  [1987, 'M 30', '1987'],
  [null, 'Knaben 2012', '2012'],
  [null, 'Knaben 2012/2013', '2012'],
  [null, 'Plausch', 'Plausch'],
  [null, null, ''],
])('birth year %s in «%s»', (year, category, shown) => expect(birthYear(year, category)).toBe(shown));
