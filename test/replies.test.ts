import { expect, test } from 'vitest';
import { expectReply } from './replies.ts';

const line = 'GET /api/donations/totals/7?x=1';
const total = { participant_id: 12, confirmed_per_unit: '3.50', supporters: 2 };

test.each([
  ['what a call promises', line, [total]],
  ['nothing of a list', line, []],
  ['what is no call of ours', 'GET /api/donations/totals', 'whatever'],
])('%s is a right answer', (_what, line, body) => {
  expect(() => expectReply(line, JSON.stringify(body))).not.toThrow();
});

test.each([
  ['an amount as a number', [{ ...total, confirmed_per_unit: 3.5 }]],
  ['a field that is missing', [{ participant_id: 12, supporters: 2 }]],
  ['a field that nobody was promised', [{ ...total, donor_email: 'lea@example.test' }]],
  ['another shape', { items: [total] }],
])('%s would be seen (control)', (_what, body) => {
  expect(() => expectReply(line, JSON.stringify(body))).toThrow(/deeply equal/);
});
