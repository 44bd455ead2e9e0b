import type { ReactNode } from 'react';
import type { Event } from '#contract/events.ts';
import type { Pages, ParticipantRow } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/dates.ts';
import { wireMoney } from '#domain/money.ts';
import { pledgeProgress } from '#domain/progress.ts';
import type { TextKey } from '#locales/messages.ts';
import { Bib } from '#web/parts/bib.tsx';
import { Raised } from '#web/parts/goal.tsx';
import { unitWord, useShell, useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { PledgeForm } from './pledge/form.tsx';

/** One participant, and the way to support them. */
export function GivePage({ event, participant, form }: Pages['give']) {
  const t = useText();
  const closed = whyClosed(event, participant);
  return (
    <div className="wrap give">
      <Participant event={event} participant={participant} />
      {closed ? (
        <div className="form">
          <Alert>
            <p>{t(closed)}</p>
          </Alert>
          <div className="btns">
            <a className="btn" href={paths.event(event.slug)}>
              {t('donation.toList')}
            </a>
          </div>
        </div>
      ) : (
        <PledgeForm event={event} participant={participant} state={form} />
      )}
      <Receiver event={event} />
    </div>
  );
}

/** The words of the refusal that the call would give. */
function whyClosed(event: Event, participant: ParticipantRow): TextKey | null {
  if (participant.status === 'withdrawn') return 'error.participant_withdrawn';
  if (participant.status === 'pending') return 'error.participant_pending';
  if (event.donation_per_unit !== 'true') return 'error.pledges_off';
  return event.is_active ? null : 'error.event_closed';
}

function Participant({ event, participant }: Pick<Pages['give'], 'event' | 'participant'>) {
  const t = useText();
  const { language } = useShell();
  const { name, bib, club, motivational_message: message } = participant;
  return (
    <div className="who">
      <div className="who-top">
        <Bib bib={bib} name={name} size="l" />
        <div className="stack">
          <p className="when">
            <a href={paths.event(event.slug)}>{event.name}</a>
            {event.event_date && ` · ${formatDay(event.event_date, language)}`}
          </p>
          <h1>{name}</h1>
          {club && <p className="soft sm">{club}</p>}
        </div>
      </div>
      {message && <blockquote className="quote">{t('donation.quote', { message })}</blockquote>}
      {event.donation_per_unit === 'true' && <Pledged event={event} participant={participant} />}
    </div>
  );
}

function Pledged({ event, participant }: Pick<Pages['give'], 'event' | 'participant'>) {
  const t = useText();
  const amount = wireMoney(participant.confirmed_per_unit);
  const unit = unitWord(t, event.donation_unit_description);
  const goal = event.donation_per_unit_goal === null ? null : wireMoney(event.donation_per_unit_goal);
  return (
    <Raised
      amount={amount}
      goal={goal}
      progress={pledgeProgress(amount, goal)}
      label={t('donation.pledgedPerUnit', { unit })}
      people={t('donation.pledges', { count: participant.supporters, unit })}
      total="m"
    />
  );
}

/** Who gets the money; the operator of this site where an event names nobody. */
function Receiver({ event }: { event: Event }) {
  const t = useText();
  const { operator } = useShell().brand;
  const own = event.organiser_name !== null;
  const town = own ? [event.organiser_zip, event.organiser_city].filter(Boolean).join('\u00a0') : operator.city;
  const email = own ? event.organiser_email : operator.email;
  const facts = [
    {
      name: t('donation.organisation'),
      value: [event.organiser_name ?? operator.name, town].filter(Boolean).join(', '),
    },
    { name: t('donation.purpose'), value: event.purpose },
    { name: t('donation.contact'), value: email && <a href={`mailto:${email}`}>{email}</a> },
    { name: t('donation.website'), value: event.organiser_website && <OutsideLink href={event.organiser_website} /> },
  ];
  return (
    <aside className="get" aria-labelledby="receiver">
      <h2 id="receiver">{t('donation.receiver')}</h2>
      <dl>
        {facts.map(
          ({ name, value }) =>
            value && (
              <Fact name={name} key={name}>
                {value}
              </Fact>
            ),
        )}
        <Fact name={t('donation.privacy')}>
          {t('donation.privacyNote')}{' '}
          <a href={event.organiser_privacy_url ?? paths.legal('privacy')} rel="noopener">
            {t('donation.privacyMore')}
          </a>
        </Fact>
      </dl>
    </aside>
  );
}

function OutsideLink({ href }: { href: string }) {
  return (
    <a href={href} rel="noopener">
      {new URL(href).host}
    </a>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
