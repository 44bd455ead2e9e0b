import { setupI18n, type Messages } from '@lingui/core';
import type { PageName } from '#contract/pages.ts';
import { withFigures } from '#domain/figures.ts';
import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import type { Part } from '#locales/parts.ts';

type Load = () => Promise<{ default: Messages }>;

/** A file per part and language: a visitor loads the words of one language, and only of the parts a page speaks. */
const words = {
  site: {
    de: () => import('virtual:words/site/de'),
    en: () => import('virtual:words/site/en'),
    fr: () => import('virtual:words/site/fr'),
    it: () => import('virtual:words/site/it'),
  },
  donation: {
    de: () => import('virtual:words/donation/de'),
    en: () => import('virtual:words/donation/en'),
    fr: () => import('virtual:words/donation/fr'),
    it: () => import('virtual:words/donation/it'),
  },
  gift: {
    de: () => import('virtual:words/gift/de'),
    en: () => import('virtual:words/gift/en'),
    fr: () => import('virtual:words/gift/fr'),
    it: () => import('virtual:words/gift/it'),
  },
  legal: {
    de: () => import('virtual:words/legal/de'),
    en: () => import('virtual:words/legal/en'),
    fr: () => import('virtual:words/legal/fr'),
    it: () => import('virtual:words/legal/it'),
  },
  admin: {
    de: () => import('virtual:words/admin/de'),
    en: () => import('virtual:words/admin/en'),
    fr: () => import('virtual:words/admin/fr'),
    it: () => import('virtual:words/admin/it'),
  },
} satisfies Record<Part, Record<Language, Load>>;
export const allParts = Object.keys(words) as Part[];

/** The parts of the texts that a page speaks. */
export function partsOf(page: PageName): Part[] {
  return ['site', ...(more[page] ?? [])];
}

const more: Partial<Record<PageName, Part[]>> = {
  give: ['donation'],
  card: ['gift'],
  gift: ['donation', 'gift'],
  'pledge-sent': ['donation'],
  'pledge-result': ['donation'],
  legal: ['legal'],
  admin: ['donation', 'admin'],
  profile: ['admin'],
};

export async function loadTexts(parts: Part[], language: Language): Promise<Translate> {
  const messages = await Promise.all(parts.map(async (part) => (await words[part][language]()).default));
  const i18n = setupI18n({ locale: language, messages: { [language]: Object.assign({}, ...messages) as Messages } });
  return (key, values) => i18n._(key, withFigures(values));
}
