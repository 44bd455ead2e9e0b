import { expect, test } from 'vitest';
import { organiserOf } from './organiser.ts';

const operator = { name: 'Zeitlauf AG', city: '6003 Luzern', email: 'info@zeitlauf.example' };
const nobody = { organiser_name: null, organiser_zip: null, organiser_city: null, organiser_email: null };
const named = { ...nobody, organiser_name: 'Laufverein Uster' };
const placed = { organiser_zip: '8610', organiser_city: 'Uster' };
const reached = { organiser_email: 'kasse@laufverein.example' };

test.each([
  ['nothing', nobody, 'Zeitlauf AG', '6003 Luzern', 'info@zeitlauf.example'],
  ['a name', named, 'Laufverein Uster', null, 'info@zeitlauf.example'],
  ['a name and a place', { ...named, ...placed }, 'Laufverein Uster', '8610 Uster', 'info@zeitlauf.example'],
  ['a name and a town', { ...named, organiser_city: 'Uster' }, 'Laufverein Uster', 'Uster', 'info@zeitlauf.example'],
  ['an e-mail', { ...nobody, ...reached }, 'Zeitlauf AG', '6003 Luzern', 'kasse@laufverein.example'],
  ['a place', { ...nobody, ...placed }, 'Zeitlauf AG', '6003 Luzern', 'info@zeitlauf.example'],
  ['all', { ...named, ...placed, ...reached }, 'Laufverein Uster', '8610 Uster', 'kasse@laufverein.example'],
])('an event that says %s', (_, event, name, place, email) => {
  expect(organiserOf(event, operator)).toEqual({ name, place, email });
});

test('of an event that is gone, and without an address there is none', () => {
  expect(organiserOf(undefined, operator)).toEqual({
    name: 'Zeitlauf AG',
    place: '6003 Luzern',
    email: operator.email,
  });
  expect(organiserOf(named, { ...operator, email: null }).email).toBeNull();
});
