import { isLanguage } from './language.ts';
import { parseMoney, type Rappen } from './money.ts';
import { chosenRate, MESSAGE_MAX } from './pledge.ts';
import { emailFault, lineFault } from './pledge-form.ts';
import { cleanText, isBlank } from './text.ts';

/** The amounts to choose from, in francs; the last one of the form is the donor's own. */
export const giftChoices = ['20', '50', '100', '200'] as const;
export const DEFAULT_GIFT = '50';

/** What the fields of the gift form hold, by their names; a field that was not sent is missing. */
export type GiftFormValues = Partial<Record<GiftFormField, string>>;
/** `amount` is the chosen one, or `own`. */
export type GiftFormField =
  | 'page_id'
  | 'amount'
  | 'own'
  | 'donor_name'
  | 'donor_email'
  | 'message'
  | 'anonymous'
  | 'language';

/** The body of `POST /api/gifts` that a filled form stands for, with and without script. */
export function giftBody(form: GiftFormValues) {
  return {
    page_id: form.page_id ?? '',
    amount: chosenRate(form.amount ?? '', form.own ?? ''),
    donor_name: form.donor_name ?? '',
    donor_email: (form.donor_email ?? '').trim(),
    message: form.message ?? '',
    anonymous: form.anonymous === 'true',
    language: isLanguage(form.language) ? form.language : undefined,
  };
}

/** The fields that people fill, by the names the call knows them by. */
export type GiftField = 'amount' | 'donor_name' | 'donor_email' | 'message';

/** Keys of `locales/`; `donation.giftLimits` names the two limits. */
export type GiftFault =
  | 'donation.invalidAmount'
  | 'donation.giftLimits'
  | 'donation.emailMissing'
  | 'donation.emailInvalid'
  | 'field.characters'
  | 'field.long';

/** What is wrong with a filled form: the same rules as those of `POST /api/gifts`. */
export function giftFormErrors(
  form: GiftFormValues,
  limits: { min: Rappen; max: Rappen },
): Partial<Record<GiftField, GiftFault>> {
  const body = giftBody(form);
  const faults = {
    amount: amountFault(body.amount, limits),
    donor_name: lineFault(body.donor_name, 120),
    donor_email: body.donor_email === '' ? null : emailFault(body.donor_email),
    message: messageFault(body.message),
  } satisfies Record<GiftField, GiftFault | null>;
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

/** No amount was chosen or typed: other words than for a wrong one. */
export function isGiftFormIncomplete(form: GiftFormValues): boolean {
  return isBlank(giftBody(form).amount);
}

function amountFault(text: string, { min, max }: { min: Rappen; max: Rappen }): GiftFault | null {
  const amount = parseMoney(text);
  if (amount === null || amount === 0) return 'donation.invalidAmount';
  return isWithin(amount, { min, max }) ? null : 'donation.giftLimits';
}

export function isWithin(amount: Rappen, { min, max }: { min: Rappen; max: Rappen }): boolean {
  return amount >= min && amount <= max;
}

function messageFault(text: string): GiftFault | null {
  const clean = cleanText(text);
  if (clean === null) return 'field.characters';
  return [...clean].length > MESSAGE_MAX ? 'field.long' : null;
}
