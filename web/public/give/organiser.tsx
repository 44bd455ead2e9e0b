import type { ReactNode } from 'react';
import type { Event } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { organiserOf } from '#domain/organiser.ts';
import { useShell, useText } from '#web/text.tsx';

/** Who gets the money, where one asks, and who is told what. */
export function Organiser({ event }: { event: Event }) {
  const t = useText();
  const organiser = organiserOf(event, useShell().brand.operator);
  const { email } = organiser;
  const facts = [
    {
      name: t('donation.organisation'),
      value: [organiser.name, organiser.place?.replace(' ', '\u00a0')].filter(Boolean).join(', '),
    },
    { name: t('donation.purpose'), value: event.purpose },
    { name: t('donation.contact'), value: email && <a href={`mailto:${email}`}>{email}</a> },
    { name: t('donation.website'), value: event.organiser_website && <Website href={event.organiser_website} /> },
  ];
  return (
    <aside className="get" aria-labelledby="organiser">
      <h2 id="organiser">{t('donation.organiser')}</h2>
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
