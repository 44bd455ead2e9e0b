import { expect, test } from 'vitest';
import { faultOf } from './log.ts';

test('of the database nothing is told that could hold a row', () => {
  const fault = Object.assign(new Error('Key (email)=(eva@example.test) already exists.'), {
    severity: 'ERROR',
    code: '23505',
    constraint: 'donors_email_key',
  });
  expect(faultOf(fault)).toEqual({ error: 'Error', code: '23505', constraint: 'donors_email_key' });
});

test('of anything else what was said and where', () => {
  const fault = new TypeError('x is no function');
  expect(faultOf(fault)).toMatchObject({ error: 'TypeError', message: fault.message, stack: fault.stack });
});
