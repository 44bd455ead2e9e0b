import { describe, expect, test } from 'vitest';
import { parseMoney, rappenOf } from './money.ts';
import { pledgeBody, pledgeFormErrors } from './pledge-form.ts';
import { isRate, pledgeCounts, pledgeEstimate, pledgeStatus, statesBefore } from './pledge.ts';

const then = new Date(0);

describe('state is a timestamp', () => {
  test.each([
    [null, null, 'pending'],
    [then, null, 'confirmed'],
    [null, then, 'cancelled'],
    [then, then, 'cancelled'],
  ] as const)('%s, %s', (confirmed_at, cancelled_at, status) => {
    expect(pledgeStatus({ confirmed_at, cancelled_at })).toBe(status);
  });

  test('the latest wish wins, from every other state', () => {
    expect(statesBefore('confirm')).toEqual(['pending', 'cancelled']);
    expect(statesBefore('cancel')).toEqual(['pending', 'confirmed']);
  });

  test.each([
    [null, 'pending', { rate: 0, confirmed: 0, pending: 1 }],
    ['pending', 'confirmed', { rate: 200, confirmed: 1, pending: -1 }],
    ['pending', 'cancelled', { rate: 0, confirmed: 0, pending: -1 }],
    ['confirmed', 'cancelled', { rate: -200, confirmed: -1, pending: 0 }],
    ['cancelled', 'confirmed', { rate: 200, confirmed: 1, pending: 0 }],
  ] as const)('%s → %s moves the totals', (from, to, counts) => {
    expect(pledgeCounts(rappenOf(200), from, to)).toEqual(counts);
  });
});

test('an estimate needs to know how many units are usual, and never passes the cap', () => {
  expect(pledgeEstimate(rappenOf(200), 25, null)).toBe(5000);
  expect(pledgeEstimate(rappenOf(200), 25, rappenOf(3000))).toBe(3000);
  expect(pledgeEstimate(rappenOf(200), null, null)).toBeNull();
});

test.each([
  ['0.01', true],
  ['1000.00', true],
  ['0.00', false],
  ['1000.01', false],
  ['abc', false],
])('%s is a rate: %s', (text, ok) => expect(isRate(text)).toBe(ok));

describe('the form', () => {
  const filled = {
    event_id: '1',
    participant_id: '2',
    rate: '2.00',
    own: '',
    donor_name: 'Elsbeth Huber',
    donor_email: 'e@example.ch',
  };

  test('is a body of the call', () => {
    expect(pledgeBody(filled)).toMatchObject({
      event_id: '1',
      participant_id: '2',
      amount_per_unit: '2.00',
      anonymous: false,
    });
  });

  test('an own amount counts when it is chosen, or when nothing is', () => {
    expect(pledgeBody({ ...filled, rate: 'own', own: '3,50' }).amount_per_unit).toBe('3,50');
    expect(pledgeBody({ ...filled, rate: '', own: '3,50' }).amount_per_unit).toBe('3,50');
    expect(pledgeBody({ ...filled, rate: '2.00', own: '3,50' }).amount_per_unit).toBe('2.00');
  });

  test('says what is wrong by field', () => {
    expect(pledgeFormErrors(filled)).toEqual({});
    expect(
      pledgeFormErrors({ ...filled, donor_name: ' ', donor_email: 'elsbeth.example.ch', rate: 'own', own: '0' }),
    ).toEqual({
      donor_name: 'donation.nameMissing',
      donor_email: 'donation.emailInvalid',
      amount_per_unit: 'donation.invalidAmount',
    });
    expect(pledgeFormErrors({ ...filled, max_amount: '1.234' })).toEqual({ max_amount: 'field.goal' });
    expect(pledgeFormErrors({ ...filled, rate: 'own', own: '1000.01', max_amount: '1000000.01' })).toEqual({
      amount_per_unit: 'donation.amountTooHigh',
      max_amount: 'donation.amountTooHigh',
    });
  });

  test('its amounts are read by the one parser', () => expect(parseMoney('3,50')).toBe(350));
});
