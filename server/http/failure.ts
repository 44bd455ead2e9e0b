import type { z } from 'zod';
import { commonFailures, type Problem, type Route } from '#contract/treaty.ts';
import type { Language } from '#domain/language.ts';
import { texts, translator, type TextKey, type Translate } from '#locales/messages.ts';
import type { Failure, FieldFault } from '#server/failure.ts';

interface Answer {
  status: number;
  body: Problem;
  headers: Record<string, string>;
}

/** How long to wait where nobody knows better, in seconds. */
const RETRY_AFTER = 5;

/** A failure as the wire says it, in the caller's language. */
export function problem(failure: Failure, language: Language, route?: Route): Answer {
  const { code, details } = failure;
  const t = translator(language);
  const status = route?.failures?.[code] ?? commonFailures[code as keyof typeof commonFailures] ?? 500;
  const retryAfter = details.retryAfter ?? (status === 503 ? RETRY_AFTER : undefined);
  const minutes = Math.ceil((retryAfter ?? 60) / 60);
  const fields = details.fields && mapValues(details.fields, (fault) => said(fault, t));
  const message =
    (details.fields && ofFields(Object.values(details.fields), t)) ??
    t(messageKey(code), { minutes, ...details.values });
  return {
    status,
    body: { message, code, ...(route?.alsoError && { error: message }), ...(fields && { fields }) },
    headers: {
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }),
    },
  };
}

const missing: readonly string[] = ['field.required', 'donation.nameMissing', 'donation.emailMissing'];

/** Who reads nothing but the message learns from it what to do, where one sentence can say so. */
function ofFields(faults: FieldFault[], t: Translate): string | undefined {
  if (faults.some((fault) => typeof fault === 'string' && missing.includes(fault))) {
    return t('donation.formValidationError');
  }
  return faults.length === 1 ? faults.map((fault) => said(fault, t))[0] : undefined;
}

function said(fault: FieldFault, t: Translate): string {
  const { text, values } = typeof fault === 'string' ? { text: fault, values: {} } : fault;
  return t(isTextKey(text) ? text : 'field.invalid', values);
}

function messageKey(code: string): TextKey {
  const key = `error.${code}`;
  return isTextKey(key) ? key : 'error.failed';
}

function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(texts.de, key);
}

/** What is wrong with a request, by its own field names; undefined when it is the whole that does not fit. */
export function fieldFaults(error: z.core.$ZodError): Record<string, FieldFault> | undefined {
  const faults: Record<string, FieldFault> = {};
  for (const issue of error.issues) {
    if (issue.path[0] !== undefined) faults[String(issue.path[0])] ??= faultOf(issue);
  }
  return Object.keys(faults).length > 0 ? faults : undefined;
}

/** Our own refinements carry a text key; everything else a schema can say is «missing» or «does not fit». */
function faultOf(issue: z.core.$ZodIssue): FieldFault {
  if (issue.input === undefined) return 'field.required';
  if (isTextKey(issue.message)) {
    const values = issue.code === 'custom' && issue.params;
    return values ? { text: issue.message, values } : issue.message;
  }
  if (issue.code === 'invalid_union') {
    const own = issue.errors
      .flat()
      .map(faultOf)
      .find((key) => key !== 'field.invalid');
    if (own) return own;
  }
  return 'field.invalid';
}

function mapValues<Value>(record: Record<string, Value>, change: (value: Value) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
