import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { texts } from './messages.ts';

const ROOTS = '{contract,domain,locales,mails,sandbox,server,web}/**/*.{ts,tsx}';

async function code(): Promise<string> {
  const files = await Array.fromAsync(glob(ROOTS, { exclude: (name) => /\.test\.tsx?$/.test(name) }));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

test('every text is said somewhere: whole, or as one of several that begin alike', async () => {
  const source = await code();
  const begun = [...source.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/gi)].map(([, begin = '']) => begin);
  const isSaid = (key: string) =>
    source.includes(`'${key}'`) || source.includes(`"${key}"`) || begun.some((begin) => key.startsWith(begin));
  expect(Object.keys(texts.de).filter((key) => !isSaid(key))).toEqual([]);
  expect(isSaid('nobody.says.this')).toBe(false);
});
