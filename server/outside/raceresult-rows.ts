import { isEmail } from '#domain/email.ts';
import { splitName } from '#domain/names.ts';
import { TimingFailed, type TimingRow } from '#server/services.ts';

/** Organisers label columns freely; these are met in the field. Compared without case, blanks and dots. */
const aliases = {
  id: ['id', 'participantid', 'tnid'],
  bib: ['bib', 'startnr', 'startnummer', 'dossard', 'nr', 'number'],
  last: ['lastname', 'nachname', 'name1', 'nom'],
  first: ['firstname', 'vorname', 'prenom', 'prénom'],
  full: ['displayname', 'flname', 'name'],
  year: ['yearofbirth', 'jahrgang', 'yob', 'jg'],
  ageGroup: ['agegroupname', 'agegroupnameshort', 'agegroup', 'ak'],
  contest: ['contestname', 'contest', 'kategorie', 'strecke'],
  club: ['club', 'verein', 'team', 'club/team'],
  country: ['nation', 'nationioc2', 'nationality'],
  email: ['email', 'e-mail', 'mail'],
  units: ['numberoflaps', 'laps', 'runden', 'distance', 'distanz', 'km', 'meter'],
} satisfies Record<string, string[]>;
type Column = keyof typeof aliases;
type Columns = Partial<Record<Column, string>>;

/** The rows of a list as it came; throws `TimingFailed` for anything that is not one. */
export function readRows(bytes: Buffer): TimingRow[] {
  const list = parseJson(decode(bytes));
  if (!Array.isArray(list) || !list.every(isRecord)) throw new TimingFailed('shape');
  if (list.length === 0) return [];
  const columns = findColumns(new Set(list.flatMap(Object.keys)));
  return list.map((record) => readRow(record, columns));
}

/** By byte order mark, else UTF-8 where valid, else Windows-1252: what real files come in. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TimingFailed('shape');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findColumns(labels: Set<string>): Columns {
  const byKey = new Map([...labels].map((label) => [label.toLowerCase().replace(/[\s.]/g, ''), label]));
  const columns: Columns = {};
  for (const column of Object.keys(aliases) as Column[]) {
    const alias = aliases[column].find((name) => byKey.has(name));
    const label = alias && byKey.get(alias);
    if (label) columns[column] = label;
  }
  if (!columns.id) throw new TimingFailed('no_id');
  if (!columns.last && !columns.full) throw new TimingFailed('no_name');
  return columns;
}

function readRow(record: Record<string, unknown>, columns: Columns): TimingRow {
  const text = (column: Column) => cell(columns[column] === undefined ? '' : record[columns[column]]);
  const id = text('id');
  if (!id || id === '0') throw new TimingFailed('no_id');
  const name = columns.last
    ? { first_name: text('first') ?? '', last_name: text('last') ?? '' }
    : splitName(text('full') ?? '');
  const bib = text('bib');
  const email = text('email');
  return {
    source_id: id,
    ...name,
    bib: bib === '0' ? null : bib,
    category: text('ageGroup') ?? text('contest'),
    birth_year: year(text('year')),
    club: text('club'),
    country: text('country'),
    email: email && isEmail(email) ? email : null,
    units: units(text('units')),
  };
}

/** Trimmed, blanks collapsed, NFC, without control characters and markers such as `[img:flags/KE.gif]`; empty is null. */
function cell(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\[img:[^\]]*\]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, 200).join('');
}

function year(text: string | null): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1900 && number <= 2100 ? number : null;
}

function units(text: string | null): string | null {
  const number = text !== null && /^\d{1,7}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
  return number <= 9_999_999 ? number.toFixed(3) : null;
}
