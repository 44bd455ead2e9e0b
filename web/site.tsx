import type { Boot, Head } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { SHARE_SIZE } from '#domain/draw/share.ts';
import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import type { Assets } from './assets.ts';
import { bootScript } from './boot-script.ts';
import { descriptionOf } from './descriptions.ts';
import { prefetchRules } from './prefetch-rules.ts';
import { nameOf, titleOf } from './titles.ts';

interface SiteProps {
  boot: Boot;
  assets: Assets;
  head: Head;
  text: Translate;
  /** What the browser hydrates. */
  html: string;
}

/** The document around a page. */
export function Site({ boot, assets, head, text, html }: SiteProps) {
  const { language } = boot.shell;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{titleOf(boot, text)}</title>
        <meta name="description" content={descriptionOf(boot, text)} />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="" />
        {assets.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.brandCss && <link rel="stylesheet" href={assets.brandCss} />}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#11161d" media="(prefers-color-scheme: dark)" />
        {head.icon ? <link rel="icon" href={head.icon} /> : <link rel="icon" href={assets.icon} type="image/svg+xml" />}
        <link rel="apple-touch-icon" href={paths.icon('apple')} />
        <link rel="manifest" href={paths.manifest} />
        {!head.indexable && <meta name="robots" content="noindex" />}
        {head.canonical && <link rel="canonical" href={head.canonical} />}
        {head.canonical && <Preview boot={boot} head={head} text={text} />}
      </head>
      <body className={boot.page === 'admin' ? 'admin' : undefined}>
        <div id="site" dangerouslySetInnerHTML={{ __html: html }} />
        <script
          type="application/json"
          id="boot"
          data-entry={assets.entry}
          data-preload={assets.preload.join(' ')}
          dangerouslySetInnerHTML={{ __html: inScript(boot) }}
        />
        <script dangerouslySetInnerHTML={{ __html: bootScript }} />
        {head.canonical && <script type="speculationrules" dangerouslySetInnerHTML={{ __html: prefetchRules }} />}
      </body>
    </html>
  );
}

/** English as Europe writes it. */
const locales: Record<Language, string> = { de: 'de_CH', en: 'en_GB', fr: 'fr_CH', it: 'it_CH' };

/** What a message or a social network shows of a link (ogp.me); the others read the same. */
function Preview({ boot, head: { canonical, image }, text }: Pick<SiteProps, 'boot' | 'head' | 'text'>) {
  const { brand, language } = boot.shell;
  const facts = {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:locale': locales[language],
    'og:title': nameOf(boot, text),
    'og:description': descriptionOf(boot, text),
    'og:url': canonical,
    ...(image && {
      'og:image': image.address,
      'og:image:type': 'image/png',
      'og:image:width': SHARE_SIZE.width,
      'og:image:height': SHARE_SIZE.height,
      'og:image:alt': image.alt,
    }),
  };
  return (
    <>
      {Object.entries(facts).map(([property, content]) => (
        <meta key={property} property={property} content={String(content)} />
      ))}
      {image && <meta name="twitter:card" content="summary_large_image" />}
    </>
  );
}

/** JSON that cannot end the element it stands in. */
function inScript(boot: Boot): string {
  return JSON.stringify(boot).replaceAll('<', '\\u003c');
}
