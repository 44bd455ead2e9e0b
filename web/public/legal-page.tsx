import type { ReactNode } from 'react';
import type { Pages } from '#contract/pages.ts';
import type { LegalPage as LegalName } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';

/** What a site must say about itself, where its operator has no pages of their own for it. */
export function LegalPage({ page, ...kept }: Pages['legal']) {
  const t = useText();
  const Body = bodies[page];
  return (
    <article className="wrap prose">
      <h1>{t(`footer.${page}`)}</h1>
      <Body {...kept} />
    </article>
  );
}

/** How many days things are kept here. */
type Kept = Omit<Pages['legal'], 'page'>;

const bodies: Record<LegalName, (kept: Kept) => ReactNode> = {
  contact: Contact,
  imprint: Imprint,
  terms: Terms,
  privacy: Privacy,
  accessibility: Accessibility,
};

function Contact() {
  const t = useText();
  return (
    <>
      <p>{t('legal.contact.event')}</p>
      <p>{t('legal.contact.site')}</p>
      <Operator />
    </>
  );
}

function Imprint() {
  const t = useText();
  const { operator } = useShell().brand;
  return (
    <>
      <p>{t('legal.imprint.operator')}</p>
      <Operator />
      <p>{t('legal.imprint.money', { operator: operator.name })}</p>
      <p>{t('legal.imprint.links')}</p>
    </>
  );
}

const terms = ['what', 'gift', 'pledge', 'money', 'fair'] as const;

function Terms() {
  const t = useText();
  const { operator } = useShell().brand;
  return terms.map((part) => (
    <section key={part}>
      <h2>{t(`legal.terms.${part}`)}</h2>
      <p>{t(`legal.terms.${part}Text`, { operator: operator.name })}</p>
    </section>
  ));
}

const privacy = ['gifts', 'pledges', 'participants', 'long', 'cookies', 'rights'] as const;

function Privacy(kept: Kept) {
  const t = useText();
  return (
    <>
      <p className="lead">{t('legal.privacy.lead')}</p>
      {privacy.map((part) => (
        <section key={part}>
          <h2>{t(`legal.privacy.${part}`)}</h2>
          <p>{t(`legal.privacy.${part}Text`, { ...kept })}</p>
        </section>
      ))}
      <section>
        <h2>{t('legal.privacy.who')}</h2>
        <p>{t('legal.privacy.whoText')}</p>
        <Operator />
      </section>
    </>
  );
}

const accessibility = ['standard', 'checked', 'limits', 'report'] as const;

function Accessibility() {
  const t = useText();
  return (
    <>
      <p className="lead">{t('legal.accessibility.lead')}</p>
      {accessibility.map((part) => (
        <section key={part}>
          <h2>{t(`legal.accessibility.${part}`)}</h2>
          <p>{t(`legal.accessibility.${part}Text`)}</p>
        </section>
      ))}
      <Operator />
    </>
  );
}

function Operator() {
  const { name, street, city, email } = useShell().brand.operator;
  return (
    <address>
      {[name, street, city].filter(Boolean).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </address>
  );
}
