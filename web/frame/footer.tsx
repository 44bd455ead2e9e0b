import type { FooterLink } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import type { TextKey } from '#locales/messages.ts';
import { Wordmark } from '#web/parts/wordmark.tsx';
import { useShell, useText } from '#web/text.tsx';

export function Footer() {
  const text = useText();
  const { brand } = useShell();
  const { contact, about, socials } = brand.footer;
  const named = ({ name, href }: FooterLink) => ({ name: text(`footer.${name}` as TextKey), href });
  return (
    <footer className="foot">
      <div className="wrap">
        <a className="brand" href={paths.home} aria-label={text('site.homeOf', { brand: brand.name })}>
          <Wordmark />
        </a>
        <Column title={text('footer.contactTitle')} links={contact.map(named)} />
        <Column title={text('footer.aboutTitle')} links={about.map(named)} />
        <Column title={text('footer.socialsTitle')} links={socials} />
        <p className="legal">{text('footer.legal', { brand: brand.name })}</p>
      </div>
    </footer>
  );
}

/** A column without links has nothing to say. */
function Column({ title, links }: { title: string; links: FooterLink[] }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(({ name, href }) => (
          <li key={name}>
            <a href={href} rel={href.startsWith('/') ? undefined : 'noopener'}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
