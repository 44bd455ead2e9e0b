import { afterEach, expect, test, vi } from 'vitest';
import { watched } from './watched.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a look that breaks is forgotten by the next', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const looks = [
    () => Promise.reject(new Error('broken')),
    () => Promise.resolve('well'),
    () => Promise.resolve('well'),
  ];
  const look = watched(() => looks.shift()?.() ?? Promise.reject(new Error('looked too often')));
  await expect(look()).rejects.toThrow('broken');
  await expect(look()).rejects.toThrow('broken');
  vi.setSystemTime(30_000);
  expect(await look()).toEqual({ said: 'well', since: new Date(30_000) });
  vi.setSystemTime(60_000);
  expect(await look()).toEqual({ said: 'well', since: new Date(30_000) });
});
