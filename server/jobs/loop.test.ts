import { expect, test, vi } from 'vitest';
import { makeLog } from '#server/log.ts';
import { loop } from './loop.ts';

test('a fault is said when it begins, with what it takes to mend it, and when it ends', async () => {
  const faults = [
    new TypeError('no such thing'),
    new TypeError('no such thing either'),
    new RangeError('too far'),
    null,
  ];
  const lines: Record<string, unknown>[] = [];
  const log = makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const ended: boolean[] = [];
  const told = { log, ended: (_job: string, isDone: boolean) => void ended.push(isDone) };
  const job = loop('sums', 1, told, async () => {
    const fault = faults.shift();
    if (fault) throw fault;
  });
  await vi.waitFor(() => expect(ended).toContain(true));
  await job.stop();
  expect(ended.slice(0, 4)).toEqual([false, false, false, true]);
  const mend = {
    level: 50,
    job: 'sums',
    msg: 'job failed, it runs again',
    stack: expect.stringContaining('loop.test'),
  };
  expect(lines).toMatchObject([
    { ...mend, error: 'TypeError', message: 'no such thing' },
    { ...mend, error: 'RangeError', message: 'too far' },
    { level: 30, job: 'sums', msg: 'job works again' },
  ]);
});
