import type { Language } from './language.ts';

/**
 * «Eritrea» for `ER`; what else timing writes («SUI») as it is. For what the browser draws alone: a server may know
 * another name.
 */
export function countryName(country: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames(`${language}-CH`, { type: 'region' }).of(country) ?? country;
}
