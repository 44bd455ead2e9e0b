import type { Language } from './language.ts';

const locales: Record<Language, string> = { de: 'de-CH', en: 'en-GB', fr: 'fr-CH', it: 'it-CH' };

/** Races are in Switzerland: every time shown is Swiss time, whatever machine or browser shows it. */
const SWISS = 'Europe/Zurich';

/** A calendar day `2027-06-12` as «12. Juni 2027», with `weekday` as «Samstag, 12. Juni 2027». */
export function formatDay(day: string, language: Language, weekday = false): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(weekday && { weekday: 'long' }),
  }).format(new Date(`${day}T00:00:00Z`));
}

/** `12.06.`: the day in a list of dates, the same in every language. */
export function formatDayShort(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${date}.${month}.`;
}

/** A moment as a Swiss calendar day `2027-06-12`. */
export function swissDay(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: SWISS }).format(moment);
}

/** A moment as the time of day, `09:41`. */
export function formatTime(moment: Date): string {
  return new Intl.DateTimeFormat('de-CH', { timeZone: SWISS, hour: '2-digit', minute: '2-digit' }).format(moment);
}

/** `12.06.2027, 09:41`. */
export function formatMoment(moment: Date): string {
  const [year, month, date] = swissDay(moment).split('-');
  return `${date}.${month}.${year}, ${formatTime(moment)}`;
}
