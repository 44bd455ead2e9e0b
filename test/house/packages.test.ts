import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

type Versions = Record<string, string>;
interface Package {
  version?: string;
  license?: unknown;
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
}
interface Locked extends Package {
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

const read = (...place: string[]): unknown => JSON.parse(readFileSync(path.join(root, ...place), 'utf8'));
const named = ({ dependencies, devDependencies, optionalDependencies }: Package): Versions => ({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
});

describe.each(['.', 'tools'])('the packages of %s', (folder) => {
  const own = read(folder, 'package.json') as Package;
  const { packages } = read(folder, 'package-lock.json') as { packages: Record<string, Locked> };
  const entries = Object.entries(packages).filter(([place]) => place !== '');

  test('are named by one version each, and locked at that one', () => {
    expect(Object.values(named(own)).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    expect(named(packages[''] ?? {})).toEqual(named(own));
    const locked = Object.keys(named(own)).map((name) => [name, packages[`node_modules/${name}`]?.version]);
    expect(Object.fromEntries(locked)).toEqual(named(own));
  });

  // npm leaves out where a package comes from only when that is the registry, whichever it asks (`.npmrc`).
  test('come from the registry, and from nowhere else', () => {
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter(([, { resolved, link }]) => resolved ?? link)).toEqual([]);
  });

  test('are refused when a byte of them differs', () => {
    expect(entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  });

  test('may be used by us as we use them', () => {
    const refused = entries.filter(([place, { license }]) => !isAllowed(nameOf(place), license));
    expect(refused.map(([place, { license }]) => [place, license])).toEqual([]);
  });

  test('say the same of themselves once they are here', () => {
    const here = entries.filter(([place]) => existsSync(path.join(root, folder, place, 'package.json')));
    const said = here.map(([place]) => [place, (read(folder, place, 'package.json') as Package).license]);
    expect(said).toEqual(here.map(([place, { license }]) => [place, license]));
  });
});

/** Nothing but to be named, at most. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);

/** These ask for more, which as we use them we give. */
const exceptions: [name: RegExp, license: string, because: string][] = [
  [/^@img\/sharp-/, 'LGPL-3.0-or-later', 'libvips is a library of its own that anybody may replace'],
  [/^(axe-core|lightningcss(-.+)?)$/, 'MPL-2.0', 'unchanged files of theirs, in tests and in the build'],
];

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Of alternatives one will do, of several at once each must. */
function isAllowed(name: string, license: unknown): boolean {
  if (typeof license !== 'string') return false;
  const excepted = exceptions.filter(([names]) => names.test(name)).map(([, id]) => id);
  const alternatives = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((id) => allowed.has(id) || excepted.includes(id)));
}

test.each<[string, unknown, boolean]>([
  ['any', 'MIT', true],
  ['any', '(MIT OR GPL-3.0-only)', true],
  ['any', 'MIT AND GPL-3.0-only', false],
  ['any', 'GPL-3.0-only', false],
  ['any', 'UNLICENSED', false],
  ['any', undefined, false],
  ['any', 'MPL-2.0', false],
  ['axe-core', 'MPL-2.0', true],
  ['@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later', true],
])('%s under %s (control)', (name, license, is) => expect(isAllowed(name, license)).toBe(is));
