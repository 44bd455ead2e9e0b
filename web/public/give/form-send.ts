import { useState } from 'react';
import type { FormState } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { kindOf, type FormFault, type GiveFormValues } from '#domain/give-form.ts';
import { giftBody, giftFormErrors, type GiftLimits } from '#domain/gift-form.ts';
import { formatRange } from '#domain/money.ts';
import { capLimits, rateLimits } from '#domain/pledge.ts';
import { pledgeBody, pledgeFormErrors } from '#domain/pledge-form.ts';
import { call, type ApiError } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { useIdempotencyKey } from '#web/ui/idempotency-key.ts';
import { useWaiting } from '#web/ui/waiting.ts';
import { keep } from './form-values.ts';

/** Why a gift or a pledge was not taken. */
export interface GiveProblem {
  /** What is wrong with each field, by the names of the call. */
  fields: Record<string, string>;
  message: string | null;
  /** Nothing is wrong with what was typed: sending it again may work. */
  isRepeatable: boolean;
}

/** A pledge that was taken, and the mail that asks to confirm it. */
export interface SentForm {
  receipt: string;
  email: string;
}

export const toCheckMail = ({ receipt }: SentForm): void => location.assign(paths.pledgeSent(receipt));

/** Sends the form and tells what went wrong, at first with what the server sent back without script. */
export function useSending(state: FormState | null, limits: GiftLimits | null, onSent: (sent: SentForm) => void) {
  const t = useText();
  const [problem, setProblem] = useState<GiveProblem | null>(state && { ...state, isRepeatable: false });
  const [sending, setSending] = useWaiting();
  const keyFor = useIdempotencyKey();

  async function send(values: GiveFormValues): Promise<void> {
    if (sending) return;
    const isGift = limits !== null && kindOf(values) === 'gift';
    const faults = Object.entries<FormFault>(isGift ? giftFormErrors(values, limits) : pledgeFormErrors(values));
    if (faults.length > 0) {
      const ranges: Partial<Record<string, Record<string, string>>> = {
        ...(limits && { amount: formatRange(limits) }),
        amount_per_unit: formatRange(rateLimits),
        max_amount: formatRange(capLimits),
      };
      const fields = Object.fromEntries(faults.map(([field, key]) => [field, t(key, ranges[field])]));
      return setProblem({ fields, message: null, isRepeatable: false });
    }
    setSending(true);
    const error = await (isGift ? give(values) : pledge(values));
    if (!error) return keep(values);
    setSending(false);
    const isUnreachable = error.code === 'unreachable';
    setProblem({
      fields: error.fields,
      message: isUnreachable ? t('donation.unreachable') : (error.text ?? t('donation.submitError')),
      isRepeatable: isUnreachable || error.status >= 500,
    });
  }

  /** On to where the donor pays. */
  async function give(values: GiveFormValues): Promise<ApiError | null> {
    const body = giftBody(values);
    const { data, error } = await call('POST /api/gifts', { body, headers: { 'Idempotency-Key': keyFor(body) } });
    if (error) return error;
    location.assign(data.link);
    return null;
  }

  async function pledge(values: GiveFormValues): Promise<ApiError | null> {
    const body = pledgeBody(values);
    const { data, error } = await call('POST /api/donations', { body, headers: { 'Idempotency-Key': keyFor(body) } });
    if (error) return error;
    onSent({ receipt: data.receipt, email: body.donor_email });
    return null;
  }

  return { problem, sending, send };
}
