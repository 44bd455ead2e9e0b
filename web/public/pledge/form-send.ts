import { useEffect, useState } from 'react';
import type { FormState } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { pledgeBody, pledgeFormErrors, type PledgeFormValues } from '#domain/pledge-form.ts';
import { call } from '#web/api.ts';
import { useText } from '#web/text.tsx';
import { useIdempotencyKey } from '#web/ui/idempotency-key.ts';
import { keep } from './form-values.ts';

/** Why a pledge was not taken. */
export interface PledgeProblem {
  /** By the names of the call's fields. */
  fields: Record<string, string>;
  message: string | null;
  /** Nothing is wrong with what was typed. */
  isRepeatable: boolean;
}

/** A pledge that was taken, and the mail that asks to confirm it. */
export interface SentForm {
  receipt: string;
  email: string;
}

export const toCheckMail = ({ receipt }: SentForm): void => location.assign(paths.pledgeSent(receipt));

/** Sends the form; what came back without script is where it begins. */
export function useSending(state: FormState | null, onSent: (sent: SentForm) => void) {
  const t = useText();
  const [problem, setProblem] = useState<PledgeProblem | null>(state && { ...state, isRepeatable: false });
  const [sending, setSending] = useState(false);
  const keyFor = useIdempotencyKey();

  useEffect(() => {
    // A page that comes back from the browser's memory is as it was left: sending.
    const restored = () => setSending(false);
    addEventListener('pageshow', restored);
    return () => removeEventListener('pageshow', restored);
  }, []);

  async function send(values: PledgeFormValues): Promise<void> {
    if (sending) return;
    const faults = Object.entries(pledgeFormErrors(values));
    if (faults.length > 0) {
      const fields = Object.fromEntries(faults.map(([field, key]) => [field, t(key)]));
      return setProblem({ fields, message: null, isRepeatable: false });
    }
    setSending(true);
    const body = pledgeBody(values);
    const { data, error } = await call('POST /api/donations', { body, headers: { 'Idempotency-Key': keyFor(body) } });
    if (data) {
      keep(values);
      return onSent({ receipt: data.receipt, email: body.donor_email });
    }
    setSending(false);
    const isUnreachable = error.code === 'unreachable';
    setProblem({
      fields: error.fields,
      message: isUnreachable ? t('donation.unreachable') : (error.text ?? t('donation.submitError')),
      isRepeatable: isUnreachable || error.status >= 500,
    });
  }

  return { problem, sending, send };
}
