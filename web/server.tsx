import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { Boot, Head, PageName } from '#contract/pages.ts';
import { languages, type Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import type { Assets } from './assets.ts';
import { bootScript } from './boot-script.ts';
import { allParts, loadTexts } from './catalog.ts';
import { Frame } from './frame/frame.tsx';
import { prefetchRules } from './prefetch-rules.ts';
import { open, pages, type View } from './routes.tsx';
import { Site } from './site.tsx';

export { assetsOf, type Assets, type Manifest } from './assets.ts';

/** What stands in pages to be run: the content security policy names the hash of each. */
export const inlineScripts = [bootScript, prefetchRules];

/** Everything is there before the first page is asked for: rendering waits for nothing. */
const names = Object.keys(pages) as PageName[];
const views = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await open(name)]))) as {
  [P in PageName]: View<P>;
};
const texts = Object.fromEntries(
  await Promise.all(languages.map(async (language) => [language, await loadTexts(allParts, language)])),
) as Record<Language, Translate>;

/** A whole document from what the server found. */
export function render<P extends PageName>(boot: Boot<P>, assets: Assets, head: Head): string {
  const text = texts[boot.shell.language];
  const html = renderToString(<Frame boot={boot} View={views[boot.page]} text={text} />);
  const site = <Site boot={boot} assets={assets} head={head} text={text} html={html} />;
  return `<!doctype html>${renderToStaticMarkup(site)}`;
}
