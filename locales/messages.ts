import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { withFigures } from '#domain/figures.ts';
import { languages, type Language } from '#domain/language.ts';
import { compileText } from './compile.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

/** Every text has one key in all four languages; German is where a key is born. */
export type TextKey = keyof typeof de;

export const texts: Record<Language, Record<TextKey, string>> = { de, en, fr, it };

/** Finds the words: `t('donation.sent', { name })`. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

function compile(messages: Record<string, string>): Messages {
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileText(text)]));
}

const catalogs = new Map<Language, I18n>(
  languages.map((language) => [
    language,
    setupI18n({ locale: language, messages: { [language]: compile(texts[language]) } }),
  ]),
);

export function translator(language: Language): Translate {
  const catalog = catalogs.get(language);
  return (key, values) => catalog?._(key, withFigures(values)) ?? key;
}
