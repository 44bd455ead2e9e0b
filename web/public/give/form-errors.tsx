import type { Event } from '#contract/events.ts';
import { isGiftFormIncomplete, type GiftField } from '#domain/gift-form.ts';
import { kindOf, type GiveFormValues } from '#domain/give-form.ts';
import { isPledgeFormIncomplete, type PledgeField } from '#domain/pledge-form.ts';
import { ErrorSummary } from '#web/parts/error-summary.tsx';
import { listOf } from '#web/parts/event-words.ts';
import { useText } from '#web/text.tsx';
import type { GiveProblem } from './form-send.ts';

/** The inputs by the names of the calls' fields, from top to bottom. */
const inputs: Record<GiftField | PledgeField, string> = {
  amount: 'own-gift',
  amount_per_unit: 'own',
  max_amount: 'max',
  donor_name: 'dn',
  donor_email: 'de',
  message: 'msg',
  donor_street: 'st',
  donor_city: 'ci',
  donor_country: 'co',
};

interface FormErrorsProps {
  event: Event;
  problem: GiveProblem;
  values: GiveFormValues;
}

/** What to put right in the form, or why it was not taken and what can be done instead. */
export function FormErrors({ event, problem, values }: FormErrorsProps) {
  const t = useText();
  const faults = Object.entries(inputs).flatMap(([field, id]) => {
    const text = problem.fields[field];
    return text ? [{ id, text }] : [];
  });

  if (faults.length === 0) {
    return (
      <ErrorSummary title={t('donation.error')} faults={[]} of={problem}>
        <p>{problem.message ?? t('donation.unknownError')}</p>
        <div className="btns">
          {problem.isRepeatable && (
            <button className="btn" type="submit">
              {t('site.retry')}
            </button>
          )}
          <a className={problem.isRepeatable ? 'btn btn-soft' : 'btn btn-line'} href={listOf(event)}>
            {t('donation.toList')}
          </a>
        </div>
      </ErrorSummary>
    );
  }
  const isIncomplete = kindOf(values) === 'gift' ? isGiftFormIncomplete(values) : isPledgeFormIncomplete(values);
  const title = isIncomplete ? t('donation.formValidationError') : t('donation.checkFields', { count: faults.length });
  return <ErrorSummary title={title} faults={faults} of={problem} />;
}
