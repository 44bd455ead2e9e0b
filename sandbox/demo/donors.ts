import type { z } from 'zod';
import type { NewPledge } from '#contract/pledges.ts';
import type { Language } from '#domain/language.ts';

type DemoDonor = Omit<z.input<typeof NewPledge>, 'event_id' | 'participant_id'>;

/** Name, language, francs per lap, and what only some add: a cap, a message, the wish to stay unnamed. */
const donors: [string, Language, string, Pick<DemoDonor, 'max_amount' | 'message' | 'anonymous'>?][] = [
  ['Grosi Margrit', 'de', '2.00', { max_amount: '50', message: 'Häb Sorg und gniess es!' }],
  ['Ruedi Zollinger', 'de', '1.00'],
  ['Familie Hürlimann-Zgraggen', 'de', '5.00', { max_amount: '100' }],
  ['Claudine Rochat', 'fr', '1.50', { message: 'Allez, courage !' }],
  ['Beatrice von Arx', 'de', '0.50'],
  ['Enzo Bernasconi', 'it', '2.00', { max_amount: '40', message: 'Forza!' }],
  ['Götti Stefan', 'de', '3.00'],
  ['Emma Whitfield', 'en', '1.00', { message: 'Run like the wind!' }],
  ['Garage Æbischer GmbH', 'de', '10.00', { max_amount: '200' }],
  ['Fatmir Krasniqi', 'de', '1.00'],
  ['Sylvie de Preux', 'fr', '2.50', { max_amount: '60' }],
  ['Nonna Pina', 'it', '5.00', { max_amount: '80', message: 'Brava, tesoro mio!' }],
  ['Ueli Nägeli', 'de', '0.20'],
  ['Thảo Nguyễn', 'de', '1.00'],
  ['Bäckerei Stäheli', 'de', '4.00', { max_amount: '120', anonymous: true }],
  ['Oliver O’Brien', 'en', '2.00'],
  ['Marlies Gmür', 'de', '1.00', { anonymous: true }],
  ['Jean-Luc Béguelin', 'fr', '1.00'],
  ['Aylin Öztürk', 'de', '2.00', { max_amount: '30' }],
  ['Tante Vreni', 'de', '3.50', { message: 'Für jede Runde ein Lachen.' }],
  ['Peter Müller', 'de', '1.00'],
  ['Gian Caduff', 'de', '2.00'],
  ['Lucía Peña', 'en', '1.20'],
  ['Davide Fontana', 'it', '0.80'],
];

export const demoDonors: readonly DemoDonor[] = donors.map(([donor_name, language, amount_per_unit, more], index) => ({
  donor_name,
  donor_email: `spender${index + 1}@example.test`,
  amount_per_unit,
  language,
  ...more,
}));
