import { isEmail } from './email.ts';
import { parseMoney, type Rappen } from './money.ts';
import { cleanLine, cleanText, isBlank } from './text.ts';

/** What one form stands for: a gift, paid at once, or a pledge per unit, paid after the race. */
export type GiveKind = 'gift' | 'pledge';

/** What the fields of the form hold, by their names; a field that was not sent is missing. */
export type GiveFormValues = Partial<Record<GiveFormField, string>>;
type GiveFormField =
  | 'kind'
  | 'page_id'
  | 'amount'
  | 'own_amount'
  | 'message'
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

export const kindOf = ({ kind }: GiveFormValues): GiveKind => (kind === 'gift' ? 'gift' : 'pledge');

/** The last of the amounts to choose from is the donor's own. */
export const OWN_AMOUNT = 'own';

/** The amount that radios and the field for an own amount say together. */
export function chosenAmount(choice = '', own = ''): string {
  return choice === OWN_AMOUNT || (own.trim() !== '' && choice === '') ? own : choice;
}

/** What can be wrong with a field that a donor fills: a key of `locales/`. */
export type FormFault =
  | 'donation.nameMissing'
  | 'donation.emailMissing'
  | 'donation.emailInvalid'
  | 'donation.invalidAmount'
  /** Names the upper limit. */
  | 'donation.amountTooHigh'
  /** Names both limits. */
  | 'donation.giftLimits'
  | 'field.characters'
  /** Wrong where nothing need be. */
  | 'field.goal'
  | 'field.long';

export function amountFault(
  text: string,
  limits: { min: Rappen; max: Rappen },
  wrong: FormFault = 'donation.invalidAmount',
): FormFault | null {
  const amount = parseMoney(text);
  if (amount === null || amount < limits.min) return wrong;
  return amount > limits.max ? 'donation.amountTooHigh' : null;
}

export function lineFault(text: string, max: number, missing: FormFault | null = null): FormFault | null {
  const line = cleanLine(text);
  if (line === null) return 'field.characters';
  if (isBlank(line)) return missing;
  return [...line].length > max ? 'field.long' : null;
}

/** Text of several lines. */
export function proseFault(text: string, max: number): FormFault | null {
  const prose = cleanText(text);
  if (prose === null) return 'field.characters';
  return [...prose].length > max ? 'field.long' : null;
}

export function emailFault(text: string): FormFault | null {
  const email = cleanLine(text);
  if (!email) return 'donation.emailMissing';
  return isEmail(email) ? null : 'donation.emailInvalid';
}

/** As a caller takes them: only what is wrong. */
export function faultsIn<Field extends string>(
  faults: Record<Field, FormFault | null>,
): Partial<Record<Field, FormFault>> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null)) as never;
}
