import { useEffect, useRef } from 'react';
import { isPledgeFormIncomplete, type PledgeField, type PledgeFormValues } from '#domain/pledge-form.ts';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
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

/** What to put right, first thing in the form: it takes the focus, and the title says it too. */
export function PledgeFormErrors({ problem, values }: { problem: PledgeProblem; values: PledgeFormValues }) {
  const t = useText();
  const summary = useRef<HTMLDivElement>(null);
  const faults = Object.entries(inputs).flatMap(([field, id]) => {
    const text = problem.fields[field];
    return text ? [{ id, text }] : [];
  });

  useEffect(() => {
    summary.current?.focus();
    const mark = t('donation.errorTitle', { title: '' });
    // The server has said so already when the form was sent without script.
    const title = document.title.replace(mark, '');
    document.title = mark + title;
    return () => {
      document.title = title;
    };
  }, [problem, t]);

  if (faults.length === 0) {
    return (
      <Alert tone="bad" title={t('donation.error')} role="alert" ref={summary}>
        <p>{problem.message ?? t('donation.unknownError')}</p>
        {problem.isRepeatable && (
          <div className="btns">
            <button className="btn" type="submit">
              {t('site.retry')}
            </button>
          </div>
        )}
      </Alert>
    );
  }
  const title = isPledgeFormIncomplete(values)
    ? t('donation.formValidationError')
    : t('donation.checkFields', { count: faults.length });
  return (
    <Alert tone="bad" title={title} role="alert" ref={summary}>
      <ul>
        {faults.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
