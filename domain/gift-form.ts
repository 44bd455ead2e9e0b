import {
  chosenAmount,
  emailFault,
  faultsIn,
  lineFault,
  OWN_AMOUNT,
  proseFault,
  type FormFault,
  type GiveFormValues,
} from './give-form.ts';
import { isLanguage } from './language.ts';
import { parseMoney, wireMoney, type Rappen } from './money.ts';
import { MESSAGE_MAX } from './pledge.ts';
import { isBlank } from './text.ts';

/** How much may be given at once: configuration. */
export interface GiftLimits {
  min: Rappen;
  max: Rappen;
}

const CHOICES = ['20.00', '50.00', '100.00', '200.00'] as const;
const USUAL_CHOICE = '50.00';
export type GiftChoice = (typeof CHOICES)[number];

/** The amounts to choose from, as far as they may be given. */
export function giftChoices(limits: GiftLimits): GiftChoice[] {
  return CHOICES.filter((choice) => isWithin(wireMoney(choice), limits));
}

/** What is chosen before anybody chooses. */
export function usualGift(limits: GiftLimits): string {
  const choices = giftChoices(limits);
  return choices.find((choice) => choice === USUAL_CHOICE) ?? choices[0] ?? OWN_AMOUNT;
}

/** The body of `POST /api/gifts` that a filled form stands for, with and without script. */
export function giftBody(form: GiveFormValues) {
  return {
    page_id: form.page_id ?? '',
    amount: chosenAmount(form.amount, form.own_amount),
    donor_name: form.donor_name ?? '',
    donor_email: (form.donor_email ?? '').trim(),
    message: form.message ?? '',
    anonymous: form.anonymous === 'true',
    language: isLanguage(form.language) ? form.language : undefined,
  };
}

/** The fields that people fill, by the names the call knows them by. */
export type GiftField = Exclude<keyof ReturnType<typeof giftBody>, 'page_id' | 'anonymous' | 'language'>;

/** What is wrong with a filled form: the same rules as the schema of `POST /api/gifts`. */
export function giftFormErrors(form: GiveFormValues, limits: GiftLimits): Partial<Record<GiftField, FormFault>> {
  const body = giftBody(form);
  return faultsIn<GiftField>({
    amount: amountFault(body.amount, limits),
    donor_name: lineFault(body.donor_name, 120),
    donor_email: body.donor_email === '' ? null : emailFault(body.donor_email),
    message: proseFault(body.message, MESSAGE_MAX),
  });
}

function amountFault(text: string, limits: GiftLimits): FormFault | null {
  const amount = parseMoney(text);
  if (amount === null || amount === 0) return 'donation.invalidAmount';
  return isWithin(amount, limits) ? null : 'donation.giftLimits';
}

export function isWithin(amount: Rappen, { min, max }: GiftLimits): boolean {
  return amount >= min && amount <= max;
}

/** No amount was typed: other words than for a wrong one. */
export const isGiftFormIncomplete = (form: GiveFormValues): boolean => isBlank(giftBody(form).amount);
