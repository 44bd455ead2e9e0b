import { expect, test } from 'vitest';
import { batches } from './batches.ts';

test.each([
  [0, []],
  [1000, [1000]],
  [2001, [1000, 1000, 1]],
])('%i items are sent in batches of a thousand', (count, sizes) => {
  const items = Array.from({ length: count }, (_, n) => n);
  const sent = [...batches(items)];
  expect(sent.map((batch) => batch.length)).toEqual(sizes);
  expect(sent.flat()).toEqual(items);
});
