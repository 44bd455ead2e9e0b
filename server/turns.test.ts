import { expect, test } from 'vitest';
import { inCompany, mapInTurns } from './turns.ts';

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

test('looks that many ask for at once are one, and none is older than its wish', async () => {
  const together = inCompany<number>();
  let now = 0;
  const answers: ((seen: number) => void)[] = [];
  const look = () => new Promise<number>((resolve) => answers.push(resolve));
  const first = together('a', look);
  // What is under way may have looked before these came.
  const [second, third] = [together('a', look), together('a', look)];
  expect(answers).toHaveLength(1);
  answers[0]?.(now);
  expect(await first).toBe(0);
  await expect.poll(() => answers.length).toBe(2);
  now = 1;
  answers[1]?.(now);
  expect(await Promise.all([second, third])).toEqual([1, 1]);
  const other = together('b', look);
  answers[2]?.(7);
  expect(await other).toBe(7);
});

test('a look that fails, fails for those who shared it alone', async () => {
  const together = inCompany<string>();
  const broken = together('a', () => Promise.reject(new Error('away')));
  const next = together('a', async () => 'here');
  await expect(broken).rejects.toThrow('away');
  expect(await next).toBe('here');
  expect(await together('a', async () => 'still here')).toBe('still here');
});
