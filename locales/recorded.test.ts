import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EventChange } from '#contract/events.ts';
import { ParticipantChange } from '#contract/participants.ts';
import { languages } from '#domain/language.ts';
import { actions } from '#web/admin/dashboard/activity-words.ts';
import { fieldNames } from '#web/admin/parts/field-names.ts';
import { translator } from './messages.ts';

/** What the code of the server writes into the activity log. */
async function recorded(): Promise<Set<string>> {
  const files = await Array.fromAsync(glob('server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }));
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return new Set(
    sources.flatMap((source) => [...source.matchAll(/\baction: '([a-z]+\.[a-z]+)'/g)].map(([, action = '']) => action)),
  );
}

test('staff read in words whatever is recorded', async () => {
  const found = await recorded();
  expect(found.size).toBeGreaterThan(10);
  expect([...found].toSorted()).toEqual([...actions].toSorted());
});

const fieldsOf = {
  event: Object.keys(EventChange.shape),
  // A name is told by its two parts.
  participant: Object.keys(ParticipantChange.in.shape).filter((field) => field !== 'name'),
};

test.each(Object.entries(fieldsOf))('each field of %s that a change may name has a word of its own', (_, fields) => {
  const single = fields.filter((field) => !field.startsWith('organiser_'));
  expect(single.length).toBeGreaterThan(10);
  for (const language of languages) {
    const t = translator(language);
    const words = single.map((field) => fieldNames([field], t));
    expect(words.filter((word, n) => word === '' || words.indexOf(word) !== n)).toEqual([]);
    if (single.length < fields.length) expect(fieldNames(fields, t)).toContain(t('admin.event.organiser'));
    // What follows from a field, in lines of earlier versions.
    expect(fieldNames(['name', 'slug', 'takes_gifts', 'picture'], t)).toBe(t('admin.name'));
  }
});
