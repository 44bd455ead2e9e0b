import { useState, type FormEvent } from 'react';
import type { Pages, SentPledge } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/dates.ts';
import { formatMoney, wireMoney } from '#domain/money.ts';
import { pledgeEstimate } from '#domain/pledge.ts';
import type { Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';
import { call } from '#web/api.ts';
import { Bib } from '#web/parts/bib.tsx';
import { Receipt } from '#web/parts/receipt.tsx';
import { Rich, useShell, useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Onward } from './events/onward.tsx';
import { FORM_ID } from './give/form-values.ts';
import { PledgeBib, pledgeTones } from './pledge/bib.tsx';

/** After the form: what is left to do is in the donor's mailbox. Reloading shows where the pledge stands. */
export function PledgeSentPage({ pledge, receipt }: Pages['pledge-sent']) {
  const t = useText();
  const { status, participant, event } = pledge;
  return (
    <div className="wrap result">
      <PledgeBib status={status} participant={participant} event={event} />
      <Chip tone={pledgeTones[status]}>{t(`donation.status.${status}`)}</Chip>
      <h1>{t(headings[status])}</h1>
      {status === 'pending' && (
        <p className="lead">
          <Rich text="donation.sent.lead" values={{ email: pledge.donor_email }} tags={{ b: strong }} />
        </p>
      )}
      <Agreed pledge={pledge} />
      {status === 'pending' ? (
        <Resend pledge={pledge} receipt={receipt} />
      ) : (
        <div className="btns">
          <Onward event={event} className="btn">
            {t('donation.toList')}
          </Onward>
          {event.slug && (
            <a className="btn btn-line" href={participant.give}>
              {t('donation.donateAgain')}
            </a>
          )}
        </div>
      )}
    </div>
  );
}

const headings = {
  pending: 'donation.sent.heading',
  confirmed: 'donation.isConfirmed',
  cancelled: 'donation.isCancelled',
} as const;

const strong = (words: string) => <b className="strong">{words}</b>;

function Agreed({ pledge }: { pledge: SentPledge }) {
  const t = useText();
  const { language } = useShell();
  const { participant, event } = pledge;
  const expected = expectation(pledge, t);
  const rows = [
    {
      label: t('donation.for'),
      value: (
        <>
          {participant.name} <Bib bib={participant.bib} name={participant.name} size="s" />
        </>
      ),
    },
    {
      label: t('donation.perUnitLabel', { unit: unitWord(t, event.unit_description) }),
      value: formatMoney(wireMoney(pledge.amount_per_unit)),
    },
    ...(expected ? [{ label: t('donation.expected'), value: expected }] : []),
    ...(pledge.status === 'pending'
      ? [{ label: t('donation.linkUntil'), value: formatDay(pledge.valid_until, language) }]
      : []),
  ];
  return <Receipt rows={rows} />;
}

/** «≈ CHF 50.00, nie mehr als CHF 80.00»; either half may be unknown. */
function expectation({ amount_per_unit, max_amount, event }: SentPledge, t: Translate): string {
  const estimate = pledgeEstimate(wireMoney(amount_per_unit), event.expected_units, null);
  const cap = max_amount && t('donation.neverMore', { cap: formatMoney(wireMoney(max_amount)) }).replace(/<\/?b>/g, '');
  return [estimate !== null && `≈ ${formatMoney(estimate)}`, cap].filter(Boolean).join(', ');
}

function Resend({ pledge, receipt }: Pages['pledge-sent']) {
  const t = useText();
  const { brand } = useShell();
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);

  async function resend(submit: FormEvent) {
    submit.preventDefault();
    if (sending) return;
    setSending(true);
    const { error } = await call('POST /api/donations/{id}/resend', { params: { id: pledge.id }, body: { receipt } });
    setSending(false);
    if (!error) setAnswer(t('donation.resent'));
    else setAnswer(error.code === 'unreachable' ? t('error.unreachable') : (error.text ?? t('donation.unknownError')));
  }

  return (
    <>
      <form
        className="btns"
        method="post"
        action={paths.pledgeSent(receipt)}
        onSubmit={(submit) => void resend(submit)}
      >
        <input type="hidden" name="id" value={pledge.id} />
        <button className="btn" type="submit" aria-disabled={sending || undefined}>
          {sending ? <span className="spin" aria-hidden="true" /> : <Icon name="mail" />}{' '}
          {sending ? t('donation.sending') : t('donation.resend')}
        </button>
        {pledge.event.slug && (
          <>
            <a className="btn btn-line" href={`${pledge.participant.give}#${FORM_ID}`}>
              {t('donation.changeAddress')}
            </a>
            <a className="btn btn-soft" href={pledge.participant.give}>
              {t('donation.donateAgain')}
            </a>
          </>
        )}
      </form>
      <div className="stack" role="status">
        {answer && <p className="strong">{answer}</p>}
        <p className="sm soft">
          <Rich text="donation.spam" values={{ brand: brand.name }} tags={{ b: strong }} />
        </p>
      </div>
    </>
  );
}
