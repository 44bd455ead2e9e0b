import type { Language } from './language.ts';

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

interface Calendar {
  months: string[];
  /** From Sunday on. */
  weekdays: string[];
  /** The number of the day as it stands before the month. */
  date: (date: number) => string;
  /** Between the day of the week and the date. */
  comma: string;
}

/** Our own words: a server and a browser that know different ones would draw two different pages. */
const calendars: Record<Language, Calendar> = {
  de: {
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    weekdays: words('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
    date: (date) => `${date}.`,
    comma: ', ',
  },
  en: {
    months: words('January February March April May June July August September October November December'),
    weekdays: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    date: String,
    comma: ', ',
  },
  fr: {
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    weekdays: words('dimanche lundi mardi mercredi jeudi vendredi samedi'),
    date: (date) => (date === 1 ? '1er' : String(date)),
    comma: ' ',
  },
  it: {
    months: words('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
    weekdays: words('domenica lunedì martedì mercoledì giovedì venerdì sabato'),
    date: (date) => (date === 1 ? '1°' : String(date)),
    comma: ' ',
  },
};

function words(line: string): string[] {
  return line.split(' ');
}

/** A calendar day `2027-06-12` as «12. Juni 2027», with `weekday` as «Samstag, 12. Juni 2027». */
export function formatDay(day: string, language: Language, weekday = false): string {
  const { months, weekdays, date, comma } = calendars[language];
  const at = new Date(`${day}T00:00:00Z`);
  const text = `${date(at.getUTCDate())} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return weekday ? `${weekdays[at.getUTCDay()]}${comma}${text}` : text;
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

/** A moment as the Swiss day `12.06.2027`, the same in every language. */
export function formatDate(moment: Date): string {
  const [year, month, date] = swissDay(moment).split('-');
  return `${date}.${month}.${year}`;
}

/** `12.06.2027, 09:41`. */
export function formatMoment(moment: Date): string {
  return `${formatDate(moment)}, ${formatTime(moment)}`;
}

/** A time today, before that the day with its time. */
export function formatRecent(moment: Date, now = new Date()): string {
  return swissDay(moment) === swissDay(now) ? formatTime(moment) : formatMoment(moment);
}

/** In milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const later = (than: Date, milliseconds: number): Date => new Date(than.getTime() + milliseconds);
export const earlier = (than: Date, milliseconds: number): Date => later(than, -milliseconds);
