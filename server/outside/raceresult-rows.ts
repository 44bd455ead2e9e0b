import { isEmail } from '#domain/email.ts';
import { namesShown, splitName } from '#domain/names.ts';
import { TimingFailed, type TimingRow } from '#server/services/timing.ts';
import { mapInTurns } from '#server/turns.ts';
import { readTable, type Row, type Table } from './raceresult-list.ts';

/** Organisers label columns freely; these are met in the field. Compared without case, blanks, dots and brackets. */
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
  namesShown: ['namesshown', 'names_shown'],
  units: ['numberoflaps', 'laps', 'runden', 'distance', 'distanz', 'km', 'meter'],
} satisfies Record<string, string[]>;
type Column = keyof typeof aliases;
type Columns = Partial<Record<Column, string | number>>;

const known = new Set<string>(Object.values(aliases).flat());
const keyOf = (label: string) => label.toLowerCase().replace(/[\s."[\]]/g, '');

/** The rows of a list as it came, in whatever shape; throws `TimingFailed` for anything that is not one. */
export async function readRows(bytes: Buffer, columns: string | null): Promise<TimingRow[]> {
  const table = await readTable(bytes, columns, (label) => known.has(keyOf(label)));
  if (table.rows.length === 0) return [];
  const found = findColumns(table.keys);
  return mapInTurns(table.rows, (row) => readRow(row, found));
}

function findColumns(keys: Table['keys']): Columns {
  const byLabel = new Map([...keys].map(([label, key]) => [keyOf(label), key]));
  const columns: Columns = {};
  for (const column of Object.keys(aliases) as Column[]) {
    const key = aliases[column].map((name) => byLabel.get(name)).find((key) => key !== undefined);
    if (key !== undefined) columns[column] = key;
  }
  if (columns.id === undefined) throw new TimingFailed('no_id');
  if (columns.last === undefined && columns.full === undefined) throw new TimingFailed('no_name');
  return columns;
}

function readRow(row: Row, columns: Columns): TimingRow {
  const text = (column: Column) => cell(columns[column] === undefined ? '' : row[columns[column]]);
  const id = text('id');
  if (!id || id === '0') throw new TimingFailed('no_id');
  const name =
    columns.last !== undefined
      ? { first_name: text('first') ?? '', last_name: text('last') ?? '' }
      : splitName(text('full') ?? '');
  const bib = text('bib');
  const email = text('email');
  // Lists show one of the two; people look for both.
  const [category = null, contest = null] = [text('ageGroup'), text('contest')].filter((name) => name !== null);
  return {
    source_id: id,
    ...name,
    bib: bib === '0' ? null : bib,
    category,
    contest,
    birth_year: year(text('year')),
    club: text('club'),
    country: text('country'),
    email: email && isEmail(email) ? email : null,
    units: units(text('units')),
    ...(columns.namesShown !== undefined && { names_shown: shown(text('namesShown')) }),
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

/** Whoever asked not to be named, in words that we do not know, is not named. */
function shown(text: string | null): TimingRow['names_shown'] {
  if (text === null) return null;
  return namesShown.find((rule) => rule === text.toLowerCase()) ?? 'none';
}
