import { expect, test } from 'vitest';
import { plainSlug, slug } from './slug.ts';

test.each([
  ['Zürcher Spendenlauf', 'zuercher-spendenlauf', 'zrcher-spendenlauf'],
  ['12-Stunden-Lauf für die Kinder', '12-stunden-lauf-fuer-die-kinder', '12-stunden-lauf-fr-die-kinder'],
  ['  Course  de la solidarité ', 'course-de-la-solidarite', 'course-de-la-solidarit'],
  ['Lauf & Spass!', 'lauf--spass', 'lauf--spass'],
  ['Groß', 'gross', 'gro'],
  ['!!!', '', ''],
])('«%s»', (name, ours, described) => {
  expect(slug(name)).toBe(ours);
  expect(plainSlug(name)).toBe(described);
});
