import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const ROOT = join(import.meta.dirname, '..');
const ASSETS = join(ROOT, 'dist/client/assets');
const STAMP = join(ROOT, 'dist/stamp');
const SOURCES = ['web/**/*', 'contract/**/*', 'domain/**/*', 'locales/**/*', 'vite.config.ts', 'package-lock.json'];

/** Builds the site for the browser and for the server, unless what lies there was made of the same sources. */
export async function buildWeb({ force = false } = {}): Promise<'built' | 'fresh'> {
  const stamp = await stampOf(SOURCES);
  if (!force && (await isFresh(stamp))) return 'fresh';
  await asProduction(() => Promise.all([build(options), build({ ...options, build: { ssr: true } })]));
  await compressAssets();
  await writeFile(STAMP, stamp);
  return 'built';
}

/** Once and as small as can be: what is sent with every first visit is worth a second of building. */
async function compressAssets(): Promise<void> {
  const files = await Array.fromAsync(glob('*.{js,css,svg}', { cwd: ASSETS }));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(ASSETS, file));
      const [br, gz] = await Promise.all([brotli(bytes), zip(bytes, { level: 9 })]);
      await Promise.all([writeFile(join(ASSETS, `${file}.br`), br), writeFile(join(ASSETS, `${file}.gz`), gz)]);
    }),
  );
}

/** Vite asks the environment which React to build for; a test runner or a shell may have said otherwise. */
async function asProduction(work: () => Promise<unknown>): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

const options = { root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' } as const;

/** Builds, and again after every change; what lies there then is for development. */
export async function watchWeb(): Promise<{ close(): Promise<void> }> {
  await rm(STAMP, { force: true });
  const watching = { ...options, mode: 'development' };
  const watchers = await Promise.all([
    build({ ...watching, build: { watch: {} } }),
    build({ ...watching, build: { watch: {}, ssr: true } }),
  ]);
  const running = watchers.filter((watcher) => 'close' in watcher);
  await Promise.all(running.map(built));
  return {
    close: async () => {
      await Promise.all(running.map((watcher) => watcher.close()));
    },
  };
}

function built(watcher: Rolldown.RolldownWatcher): Promise<void> {
  return new Promise((resolve) => {
    watcher.on('event', ({ code }) => {
      if (code === 'END') resolve();
    });
  });
}

async function isFresh(stamp: string): Promise<boolean> {
  const built = ['dist/client/.vite/manifest.json', 'dist/server/server.js'];
  if (!existsSync(STAMP) || !built.every((file) => existsSync(join(ROOT, file)))) return false;
  return (await readFile(STAMP, 'utf8')) === stamp;
}

/** A hash over names and contents. */
async function stampOf(patterns: string[]): Promise<string> {
  const entries = await Array.fromAsync(glob(patterns, { cwd: ROOT, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(relative(ROOT, file)).update(await readFile(file));
  return hash.digest('hex');
}

if (import.meta.main) await buildWeb({ force: process.argv.includes('--force') });
