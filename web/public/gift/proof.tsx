import type { GiftByHolder } from '#contract/gifts.ts';
import { formatDay, formatTime, swissDay } from '#domain/dates.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import { methodName } from '#domain/payment-method.ts';
import { Bib } from '#web/parts/bib.tsx';
import { Receipt } from '#web/parts/receipt.tsx';
import { useShell, useText } from '#web/text.tsx';

/** What was given, when, to whom and what for; on paper it stands alone. */
export function Proof({ gift, heading }: { gift: GiftByHolder; heading: string }) {
  const t = useText();
  const { language } = useShell();
  const { participant, event, method } = gift;
  const day = (date: string) => formatDay(date, language).replaceAll(' ', '\u00a0');
  const paid = gift.paid_at && new Date(gift.paid_at);
  const rows = [
    { label: t('gift.amount'), value: formatMoney(wireMoney(gift.status === 'paid' ? gift.net : gift.amount)) },
    {
      label: t('gift.paid'),
      value: paid && [method && methodName(method), day(swissDay(paid)), formatTime(paid)].filter(Boolean).join(', '),
    },
    { label: t('gift.from'), value: gift.donor_name },
    {
      label: t('donation.for'),
      value: (
        <>
          {participant.name} <Bib bib={participant.bib} name={participant.name} size="s" />
        </>
      ),
    },
    {
      label: t('donation.event'),
      value: [event.name, event.event_date && day(event.event_date)].filter(Boolean).join(', '),
    },
    {
      label: t('gift.organiser'),
      value: [event.organiser, event.organiser_place?.replace(' ', '\u00a0')].filter(Boolean).join(', '),
    },
    { label: t('donation.purpose'), value: event.purpose },
    { label: t('gift.mailedTo'), value: gift.donor_email },
    { label: t('gift.number'), value: gift.number },
  ];
  return (
    <section className="proof" aria-labelledby="proof">
      <h2 id="proof">{heading}</h2>
      <Receipt rows={rows.filter(({ value }) => value)} />
    </section>
  );
}
