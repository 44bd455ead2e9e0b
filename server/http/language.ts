import { isLanguage, preferredLanguage, type Language } from '#domain/language.ts';

/** Where nobody says which. */
const FALLBACK: Language = 'en';

export const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 3600;

export function callersLanguage(cookie: string | null, acceptLanguage: string | undefined): Language {
  return isLanguage(cookie) ? cookie : (preferredLanguage(acceptLanguage ?? '') ?? FALLBACK);
}

/** An explicit choice in the address, `?lng=fr`; null when there is none. */
export function chosenLanguage(query: URLSearchParams): Language | null {
  const choice = query.get('lng');
  return isLanguage(choice) ? choice : null;
}
