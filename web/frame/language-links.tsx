import type { MouseEvent } from 'react';
import { languageNames, languages } from '#domain/language.ts';
import { useShell } from '#web/text.tsx';
import { keepTyped } from './typed.ts';

/** The same page in four languages; the answer to such a link remembers the choice. */
export function LanguageLinks() {
  const { address, language: current } = useShell();
  const [path = '', query = ''] = address.split('?');
  return languages.map((language) => {
    const parameters = new URLSearchParams(query);
    parameters.set('lng', language);
    return (
      <a
        key={language}
        href={`${path}?${parameters}`}
        lang={language}
        hrefLang={language}
        onClick={follow}
        aria-current={language === current ? 'true' : undefined}
      >
        {languageNames[language]}
      </a>
    );
  });
}

/** A script may have moved the address since the page was made. */
function follow({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
  keepTyped();
  const here = new URL(location.href);
  here.searchParams.set('lng', link.lang);
  here.hash = '';
  link.href = here.href;
}
