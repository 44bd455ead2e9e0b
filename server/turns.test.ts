import { expect, test } from 'vitest';
import { batches, mapInTurns } from './turns.ts';

const busy = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test('long work lets others come in between, and keeps its order', async () => {
  let others = 0;
  let done = false;
  const other = () => {
    others += 1;
    if (!done) setImmediate(other);
  };
  setImmediate(other);
  const results = await mapInTurns([1, 2, 3, 4, 5], (n) => {
    busy(15);
    return n * 2;
  });
  done = true;
  expect(results).toEqual([2, 4, 6, 8, 10]);
  expect(others).toBeGreaterThanOrEqual(4);
});

test('what breaks in the middle breaks the whole', async () => {
  const work = () => {
    throw new Error('broken');
  };
  await expect(mapInTurns([1], work)).rejects.toThrow('broken');
});

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
