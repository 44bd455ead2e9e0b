import { z } from 'zod';
import { EMAIL_MAX, isEmail } from '#domain/email.ts';
import { languages } from '#domain/language.ts';
import { formatRange, parseMoney, plainMoney, type Rappen } from '#domain/money.ts';
import { cleanLine, cleanText, isBlank } from '#domain/text.ts';

/** Messages of refinements are keys of `locales/`, so that people read them in their own language; `params` fill them. */
const refuse = (context: z.RefinementCtx, message: string, params?: Record<string, string>) => {
  context.addIssue({ code: 'custom', message, ...(params && { params }) });
  return z.NEVER;
};

const INTEGER_MAX = 2_147_483_647;

/** An id in a path: digits only (`1e3`, ` 1`, `0x1` are none). */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= INTEGER_MAX);

/** An id in a body: the number, or its digits as forms send them. */
export const BodyId = z.union([z.int().min(1).max(INTEGER_MAX), Id], { error: 'field.invalid' });

/** Tokens of links and receipts; their length is for the one who made them to judge. */
export const Token = z.string().min(1).max(200);

export const LanguageCode = z.enum(languages);

/** A transform says nothing of itself in the published interface: what it takes must be said for it. */
export const upTo = (maxLength: number) => z.string().meta({ maxLength });

/** Text of one line; `""` and blanks are the same as nothing. */
export const Line = (max: number) =>
  upTo(max).transform((value, context) => {
    const text = cleanLine(value);
    if (text === null) return refuse(context, 'field.characters');
    return [...text].length > max ? refuse(context, 'field.long') : text;
  });

/** Text of several lines. */
const Prose = (max: number) =>
  upTo(max).transform((value, context) => {
    const text = cleanText(value);
    if (text === null) return refuse(context, 'field.characters');
    return [...text].length > max ? refuse(context, 'field.long') : text;
  });

/** `absent`, `null`, `""` and blanks all mean nothing. */
export const optionalLine = (max: number) =>
  Line(max)
    .nullish()
    .transform((text) => text || null);

export const optionalProse = (max: number) =>
  Prose(max)
    .nullish()
    .transform((text) => text || null);

/** In a change an absent field keeps its value and `""` clears it; `null` clears too. */
export const clearable = (max: number) =>
  Line(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** As `clearable`, text of several lines. */
export const clearableProse = (max: number) =>
  Prose(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** As `clearable`, of any shape. */
export const cleared = <T extends z.ZodType>(shape: T, error: string) =>
  z.union([z.literal('').transform(() => null), z.null(), shape], { error }).optional();

export const requiredLine = (max: number, missing: string) => Line(max).refine((text) => !isBlank(text), missing);

export const Email = upTo(EMAIL_MAX).transform((value, context) => {
  const email = cleanLine(value);
  if (!email) return refuse(context, 'donation.emailMissing');
  return isEmail(email) ? email : refuse(context, 'donation.emailInvalid');
});

/** An amount in francs as people and old clients write it: text, or a JSON number that is exact to the rappen. */
export const Amount = (limits: { min: Rappen; max: Rappen }, wrong: string) =>
  z
    .union([z.string(), z.number()])
    .transform((value, context) => {
      const amount = parseMoney(String(value));
      if (amount === null) return refuse(context, wrong);
      if (amount < limits.min) return refuse(context, wrong);
      return amount > limits.max ? refuse(context, 'donation.amountTooHigh', formatRange(limits)) : amount;
    })
    .describe(`from ${plainMoney(limits.min)} to ${plainMoney(limits.max)}`);

/** As `Amount`; `""` and null clear it. */
export const clearableAmount = (limits: { min: Rappen; max: Rappen }, wrong: string) =>
  z.union([z.literal('').transform(() => null), z.null(), Amount(limits, wrong)]);

/** As `Amount`; nothing when absent or empty. */
export const optionalAmount = (limits: { min: Rappen; max: Rappen }, wrong: string) =>
  clearableAmount(limits, wrong)
    .optional()
    .transform((amount) => amount ?? null);

/** A flag of the published interface: `"true"` or `""`; true, false and null are understood too. */
export const Flag = z
  .union([z.enum(['true', 'false', '']), z.boolean(), z.null()])
  .transform((value) => value === true || value === 'true');

/** How flags travel out. */
export const FlagText = z.enum(['true', '']);

/** Decimal text with two places, `1234.50`. */
export const MoneyText = z.string().regex(/^\d+\.\d{2}$/);

/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime();
