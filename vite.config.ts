import { glob, readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileText } from './locales/compile.ts';
import { parts } from './locales/parts.ts';

const ROOT = import.meta.dirname;
const WORDS = new RegExp(`^virtual:words/(${parts.join('|')})/(\\w\\w)$`);
const OF_A_PART = new RegExp(`^(${parts.filter((part) => part !== 'site').join('|')})\\.`);

/** `virtual:words/site/de`: the German texts of public pages, compiled, so that no parser travels to the browser. */
function words(): Plugin {
  let says: Record<'site' | 'admin', Says>;
  /** Which file a text goes to: most pages need neither the forms', the admin's nor the long legal ones. */
  const partOf = (key: string) => {
    const sayer = says.site(key) ? 'site' : says.admin(key) ? 'admin' : null;
    return sayer && (OF_A_PART.exec(key)?.[1] ?? sayer);
  };
  return {
    name: 'words',
    async buildStart() {
      says = {
        site: await saidIn('{web,domain,locales}/**/*.{ts,tsx}', { exclude: ['web/admin/**', '**/*.test.ts'] }),
        admin: await saidIn('web/admin/**/*.{ts,tsx}'),
      };
    },
    resolveId: (id) => (WORDS.test(id) ? `\0${id}` : null),
    async load(id) {
      const [, part, language] = WORDS.exec(id.slice(1)) ?? [];
      if (!part) return null;
      const file = `${ROOT}/locales/${language}.json`;
      this.addWatchFile(file);
      const texts = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
      const wanted = texts.filter(([key]) => partOf(key) === part);
      const compiled = Object.fromEntries(wanted.map(([key, text]) => [key, compileText(text)]));
      return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js' };
    },
  };
}

type Says = (key: string) => boolean;

/**
 * Which texts some code says: whole, `'site.close'`, or by how their keys begin, `unit.${known}`. All others are the
 * server's alone: mails, exports, most failures. They do not travel.
 */
async function saidIn(pattern: string, options: { exclude?: string[] } = {}): Promise<Says> {
  const files = await Array.fromAsync(glob(pattern, { cwd: ROOT, ...options }));
  const code = (await Promise.all(files.map((file) => readFile(`${ROOT}/${file}`, 'utf8')))).join('\n');
  const found = (says: RegExp) => [...code.matchAll(says)].map(([, said = '']) => said);
  const whole = new Set(found(/['"]([a-z]\w*\.[\w.]+)['"]/gi));
  const begun = found(/`([a-z]\w*\.[\w.]*)\$\{/gi);
  return (key) => whole.has(key) || begun.some((begin) => key.startsWith(begin));
}

/** The boot script fetches what a page needs: Vite's own way of preloading would only travel along. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : null),
  };
}

/** Beside a chunk per page: React, which seldom changes, and what several pages share. What is loaded on demand stays apart. */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@lingui)\// },
  { name: 'shared', test: /\/(web|domain|contract)\//, minShareCount: 3 },
];

/** Two builds: what the browser loads, and with `--ssr` what the server renders pages with. */
export default defineConfig(({ isSsrBuild }) => ({
  root: ROOT,
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), words(), plainImports()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    target: 'baseline-widely-available',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: isSsrBuild
      ? { input: 'web/server.tsx', output: { codeSplitting: false } }
      : { input: 'web/browser.tsx', output: { codeSplitting: { groups: chunks } } },
  },
}));
