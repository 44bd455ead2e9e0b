import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
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

const sources = (await files()).filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));

test('there is a house to look at', () => expect(sources.length).toBeGreaterThan(100));

test('no file is longer than 400 lines', async () => {
  const lengths = await Promise.all(
    sources.map(async (file) => ({ file, lines: (await readFile(path.join(root, file), 'utf8')).split('\n').length })),
  );
  expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
});

test('nothing is called by what it is not', () => {
  const drawers = /(^|\/)(utils?|helpers?|common|misc|managers?)(\/|\.|$)/;
  expect(sources.filter((file) => drawers.test(file))).toEqual([]);
});

test('what is said to be safe, and by what, is there', async () => {
  const said = await readFile(path.join(root, 'docs/security.md'), 'utf8');
  const named = new Set([...said.matchAll(/`([a-z][\w.-]*\/[\w./-]+)`/g)].map(([, place = '']) => place));
  expect(named.size).toBeGreaterThan(50);
  const here = [...named].map((place) =>
    access(path.join(root, place)).then(
      () => null,
      () => place,
    ),
  );
  expect((await Promise.all(here)).filter((place) => place !== null)).toEqual([]);
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

test('no folder is a drawer', () => {
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
});
