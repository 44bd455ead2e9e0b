import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#domain/language.ts';

/** Where the languages are named that no compiler reads. */
const read = (file: string) => readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
const named = (list: string) => [...list.matchAll(/\b[a-z]{2}\b/g)].map(([name]) => name).toSorted();
const ours = languages.toSorted();

test('nginx keeps a page in every language, and says in each that we are away', async () => {
  const conf = await read('deploy/nginx/givelap-http.conf');
  const [, sought = ''] = /<givelap_named>([^)]*)\)/.exec(conf) ?? [];
  expect(named(sought)).toEqual(ours);
  for (const map of ['$cookie_language $givelap_language', '$givelap_language $givelap_away']) {
    const [, lines = ''] = conf.split(`map ${map} {`).map((rest) => rest.split('\n}')[0]);
    const keys = [...lines.matchAll(/^ +(\w+) /gm)].map(([, key = '']) => key).filter((key) => key !== 'default');
    expect(keys.toSorted()).toEqual(ours);
  }
});

test('the realm speaks every language', async () => {
  const realm = JSON.parse(await read('deploy/keycloak/realm.json')) as { supportedLocales: string[] };
  expect(realm.supportedLocales.toSorted()).toEqual(ours);
});

test('every table that holds a language takes all of them', async () => {
  const files = (await readdir(path.join(import.meta.dirname, '../../migrations'))).toSorted();
  const sql = (await Promise.all(files.map((file) => read(`migrations/${file}`)))).join('\n');
  // A later migration widens what an earlier one said.
  const last = new Map(
    [...sql.matchAll(/constraint (\w+_language) check \(language in \(([^)]*)\)\)/g)].map(([, name, list = '']) => [
      name,
      named(list),
    ]),
  );
  expect(Object.fromEntries(last)).toEqual({
    event_language: ours,
    donor_language: ours,
    pledge_language: ours,
    mail_language: ours,
    gift_language: ours,
  });
});
