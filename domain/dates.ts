import type { Language } from './language.ts';

const locales: Record<Language, string> = { de: 'de-CH', en: 'en-GB', fr: 'fr-CH', it: 'it-CH' };

/** Races are in Switzerland: every time shown is Swiss time, whatever machine or browser shows it. */
const SWISS = 'Europe/Zurich';

/** Making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${Object.values(options).join(' ')}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}

const DAY = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' } as const;

/** A calendar day `2027-06-12` as «12. Juni 2027», with `weekday` as «Samstag, 12. Juni 2027». */
export function formatDay(day: string, language: Language, weekday = false): string {
  const options = weekday ? { ...DAY, weekday: 'long' as const } : DAY;
  return formatter(locales[language], options).format(new Date(`${day}T00:00:00Z`));
}

/** `12.06.`: the day in a list of dates, the same in every language. */
export function formatDayShort(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${date}.${month}.`;
}

/** A moment as a Swiss calendar day `2027-06-12`. */
export function swissDay(moment: Date): string {
  return formatter('sv-SE', { timeZone: SWISS, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);
}

/** A moment as the time of day, `09:41`. */
export function formatTime(moment: Date): string {
  return formatter('de-CH', { timeZone: SWISS, hour: '2-digit', minute: '2-digit' }).format(moment);
}

/** `12.06.2027, 09:41`. */
export function formatMoment(moment: Date): string {
  const [year, month, date] = swissDay(moment).split('-');
  return `${date}.${month}.${year}, ${formatTime(moment)}`;
}
