import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { languages, type Language } from '#domain/language.ts';
import { texts, translator, type TextKey } from './messages.ts';

const keys = Object.keys(texts.de) as TextKey[];

/** What a message asks for. A plural that does not print its number only chooses words, which some languages need not. */
interface Wish {
  name: string;
  kind: 'text' | 'number' | 'plural' | 'select';
  options: string[];
}

function wishes(message: CompiledMessage): Wish[] {
  if (typeof message === 'string') return [];
  return message.flatMap((token): Wish[] => {
    if (!Array.isArray(token)) return [];
    const [name, format, branches] = token as [string, string?, Record<string, CompiledMessage>?];
    if (branches === undefined || typeof branches !== 'object') {
      return [{ name, kind: format === 'number' ? 'number' : 'text', options: [] }];
    }
    const { offset: _, ...words } = branches;
    const inner = Object.values(words).flatMap(wishes);
    const prints = Object.values(words).some((word) => word.includes('#'));
    const kind = format === 'select' ? 'select' : prints ? 'number' : 'plural';
    return [{ name, kind, options: Object.keys(words) }, ...inner];
  });
}

const wishesOf = (language: Language, key: TextKey) => wishes(compileMessage(texts[language][key]));
const tagsIn = (text: string) => (text.match(/<\/?\w+>/g) ?? []).toSorted();

/** Values for every branch of a message. */
function samples(found: Wish[]): Record<string, string | number>[] {
  const plain = Object.fromEntries(
    found.map(({ name, kind }) => [name, kind === 'plural' || kind === 'number' ? 5 : `‹${name}›`]),
  );
  const numbers = found
    .filter(({ kind }) => kind === 'plural' || kind === 'number')
    .flatMap(({ name }) => [0, 1, 2, 21, 1_000_000].map((n) => ({ ...plain, [name]: n })));
  const choices = found
    .filter(({ kind }) => kind === 'select')
    .flatMap(({ name, options }) => options.map((option) => ({ ...plain, [name]: option })));
  return [plain, ...numbers, ...choices];
}

test('the four languages have the same keys', () => {
  for (const language of languages) expect([language, Object.keys(texts[language])]).toEqual([language, keys]);
  expect(keys.length).toBeGreaterThan(200);
});

describe.each(languages)('%s', (language) => {
  const t = translator(language);

  test('every text can be said with any value, and nothing of its making is left over', () => {
    for (const key of keys) {
      for (const values of samples(wishesOf(language, key))) {
        const said = t(key, values);
        expect([key, values, said]).toEqual([key, values, expect.stringMatching(/\S/)]);
        expect([key, said]).toEqual([key, said.trim()]);
        expect([key, said]).toEqual([
          key,
          expect.not.stringMatching(/[{}#]|NaN|undefined|\bnull\b|\[object|\$\{|plural,|select,/),
        ]);
        expect([key, said]).toEqual([key, expect.not.stringContaining('  ')]);
      }
    }
  });

  test('every text says each value it is given', () => {
    for (const key of keys) {
      const [values = {}] = samples(wishesOf(language, key));
      const shown = Object.values(values).filter((value) => typeof value === 'string');
      const chosenBy = wishesOf(language, key).filter(({ kind }) => kind === 'select');
      const expected = shown.filter((value) => !chosenBy.some(({ name }) => value === `‹${name}›`));
      const inBranches = samples(wishesOf(language, key))
        .map((sample) => t(key, sample))
        .join('\n');
      for (const value of expected) expect([key, inBranches]).toEqual([key, expect.stringContaining(value)]);
    }
  });

  test('asks for the same values, makes the same choices and marks the same words as German', () => {
    const told = (found: Wish[]) => {
      const asked = found.filter(({ kind }) => kind !== 'plural');
      return [
        ...new Set(
          asked.map(({ name, kind, options }) => [name, kind === 'select' ? options.toSorted() : ''].join(' ')),
        ),
      ].toSorted();
    };
    for (const key of keys) {
      expect([key, told(wishesOf(language, key))]).toEqual([key, told(wishesOf('de', key))]);
      expect([key, new Set(tagsIn(texts[language][key]))]).toEqual([key, new Set(tagsIn(texts.de[key]))]);
      const tags = tagsIn(texts[language][key]);
      expect([key, tags.filter((tag) => tag.startsWith('</')).length * 2]).toEqual([key, tags.length]);
    }
  });

  test('is written without markup but our own, and with the apostrophe of print', () => {
    for (const key of keys) {
      const text = texts[language][key];
      expect([key, text]).toEqual([key, expect.not.stringMatching(/'|&\w+;|<(?!\/?[a-z]>)|\t|\n/)]);
    }
  });

  test('counts are in the figures that people read here', () => {
    expect(t('run.done', { total: 20_000, created: 1250, updated: 7, withdrawn: 0 })).toMatch(/20’000.*1’250.*7.*0/);
    for (const key of keys) {
      for (const values of samples(wishesOf(language, key))) {
        expect([key, t(key, values)]).toEqual([key, expect.not.stringMatching(/\d[.,\s\u202F]?\d{3}(?!\d)/)]);
      }
    }
  });

  test('timing is blamed alike: callers look for these words', () => {
    for (const values of samples(wishesOf(language, 'error.timing_failed'))) {
      expect(t('error.timing_failed', values)).toMatch(/^RaceResult API /);
    }
    expect(t('error.timing_failed', { reason: 'no_id' })).toMatch(/\bID\b/);
  });
});

test('German is written as in Switzerland', () => {
  for (const key of keys) expect([key, texts.de[key]]).toEqual([key, expect.not.stringMatching(/[ßẞ„“]/)]);
});

test('French is written as in Switzerland: no blank before a sign nor inside quotes', () => {
  for (const key of keys) expect([key, texts.fr[key]]).toEqual([key, expect.not.stringMatching(/\s[:;?!»%]|«\s/)]);
});

test('everybody is addressed politely: Sie, vous, Lei', () => {
  const familiar = {
    de: /(?<!\p{L})(du|dein\w*|dich|dir|ihr|euch|euer)(?!\p{L})/u,
    fr: /(?<!\p{L})(tu|toi|ton|tes|te)(?!\p{L})/iu,
    it: /(?<!\p{L})(tu|tuo|tua|voi|vi|vostr\w|avete|potete|siete|volete|(?<=^|[.:?!] )\p{Lu}\p{L}+[aei]te)(?!\p{L})/u,
  };
  for (const [language, words] of Object.entries(familiar) as [keyof typeof familiar, RegExp][]) {
    for (const key of keys) {
      expect([key, texts[language][key]]).toEqual([key, expect.not.stringMatching(words)]);
    }
  }
});

describe('nothing is left untranslated', () => {
  /** Words that are spelt alike. */
  const alike: Record<string, Set<string>> = {
    fr: new Set([
      'Action',
      'Actions',
      'Adresse',
      'Club',
      'Configuration',
      'Contact',
      'Date',
      'Menu',
      'Message',
      'Organisation',
      'Page {page}',
      'Pages',
      'Participant',
      'Participants',
      'Profil',
      'Services',
      'Type',
      '{count, plural, one {minute} other {minutes}}',
    ]),
    it: new Set(['Club', 'E-mail', 'Impressum', 'Menu', 'NPA']),
    de: new Set([
      '404 Page Not Found',
      'Admin',
      'Authenticating...',
      'Club',
      'Dashboard',
      'Did you forget to add the page to the router?',
      'Event',
      'Events',
      'Jobs',
      'Name',
      'Organisation',
      'Status',
      'Team',
      'Website',
    ]),
  };

  test.each([
    ['fr', 'en'],
    ['it', 'en'],
    ['de', 'en'],
    ['fr', 'de'],
    ['it', 'de'],
    ['it', 'fr'],
  ] as const)('%s is not %s', (language, other) => {
    const same = keys.filter(
      (key) =>
        texts[language][key] === texts[other][key] && /[a-z]{3}/i.test(texts[language][key].replace(/\{\w+\}/g, '')),
    );
    expect(same.filter((key) => !alike[language]?.has(texts[language][key]))).toEqual([]);
  });

  test('no text speaks two languages', () => {
    for (const language of ['fr', 'it'] as const) {
      for (const key of keys) {
        expect([key, texts[language][key]]).toEqual([
          key,
          expect.not.stringMatching(/(?<!\p{L})(the|your|you|please|with|der|die|das|und|nicht|TODO|FIXME)(?!\p{L})/u),
        ]);
      }
    }
  });
});
