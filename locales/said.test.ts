import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { texts } from './messages.ts';

const ROOTS = '{contract,domain,locales,mails,sandbox,server,web}/**/*.{ts,tsx}';

async function code(): Promise<string> {
  const files = await Array.fromAsync(glob(ROOTS, { exclude: (name) => /\.test\.tsx?$/.test(name) }));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

/** `unit.${known}`: how such keys look. What stands in for `${…}` must be said by the code as well. */
function templates(source: string): RegExp[] {
  const found = source.matchAll(/`([a-z]\w*\.[\w.]*\$\{[^`]*)`/gi);
  const parts = Array.from(found, ([, key = '']) => key.split(/\$\{.*?\}/));
  return parts.map((said) => new RegExp(`^${said.map(RegExp.escape).join('([\\w.-]+)')}$`));
}

test('every text is said somewhere: whole, or put together from words that are said', async () => {
  const source = await code();
  const words = new Set([/[\w-]+/g, /[\w.-]+/g].flatMap((word) => source.match(word) ?? []));
  const made = templates(source);
  const isMade = (key: string, template: RegExp) => {
    const standIns = template.exec(key)?.slice(1);
    return standIns?.every((word) => words.has(word)) ?? false;
  };
  const isSaid = (key: string) =>
    [`'${key}'`, `"${key}"`].some((whole) => source.includes(whole)) || made.some((template) => isMade(key, template));
  expect(Object.keys(texts.de).filter((key) => !isSaid(key))).toEqual([]);
  expect(['nobody.says.this', 'unit.mile', 'unit.lap.twice'].filter(isSaid)).toEqual([]);
});
