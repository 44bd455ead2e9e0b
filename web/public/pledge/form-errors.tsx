import { isPledgeFormIncomplete, type PledgeField, type PledgeFormValues } from '#domain/pledge-form.ts';
import { ErrorSummary } from '#web/parts/error-summary.tsx';
import { useText } from '#web/text.tsx';

import type { PledgeProblem } from './form-send.ts';

/** The inputs by the names of the call's fields, from top to bottom. */
const inputs: Record<PledgeField, string> = {
  amount_per_unit: 'own',
  max_amount: 'max',
  donor_name: 'dn',
  donor_email: 'de',
  donor_street: 'st',
  donor_city: 'ci',
  donor_country: 'co',
};

/** What to put right in the form of a pledge. */
export function PledgeFormErrors({ problem, values }: { problem: PledgeProblem; values: PledgeFormValues }) {
  const t = useText();
  const faults = Object.entries(inputs).flatMap(([field, id]) => {
    const text = problem.fields[field];
    return text ? [{ id, text }] : [];
  });

  if (faults.length === 0) {
    return (
      <ErrorSummary title={t('donation.error')} faults={[]} of={problem}>
        <p>{problem.message ?? t('donation.unknownError')}</p>
        {problem.isRepeatable && (
          <div className="btns">
            <button className="btn" type="submit">
              {t('site.retry')}
            </button>
          </div>
        )}
      </ErrorSummary>
    );
  }
  const title = isPledgeFormIncomplete(values)
    ? t('donation.formValidationError')
    : t('donation.checkFields', { count: faults.length });
  return <ErrorSummary title={title} faults={faults} of={problem} />;
}
