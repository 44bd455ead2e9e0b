import { OWN_AMOUNT, rateChoices } from '#domain/pledge.ts';
import type { PledgeFormValues } from '#domain/pledge-form.ts';
import { MoneyField } from '#web/parts/money-field.tsx';
import { useText } from '#web/text.tsx';

/** The style sheet finds the chosen one by these, so that the button's words follow without script. */
export const rateIds = { '0.50': 'p05', '1.00': 'p1', '2.00': 'p2', '5.00': 'p5' } as const;

interface PledgeFormAmountProps {
  /** In the visitor's language. */
  unit: string;
  rate: string;
  values: PledgeFormValues;
  errors: Record<string, string>;
}

/** The amounts to choose from, as little bibs, and the most it may come to. */
export function PledgeFormAmount({ unit, rate, values, errors }: PledgeFormAmountProps) {
  const t = useText();
  return (
    <>
      <fieldset>
        <legend className="legend">{t('donation.amountLegend', { unit })}</legend>
        <div className="amounts">
          {rateChoices.map((choice) => (
            <label className="amount" key={choice}>
              <input type="radio" name="rate" id={rateIds[choice]} value={choice} defaultChecked={rate === choice} />
              <span>{choice.replace('.00', '')}</span>
              <small>{t('donation.perUnit', { unit })}</small>
            </label>
          ))}
          <label className="amount amount-own">
            <input type="radio" name="rate" id="px" value={OWN_AMOUNT} defaultChecked={rate === OWN_AMOUNT} />
            <span>{t('donation.otherAmount')}</span>
          </label>
        </div>
        <MoneyField
          className="own"
          id="own"
          name="own"
          label={t('donation.ownAmount', { unit })}
          error={errors.amount_per_unit}
          defaultValue={values.own}
        />
      </fieldset>
      <MoneyField
        id="max"
        name="max_amount"
        label={t('donation.maxAmount')}
        optional
        hint={t('donation.maxAmountHint')}
        error={errors.max_amount}
        defaultValue={values.max_amount}
      />
    </>
  );
}
