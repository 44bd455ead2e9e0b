import type { z } from 'zod';
import type { NewGift } from '#contract/gifts.ts';
import type { Language } from '#domain/language.ts';

interface DemoGift {
  /** Of the participant it is for; those with these numbers stay on the list. */
  readonly bib: string;
  /** How it is paid. */
  readonly method: string;
  readonly isRefunded: boolean;
  readonly form: Omit<z.input<typeof NewGift>, 'page_id'>;
}

interface More extends Pick<DemoGift['form'], 'message' | 'anonymous'> {
  readonly isRefunded?: boolean;
}

/** Number of the participant, name, language, francs, method, and what only some add. */
const gifts: [string, string, Language, string, string, More?][] = [
  ['1010', 'Ursula Zimmermann', 'de', '50', 'twint', { message: 'Wir stehen bei Kilometer 7!' }],
  ['1010', 'Familie Rüegg', 'de', '100', 'twint'],
  ['1010', 'Marc-André Chappuis', 'fr', '20', 'visa'],
  ['1023', 'Schreinerei Gübeli AG', 'de', '200', 'mastercard'],
  ['1023', 'Lejla Hoxha', 'de', '35', 'twint', { message: 'Du bist mein Vorbild.' }],
  ['1057', 'Sandro Pedrazzini', 'it', '50', 'twint', { message: 'Sempre avanti!' }],
  ['1074', 'Heidi Ammann', 'de', '20', 'twint', { anonymous: true }],
  ['1074', 'Drogerie Höhener', 'de', '100', 'post-finance-pay'],
  ['1074', 'Götti Reto', 'de', '150', 'twint'],
  ['1102', 'Fiona O’Connor', 'en', '75.50', 'visa', { message: 'See you at the finish.' }],
  ['1138', 'Mireille Béguelin', 'fr', '50', 'twint'],
  ['1138', 'Hansruedi Lüthi', 'de', '20', 'twint'],
  ['1165', 'Andrea Caduff', 'de', '80', 'mastercard', { isRefunded: true }],
];

export const demoGifts: readonly DemoGift[] = gifts.map(
  ([bib, donor_name, language, amount, method, { isRefunded = false, ...more } = {}], index) => ({
    bib,
    method,
    isRefunded,
    form: { donor_name, donor_email: `goenner${index + 1}@example.test`, amount, language, ...more },
  }),
);
