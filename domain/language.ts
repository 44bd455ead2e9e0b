export const languages = ['de', 'en', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
  it: 'Italiano',
};

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}

/** The first of ours that an `Accept-Language` header asks for (RFC 9110, 12.5.4); null when it names none. */
export function preferredLanguage(header: string): Language | null {
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.split('-')[0], weight: weight ? Number(weight.trim().slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.map(({ language }) => language).find(isLanguage) ?? null;
}
