import type { PageName } from '#contract/pages.ts';
import type { Language } from '#domain/language.ts';
import { partsOf } from './catalog.ts';

/** Addresses of the built files that a page needs. */
export interface Assets {
  css: string[];
  entry: string;
  /** Everything that runs before the page answers to a hand: fetched side by side, not one after the other. */
  preload: string[];
  font: string;
  icon: string;
  /** The colours of a configured brand; null for our own. */
  brandCss: string | null;
}

/** `dist/client/.vite/manifest.json`, as Vite writes it. */
export type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }>;

/** Finds the files of a page in a language: pages by their file's name, texts by their module's. */
export function assetsOf(manifest: Manifest, brandCss: string | null) {
  const keys = Object.keys(manifest);
  const keyOf = (end: string) => {
    const key = keys.find((known) => known.endsWith(end));
    if (key === undefined) throw new Error(`not in the build: ${end}`);
    return key;
  };
  const fileOf = (end: string) => address(manifest[keyOf(end)]?.file ?? '');
  const chunksOf = (entries: string[]) =>
    [...new Set(entries.flatMap(withImports))].flatMap((key) => manifest[key] ?? []);
  const withImports = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(withImports)];

  const browser = keyOf('web/browser.tsx');
  const font = fileOf('givelap-sans.woff2');
  const icon = fileOf('favicon.svg');
  return (page: PageName, language: Language): Assets => {
    const itself = keyOf(`/${page}-page.tsx`);
    const words = partsOf(page).map((part) => keyOf(`words/${part}/${language}`));
    const chunks = chunksOf([browser, itself, ...words]);
    // Code that comes on demand brings no look along.
    const onDemand = chunksOf(manifest[itself]?.dynamicImports ?? []);
    return {
      css: [...new Set([...chunks, ...onDemand].flatMap(({ css = [] }) => css))].map(address),
      entry: address(manifest[browser]?.file ?? ''),
      preload: chunks.map(({ file }) => address(file)),
      font,
      icon,
      brandCss,
    };
  };
}

const address = (file: string) => `/${file}`;
