import type { Boot } from '#contract/pages.ts';
import type { Translate } from '#locales/messages.ts';
import type { Assets } from './assets.ts';
import { bootScript } from './boot-script.ts';

interface SiteProps {
  boot: Boot;
  assets: Assets;
  title: string;
  text: Translate;
  /** What the browser hydrates. */
  html: string;
}

/** The document around a page. */
export function Site({ boot, assets, title, text, html }: SiteProps) {
  const { language, canonical, brand } = boot.shell;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={text('site.description', { brand: brand.name })} />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="" />
        {assets.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.brandCss && <link rel="stylesheet" href={assets.brandCss} />}
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        {canonical && <link rel="canonical" href={canonical} />}
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
      </body>
    </html>
  );
}

/** JSON that cannot end the element it stands in. */
function inScript(boot: Boot): string {
  return JSON.stringify(boot).replaceAll('<', '\\u003c');
}
