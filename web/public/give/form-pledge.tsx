import { OWN_AMOUNT, type GiveFormValues } from '#domain/give-form.ts';
import { rateChoices } from '#domain/pledge.ts';
import { MoneyField } from '#web/parts/money-field.tsx';
import { useText } from '#web/text.tsx';

/** As `giftIds`, for rates. */
export const rateIds = { '0.50': 'p05', '1.00': 'p1', '2.00': 'p2', '5.00': 'p5' } as const;

interface FormPledgeProps {
  /** In the visitor's language. */
  unit: string;
  values: GiveFormValues;
  errors: Record<string, string>;
}

/** How much is promised per unit, as little bibs, and the most it may come to. */
export function FormPledge({ unit, values, errors }: FormPledgeProps) {
  const t = useText();
  return (
    <>
      <fieldset className="if-pledge">
        <legend className="legend">{t('donation.amountLegend', { unit })}</legend>
        <div className="amounts">
          {rateChoices.map((choice) => (
            <label className="amount" key={choice}>
              <input
                type="radio"
                name="rate"
                id={rateIds[choice]}
                value={choice}
                defaultChecked={values.rate === choice}
              />
              <span>{choice.replace('.00', '')}</span>
              <small>{t('donation.perUnit', { unit })}</small>
            </label>
          ))}
          <label className="amount amount-own">
            <input type="radio" name="rate" id="px" value={OWN_AMOUNT} defaultChecked={values.rate === OWN_AMOUNT} />
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
        className="if-pledge"
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
