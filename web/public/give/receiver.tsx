import type { ReactNode } from 'react';
import type { Event } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';

/** Who gets the money; the operator of this site where an event names nobody. */
export function Receiver({ event }: { event: Event }) {
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
    { name: t('donation.website'), value: event.organiser_website && <Website href={event.organiser_website} /> },
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

function Website({ href }: { href: string }) {
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
