import { expect, test } from 'vitest';
import { countryName } from './country.ts';

test.each([
  ['CH', 'de', 'Schweiz'],
  ['CH', 'fr', 'Suisse'],
  ['ER', 'it', 'Eritrea'],
  ['XK', 'en', 'Kosovo'],
  // What is no such code stays as timing wrote it.
  ['SUI', 'de', 'SUI'],
  ['Schweiz', 'fr', 'Schweiz'],
  ['ch', 'de', 'ch'],
] as const)('%s in %s is %s', (country, language, name) => {
  expect(countryName(country, language)).toBe(name);
});
