import { OWN_AMOUNT, type GiveFormValues } from '#domain/give-form.ts';
import { giftChoices, type GiftChoice, type GiftLimits } from '#domain/gift-form.ts';
import { formatMoney } from '#domain/money.ts';
import { MoneyField } from '#web/parts/money-field.tsx';
import { useText } from '#web/text.tsx';

/** Ids of the radios and classes of the button's words: so the style sheet shows the words of the chosen amount. */
export const giftIds: Record<GiftChoice, string> = {
  '20.00': 'g20',
  '50.00': 'g50',
  '100.00': 'g100',
  '200.00': 'g200',
};

interface FormGiftProps {
  limits: GiftLimits;
  values: GiveFormValues;
  errors: Record<string, string>;
}

/** How much is given at once: little bibs to choose from, and the donor's own amount. */
export function FormGift({ limits, values, errors }: FormGiftProps) {
  const t = useText();
  const { min, max } = limits;
  return (
    <fieldset className="if-gift">
      <legend className="legend">{t('donation.giftLegend')}</legend>
      <div className="amounts">
        {giftChoices(limits).map((choice) => (
          <label className="amount" key={choice}>
            <input
              type="radio"
              name="amount"
              id={giftIds[choice]}
              value={choice}
              defaultChecked={values.amount === choice}
            />
            <span>{choice.replace('.00', '')}</span> <small>CHF</small>
          </label>
        ))}
        <label className="amount amount-own">
          <input type="radio" name="amount" id="gx" value={OWN_AMOUNT} defaultChecked={values.amount === OWN_AMOUNT} />
          <span>{t('donation.otherAmount')}</span>
        </label>
      </div>
      <MoneyField
        className="own"
        id="own-gift"
        name="own_amount"
        label={t('donation.ownGift')}
        hint={t('donation.giftRange', { min: formatMoney(min), max: formatMoney(max) })}
        error={errors.amount}
        defaultValue={values.own_amount}
      />
    </fieldset>
  );
}
