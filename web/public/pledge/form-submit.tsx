import { formatMoney, wireMoney } from '#domain/money.ts';
import { rateChoices } from '#domain/pledge.ts';
import { useText } from '#web/text.tsx';
import { rateIds } from './form-amount.tsx';

interface PledgeSubmitProps {
  unit: string;
  sending: boolean;
  onCancel: (() => void) | undefined;
}

/** One button that says the act and the sum; which of its words show follows the radios, by style alone. */
export function PledgeSubmit({ unit, sending, onCancel }: PledgeSubmitProps) {
  const t = useText();
  return (
    <div className="stack">
      {sending ? (
        <button className="btn btn-give btn-wide" type="submit" aria-disabled="true">
          <span className="spin" aria-hidden="true" /> {t('donation.sending')}
        </button>
      ) : (
        <button className="btn btn-give btn-wide act" type="submit">
          {rateChoices.map((choice) => (
            <span className={rateIds[choice].replace('p', 't')} key={choice}>
              {t('donation.submit', { rate: formatMoney(wireMoney(choice)), unit })}
            </span>
          ))}
          <span className="tx">{t('donation.submitOwn', { unit })}</span>
        </button>
      )}
      {onCancel && (
        <button className="btn btn-line btn-wide" type="button" onClick={onCancel}>
          {t('donation.cancelForm')}
        </button>
      )}
      <p className="pay">
        <span>{t('donation.submitNote')}</span>
      </p>
    </div>
  );
}
