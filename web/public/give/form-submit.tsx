import { isRate, rateChoices } from '#domain/pledge.ts';
import type { GiveFormValues, GiveKind } from '#domain/give-form.ts';
import { giftChoices, type GiftLimits } from '#domain/gift-form.ts';
import { formatMoney, parseMoney, wireMoney } from '#domain/money.ts';
import { usualMethods } from '#domain/payment-method.ts';
import { useText } from '#web/text.tsx';
import { giftIds } from './form-gift.tsx';
import { rateIds } from './form-pledge.tsx';

interface FormSubmitProps {
  kinds: GiveKind[];
  limits: GiftLimits | null;
  unit: string;
  values: GiveFormValues;
  sending: boolean;
  onCancel: (() => void) | undefined;
}

/** One button that says the act and the sum; which of its words show follows the radios, by style alone. */
export function FormSubmit({ kinds, limits, unit, values, sending, onCancel }: FormSubmitProps) {
  const t = useText();
  return (
    <div className="stack">
      {sending ? (
        <button className="btn btn-give btn-wide" type="submit" aria-disabled="true">
          <span className="spin" aria-hidden="true" /> {t('donation.sending')}
        </button>
      ) : (
        <button className="btn btn-give btn-wide act" type="submit">
          {limits && <GiftWords limits={limits} typed={values.own_amount} />}
          {kinds.includes('pledge') && <PledgeWords unit={unit} typed={values.own} />}
        </button>
      )}
      {onCancel && (
        <button className="btn btn-line btn-wide" type="button" onClick={onCancel}>
          {t('donation.cancelForm')}
        </button>
      )}
      {limits && (
        <p className="pay if-gift">
          {usualMethods.map((method) => (
            <span key={method}>{method}</span>
          ))}
        </p>
      )}
      {kinds.includes('pledge') && (
        <p className="pay if-pledge">
          <span>{t('donation.submitNote')}</span>
        </p>
      )}
    </div>
  );
}

function GiftWords({ limits, typed = '' }: { limits: GiftLimits; typed: string | undefined }) {
  const t = useText();
  const own = parseMoney(typed);
  const isGiven = own !== null && own >= limits.min && own <= limits.max;
  return (
    <span className="if-gift">
      {giftChoices(limits).map((choice) => (
        <span className={giftIds[choice]} key={choice}>
          {t('donation.submitGift', { amount: formatMoney(wireMoney(choice)) })}
        </span>
      ))}
      <span className="gx">
        {isGiven ? t('donation.submitGift', { amount: formatMoney(own) }) : t('donation.submitOwnGift')}
      </span>
    </span>
  );
}

function PledgeWords({ unit, typed = '' }: { unit: string; typed: string | undefined }) {
  const t = useText();
  const own = isRate(typed) ? parseMoney(typed) : null;
  return (
    <span className="if-pledge">
      {rateChoices.map((choice) => (
        <span className={rateIds[choice]} key={choice}>
          {t('donation.submit', { rate: formatMoney(wireMoney(choice)), unit })}
        </span>
      ))}
      <span className="px">
        {own === null ? t('donation.submitOwn', { unit }) : t('donation.submit', { rate: formatMoney(own), unit })}
      </span>
    </span>
  );
}
