import { describe, expect, test } from 'vitest';
import { giftBody, giftChoices, giftFormErrors, isGiftFormIncomplete, usualGift } from './gift-form.ts';
import { rappenOf } from './money.ts';

const limits = { min: rappenOf(100), max: rappenOf(1_000_000) };
const chf = (francs: number) => rappenOf(francs * 100);

describe('the amounts to choose from', () => {
  test.each([
    ['all that may be given', limits, ['20.00', '50.00', '100.00', '200.00'], '50.00'],
    ['not below the least', { min: chf(100), max: chf(500) }, ['100.00', '200.00'], '100.00'],
    ['not above the most', { min: chf(1), max: chf(20) }, ['20.00'], '20.00'],
    ['none fits: the own amount', { min: chf(1), max: chf(10) }, [], 'own'],
  ])('%s', (_, given, choices, usual) => {
    expect([giftChoices(given), usualGift(given)]).toEqual([choices, usual]);
  });
});

describe('a filled form', () => {
  test.each([
    ['the chosen amount', { amount: '20.00', own_amount: '7' }, '20.00'],
    ['the own amount where that is chosen', { amount: 'own', own_amount: '7' }, '7'],
    ['the own amount where nothing is chosen', { own_amount: '7' }, '7'],
    ['nothing', {}, ''],
  ])('stands for %s', (_, form, amount) => expect(giftBody(form).amount).toBe(amount));

  test.each([
    ['nothing but an amount', { amount: '50.00' }, {}],
    ['no amount', { amount: 'own', own_amount: '' }, { amount: 'donation.invalidAmount' }],
    ['words', { amount: 'own', own_amount: 'viel' }, { amount: 'donation.invalidAmount' }],
    ['nought', { amount: 'own', own_amount: '0' }, { amount: 'donation.invalidAmount' }],
    ['too little', { amount: 'own', own_amount: '0.50' }, { amount: 'donation.giftLimits' }],
    ['too much', { amount: 'own', own_amount: '10’000.01' }, { amount: 'donation.giftLimits' }],
    ['the most', { amount: 'own', own_amount: '10’000.00' }, {}],
    ['an address that is none', { amount: '20.00', donor_email: 'elsbeth' }, { donor_email: 'donation.emailInvalid' }],
    ['blanks for an address', { amount: '20.00', donor_email: '  ' }, {}],
    ['a message of two lines', { amount: '20.00', message: 'Hopp\r\nAnna' }, {}],
    ['a message of 161 signs', { amount: '20.00', message: '💛'.repeat(161) }, { message: 'field.long' }],
    ['a message of 160 signs', { amount: '20.00', message: '💛'.repeat(160) }, {}],
    ['what no text may hold', { amount: '20.00', message: 'a\u0000' }, { message: 'field.characters' }],
  ])('%s', (_, form, faults) => expect(giftFormErrors(form, limits)).toEqual(faults));

  test('is incomplete only without an amount', () => {
    expect([isGiftFormIncomplete({ amount: 'own' }), isGiftFormIncomplete({ amount: '20.00' })]).toEqual([true, false]);
  });
});
