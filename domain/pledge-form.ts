import { isEmail } from './email.ts';
import { isLanguage } from './language.ts';
import { parseMoney, type Rappen } from './money.ts';
import { capLimits, chosenRate, rateLimits } from './pledge.ts';
import { cleanLine, isBlank } from './text.ts';

/** What the fields of the pledge form hold, by their names; a field that was not sent is missing. */
export type PledgeFormValues = Partial<Record<PledgeFormField, string>>;
export type PledgeFormField =
  | 'event_id'
  | 'participant_id'
  | 'rate'
  | 'own'
  | 'max_amount'
  | 'donor_name'
  | 'donor_email'
  | 'donor_street'
  | 'donor_city'
  | 'donor_country'
  | 'anonymous'
  | 'language';

/** The body of `POST /api/donations` that a filled form stands for, with and without script. */
export function pledgeBody(form: PledgeFormValues) {
  return {
    event_id: form.event_id ?? '',
    participant_id: form.participant_id ?? '',
    donor_name: form.donor_name ?? '',
    donor_email: form.donor_email ?? '',
    donor_street: form.donor_street ?? '',
    donor_city: form.donor_city ?? '',
    donor_country: form.donor_country ?? '',
    amount_per_unit: chosenRate(form.rate ?? '', form.own ?? ''),
    max_amount: (form.max_amount ?? '').trim(),
    anonymous: form.anonymous === 'true',
    language: isLanguage(form.language) ? form.language : undefined,
  };
}

/** The fields that people fill, by the names the call knows them by. */
export type PledgeField = Exclude<
  keyof ReturnType<typeof pledgeBody>,
  'event_id' | 'participant_id' | 'anonymous' | 'language'
>;

/** Keys of `locales/`. */
export type PledgeFault =
  | 'donation.nameMissing'
  | 'donation.emailMissing'
  | 'donation.emailInvalid'
  | 'donation.invalidAmount'
  | 'donation.amountTooHigh'
  | 'field.characters'
  | 'field.long';

/** What is wrong with a filled form: the same rules as the schema of `POST /api/donations`. */
export function pledgeFormErrors(form: PledgeFormValues): Partial<Record<PledgeField, PledgeFault>> {
  const body = pledgeBody(form);
  const faults = {
    amount_per_unit: amountFault(body.amount_per_unit, rateLimits),
    max_amount: body.max_amount === '' ? null : amountFault(body.max_amount, capLimits),
    donor_name: lineFault(body.donor_name, 120, 'donation.nameMissing'),
    donor_email: emailFault(body.donor_email),
    donor_street: lineFault(body.donor_street, 120),
    donor_city: lineFault(body.donor_city, 120),
    donor_country: lineFault(body.donor_country, 60),
  } satisfies Record<PledgeField, PledgeFault | null>;
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

/** Nothing was typed where something must be: other words than for a wrong value. */
export function isPledgeFormIncomplete(form: PledgeFormValues): boolean {
  const { donor_name, donor_email, amount_per_unit } = pledgeBody(form);
  return [donor_name, donor_email, amount_per_unit].some(isBlank);
}

function amountFault(text: string, limits: { min: Rappen; max: Rappen }): PledgeFault | null {
  const amount = parseMoney(text);
  if (amount === null || amount < limits.min) return 'donation.invalidAmount';
  return amount > limits.max ? 'donation.amountTooHigh' : null;
}

/** `missing`: what is wrong with nothing, where something must be. */
export function lineFault<Missing extends string = never>(
  text: string,
  max: number,
  missing: Missing | null = null,
): Missing | 'field.characters' | 'field.long' | null {
  const line = cleanLine(text);
  if (line === null) return 'field.characters';
  if (isBlank(line)) return missing;
  return [...line].length > max ? 'field.long' : null;
}

export function emailFault(text: string): 'donation.emailMissing' | 'donation.emailInvalid' | null {
  const email = cleanLine(text);
  if (!email) return 'donation.emailMissing';
  return isEmail(email) ? null : 'donation.emailInvalid';
}
