import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { actions } from '#web/admin/dashboard/activity-words.ts';

/** What the code of the server writes into the activity log. */
async function recorded(): Promise<Set<string>> {
  const files = await Array.fromAsync(glob('server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }));
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const calls = sources.flatMap((source) => source.split('record(').slice(1));
  return new Set(calls.flatMap((call) => /^[^;]*?action: '([a-z]+\.[a-z]+)'/s.exec(call)?.[1] ?? []));
}

test('staff read in words whatever is recorded', async () => {
  const found = await recorded();
  expect(found.size).toBeGreaterThan(10);
  expect([...found].toSorted()).toEqual([...actions].toSorted());
});
