import {
  amountFault,
  chosenAmount,
  emailFault,
  faultsIn,
  lineFault,
  type FormFault,
  type GiveFormValues,
} from './give-form.ts';
import { isLanguage } from './language.ts';
import { capLimits, rateLimits } from './pledge.ts';
import { isBlank } from './text.ts';

/** The body of `POST /api/donations` that a filled form stands for, with and without script. */
export function pledgeBody(form: GiveFormValues) {
  return {
    event_id: form.event_id ?? '',
    participant_id: form.participant_id ?? '',
    donor_name: form.donor_name ?? '',
    donor_email: form.donor_email ?? '',
    donor_street: form.donor_street ?? '',
    donor_city: form.donor_city ?? '',
    donor_country: form.donor_country ?? '',
    amount_per_unit: chosenAmount(form.rate, form.own),
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

/** What is wrong with a filled form: the same rules as the schema of `POST /api/donations`. */
export function pledgeFormErrors(form: GiveFormValues): Partial<Record<PledgeField, FormFault>> {
  const body = pledgeBody(form);
  return faultsIn<PledgeField>({
    amount_per_unit: amountFault(body.amount_per_unit, rateLimits),
    max_amount: body.max_amount === '' ? null : amountFault(body.max_amount, capLimits, 'field.goal'),
    donor_name: lineFault(body.donor_name, 120, 'donation.nameMissing'),
    donor_email: emailFault(body.donor_email),
    donor_street: lineFault(body.donor_street, 120),
    donor_city: lineFault(body.donor_city, 120),
    donor_country: lineFault(body.donor_country, 60),
  });
}

/** Nothing was typed where something must be: other words than for a wrong value. */
export function isPledgeFormIncomplete(form: GiveFormValues): boolean {
  const { donor_name, donor_email, amount_per_unit } = pledgeBody(form);
  return [donor_name, donor_email, amount_per_unit].some(isBlank);
}
