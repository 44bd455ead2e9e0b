import { describe, expect, test } from 'vitest';
import { accent, contrast, fromHex } from './accent.ts';
import { formatDay, formatDayShort, formatMoment, swissDay } from './dates.ts';
import { lettering } from './draw/lettering.ts';
import { isEmail, mailboxKey } from './email.ts';
import { languages, preferredLanguage } from './language.ts';
import { pageButtons } from './list.ts';
import { rappenOf } from './money.ts';
import { organiserOf } from './organiser.ts';
import { capped, giftProgress, pledgeProgress, totalProgress } from './progress.ts';
import { knownUnit } from './units.ts';

describe('e-mail addresses', () => {
  test.each([
    ['anna@example.ch', true],
    ['anna.muster+lauf@mail.example.ch', true],
    ['juerg@müller.ch', true],
    ['jürg@mueller.ch', false],
    ['anna', false],
    ['anna@', false],
    ['anna@example', false],
    ['anna @example.ch', false],
    ['anna@example.ch, b@example.ch', false],
    ['<anna@example.ch>', false],
    ['a..b@example.ch', false],
    [`${'a'.repeat(65)}@example.ch`, false],
  ])('%s: %s', (address, ok) => expect(isEmail(address)).toBe(ok));

  test('case and tag do not make another mailbox', () => {
    expect(mailboxKey('Anna+Lauf@Example.ch')).toBe('anna@example.ch');
  });
});

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['fr;q=0.5, it', 'it'],
  ['rm, de-CH;q=0.8', 'de'],
  ['es', null],
  ['', null],
  ['de;q=0, fr', 'fr'],
])('Accept-Language «%s»', (header, language) => expect(preferredLanguage(header)).toBe(language));

describe('dates are Swiss', () => {
  test.each([
    ['de', '12. Juni 2027', 'Samstag, 12. Juni 2027', '1. August 2027'],
    ['en', '12 June 2027', 'Saturday, 12 June 2027', '1 August 2027'],
    ['fr', '12 juin 2027', 'samedi 12 juin 2027', '1er août 2027'],
    ['it', '12 giugno 2027', 'sabato 12 giugno 2027', '1° agosto 2027'],
  ] as const)('%s', (language, plain, withWeekday, first) => {
    expect(formatDay('2027-06-12', language)).toBe(plain);
    expect(formatDay('2027-06-12', language, true)).toBe(withWeekday);
    expect(formatDay('2027-08-01', language)).toBe(first);
  });

  test.each(languages)('every month and every day of the week has its name (%s)', (language) => {
    const known = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      timeZone: 'UTC',
      dateStyle: 'full',
    });
    for (let month = 1; month <= 12; month += 1) {
      const day = `2027-${String(month).padStart(2, '0')}-12`;
      expect(formatDay(day, language, true).replace(',', '')).toBe(known.format(new Date(day)).replace(',', ''));
    }
  });

  test('short', () => expect(formatDayShort('2027-06-12')).toBe('12.06.'));
  test('a moment before midnight UTC is the next day in summer', () => {
    expect(swissDay(new Date('2027-06-11T22:30:00Z'))).toBe('2027-06-12');
    expect(formatMoment(new Date('2027-06-12T07:41:00Z'))).toBe('12.06.2027, 09:41');
  });
});

describe('page buttons', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 215, [1, 2, 3, 4, 5]],
    [4, 215, [2, 3, 4, 5, 6]],
    [215, 215, [211, 212, 213, 214, 215]],
    [1, 0, []],
  ])('page %i of %i', (page, pages, buttons) => expect(pageButtons(page, pages)).toEqual(buttons));
});

describe('progress', () => {
  const chf = (francs: number) => rappenOf(francs * 100);
  test.each([
    ['half of a goal', pledgeProgress(chf(250), chf(500)), { percent: 50, fill: 50, goalAt: 100 }],
    [
      '29 of 100 are 29 per cent',
      pledgeProgress(chf(290), chf(1000)),
      { percent: 29, fill: expect.closeTo(29), goalAt: 100 },
    ],
    ['the goal reached', pledgeProgress(chf(500), chf(500)), { percent: 100, fill: 100, goalAt: 100 }],
    [
      'past the goal the finish line moves in',
      pledgeProgress(chf(1000), chf(500)),
      { percent: 200, fill: 50, goalAt: 50 },
    ],
    ['no goal: the bar ends at 100', pledgeProgress(chf(25), null), { percent: null, fill: 25, goalAt: null }],
    [
      'no goal, much: the bar ends at 1.5 times',
      pledgeProgress(chf(300), null),
      { percent: null, fill: 66.66666666666666, goalAt: null },
    ],
    [
      'an event without a goal: beyond what was given',
      totalProgress(chf(3000), null),
      { percent: null, fill: 66.66666666666666, goalAt: null },
    ],
    ['an event with a goal', totalProgress(chf(3000), chf(6000)), { percent: 50, fill: 50, goalAt: 100 }],
    ['gifts without a goal end at 100', giftProgress(chf(250), null), { percent: null, fill: 100, goalAt: null }],
  ])('%s', (_, actual, expected) => expect(actual).toEqual(expected));

  test.each([
    ['past the goal', pledgeProgress(chf(1000), chf(500)), { percent: 100, fill: 100, goalAt: 100 }],
    ['below the goal', pledgeProgress(chf(250), chf(500)), { percent: 50, fill: 50, goalAt: 100 }],
    ['without a goal', pledgeProgress(chf(25), null), { percent: null, fill: 25, goalAt: null }],
  ])('the detail dialog says at most 100: %s', (_, progress, expected) => expect(capped(progress)).toEqual(expected));
});

test.each([
  ['Runde', 'lap'],
  ['Kilometer', 'kilometre'],
  [' höhenmeter ', 'climb'],
  ['Pirouette', null],
])('unit «%s»', (text, unit) => expect(knownUnit(text)).toBe(unit));

describe('who gets the money', () => {
  const operator = { name: 'Zeitlauf AG', city: '6003 Luzern', email: 'info@zeitlauf.example' };
  const nobody = { organiser_name: null, organiser_zip: null, organiser_city: null, organiser_email: null };
  const named = { ...nobody, organiser_name: 'Laufverein Uster' };
  const placed = { organiser_zip: '8610', organiser_city: 'Uster' };
  const reached = { organiser_email: 'kasse@laufverein.example' };

  test.each([
    ['nothing', nobody, 'Zeitlauf AG', '6003 Luzern', 'info@zeitlauf.example'],
    ['a name', named, 'Laufverein Uster', null, 'info@zeitlauf.example'],
    ['a name and a place', { ...named, ...placed }, 'Laufverein Uster', '8610 Uster', 'info@zeitlauf.example'],
    ['an e-mail', { ...nobody, ...reached }, 'Zeitlauf AG', '6003 Luzern', 'kasse@laufverein.example'],
    ['a place', { ...nobody, ...placed }, 'Zeitlauf AG', '6003 Luzern', 'info@zeitlauf.example'],
    ['all', { ...named, ...placed, ...reached }, 'Laufverein Uster', '8610 Uster', 'kasse@laufverein.example'],
  ])('where an event says %s', (_, event, name, place, email) => {
    expect(organiserOf(event, operator)).toEqual({ name, place, email });
  });

  test('where the event is gone, and where nobody gave an address', () => {
    expect(organiserOf(undefined, operator)).toEqual(organiserOf(nobody, operator));
    expect(organiserOf(named, { ...operator, email: null }).email).toBeNull();
  });
});

describe('the accent can be read on every ground', () => {
  const grounds = { light: ['#ffffff'], dark: ['#0f1319'] } as const;
  test.each(['#c63d1c', '#ffd500', '#000000', '#ffffff', '#0b2a5b', '#4fb3ff', '#808080'])('%s', (brand) => {
    for (const theme of ['light', 'dark'] as const) {
      const { fill, on, hover, mark, text } = accent(brand)[theme];
      expect(contrast(fromHex(on), fromHex(fill))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(fromHex(on), fromHex(hover))).toBeGreaterThanOrEqual(4.5);
      for (const ground of grounds[theme]) {
        expect(contrast(fromHex(mark), fromHex(ground))).toBeGreaterThanOrEqual(3);
        expect(contrast(fromHex(text), fromHex(ground))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('yellow stays yellow, with ink on it', () => expect(accent('#ffd500').light).toMatchObject({ fill: '#ffd500' }));
});

test.each([
  ['Æbischer', 'Aebischer'],
  ['ÆBISCHER', 'AEBISCHER'],
])('«%s», whose first letter was not cut, is drawn as «%s»', (name, spelt) => {
  const drawn = (words: string) => lettering(words, { size: 10, x: 0, y: 0 });
  expect(drawn(name)).toEqual(drawn(spelt));
});
