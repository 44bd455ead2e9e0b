import type { Event } from '#contract/events.ts';
import { chosenAmount, type GiveFormValues } from '#domain/give-form.ts';
import { formatCount, formatMoney, parseMoney } from '#domain/money.ts';
import { isRate, pledgeEstimate } from '#domain/pledge.ts';
import { unitWord } from '#locales/units.ts';
import { Rich, useText } from '#web/text.tsx';

const bold = { b: (words: string) => <b>{words}</b> };

/** What it may come to, in one sentence: «CHF 2.00 × etwa 25 Runden ≈ CHF 50.00, nie mehr als CHF 80.00.» */
export function FormSum({ event, values }: { event: Event; values: GiveFormValues }) {
  const t = useText();
  const { expected_units: expected, donation_unit_description: word } = event;
  const typed = chosenAmount(values.rate, values.own);
  const rate = isRate(typed) ? parseMoney(typed) : null;
  const cap = parseMoney(values.max_amount ?? '');
  if (rate === null) {
    return (
      <p className="sum if-pledge" role="status">
        {t('donation.chooseAmount')}
      </p>
    );
  }
  const estimate = pledgeEstimate(rate, expected, null);
  const words = {
    rate: formatMoney(rate),
    unit: unitWord(t, word),
    expected: formatCount(expected ?? 0),
    units: unitWord(t, word, expected ?? 0),
    estimate: estimate === null ? '' : formatMoney(estimate),
  };
  return (
    <p className="sum if-pledge" role="status">
      <Rich text={estimate === null ? 'donation.estimateNone' : 'donation.estimate'} values={words} tags={bold} />
      {cap !== null && (
        <>
          {', '}
          <br />
          <Rich text="donation.neverMore" values={{ cap: formatMoney(cap) }} tags={bold} />
        </>
      )}
      .
    </p>
  );
}
