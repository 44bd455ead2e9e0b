import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import config from '../../oxlint.config.ts';

const root = path.join(import.meta.dirname, '../..');
const outside = new Set(['node_modules', 'dist', 'data', '.git']);

async function files(folder = root): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !outside.has(name))
    .map((entry) =>
      entry.isDirectory()
        ? files(path.join(folder, entry.name))
        : Promise.resolve([path.relative(root, path.join(folder, entry.name))]),
    );
  return (await Promise.all(found)).flat();
}

const here = await files();
const sources = here.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));

test('there is a house to look at', () => expect(sources.length).toBeGreaterThan(100));

const isTest = (file: string) => file.startsWith('test/') || file.endsWith('.test.ts');
const longest = (file: string) => (isTest(file) ? 400 : 300);

test('no file is longer than 300 lines, no test than 400', async () => {
  const lengths = await Promise.all(
    sources.map(async (file) => ({ file, lines: (await readFile(path.join(root, file), 'utf8')).split('\n').length })),
  );
  expect(lengths.filter(({ file, lines }) => lines > longest(file)).map(({ file }) => file)).toEqual([]);
});

test('every room stands behind a fence', () => {
  const fenced = (config.overrides ?? []).filter(({ rules }) => Array.isArray(rules?.['no-restricted-imports']));
  const patterns = fenced.flatMap((one) => one.files);
  const rooms = sources.filter((file) => /^(contract|domain|locales|mails|server|web)\/.*\.tsx?$/.test(file));
  const products = rooms.filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));
  expect(products.length).toBeGreaterThan(300);
  expect(products.filter((file) => !patterns.some((pattern) => path.matchesGlob(file, pattern)))).toEqual([]);
  // The linter does not know these, and says nothing.
  expect(patterns.filter((pattern) => pattern.includes('!('))).toEqual([]);
});

test('nothing is called by what it is not', () => {
  const drawers = /(^|\/)(utils?|helpers?|common|misc|managers?)(\/|\.|$)/;
  expect(sources.filter((file) => drawers.test(file))).toEqual([]);
});

const documents = here.filter((file) => /^(docs\/[\w-]+|README|CONTRIBUTING)\.md$/.test(file));

/** Files and folders that a document names; `data/` is made by running. */
async function namedIn(document: string): Promise<string[]> {
  const said = await readFile(path.join(root, document), 'utf8');
  return [...said.matchAll(/`((?!data\/)[a-z][\w.-]*\/[\w.*/-]+|[\w-]+\.tsx?)`/g)].map(([, name = '']) => name);
}

/** A name may be the end of a path. */
function isHere(name: string): boolean {
  const pattern = name.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  return here.some((file) => new RegExp(`(^|/)${pattern}(/|$)`).test(file));
}

test('documents name files', async () => {
  expect((await Promise.all(documents.map(namedIn))).flat().length).toBeGreaterThan(300);
});

// Decisions say how it was when they were taken.
test.each(documents)('%s names only what is there', async (document) => {
  expect((await namedIn(document)).filter((name) => !isHere(name))).toEqual([]);
});

test('what is said of the description, and by what it is shown, is there', async () => {
  const said = await readFile(path.join(root, 'docs/spec-coverage.md'), 'utf8');
  const isHere = (name: string) => sources.some((file) => `/${file}`.endsWith(`/${name}`));
  const named = new Set([...said.matchAll(/`([\w./-]+\.(?:tsx?|css))`/g)].map(([, name = '']) => name));
  expect(named.size).toBeGreaterThan(150);
  expect([...named].filter((name) => !isHere(name))).toEqual([]);
  const rooms: Partial<Record<string, string>> = { J: 'test/journeys', S: 'server/http', D: 'domain' };
  const tests = new Set(
    [...said.matchAll(/\b([JSD]) ([\w/-]*\w)(?![\w/*-])/g)].map(
      ([, room = '', name]) => `${rooms[room]}/${name}.test.ts`,
    ),
  );
  expect(tests.size).toBeGreaterThan(20);
  expect([...tests].filter((name) => !sources.includes(name))).toEqual([]);
});

// A test belongs to what it stands beside.
test('no folder is a drawer', () => {
  const counts = new Map<string, number>();
  for (const file of sources.filter((one) => !one.endsWith('.test.ts')))
    counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
});
