import { setImmediate as nextTurn } from 'node:timers/promises';
import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { TimingFailed } from '#server/services/timing.ts';
import { mapInTurns } from '#server/turns.ts';

/** A list in any shape. Each label leads to the cell in every row: by its own name, or by its place. */
export interface Table {
  keys: ReadonlyMap<string, string | number>;
  rows: readonly Row[];
}
export type Row = Readonly<Record<string | number, unknown>>;

/** Is this a label we know? Headers are told from people by it. */
type IsLabel = (label: string) => boolean;

/**
 * JSON objects, JSON arrays or CSV as a table; throws `TimingFailed` for anything else. `columns` names the cells of
 * a list without a header; a list that has one is read by its own.
 */
export async function readTable(bytes: Buffer, columns: string | null, isLabel: IsLabel): Promise<Table> {
  const text = decode(bytes);
  // Each of these takes 20 to 40 ms for 20,000 people: others are answered in between.
  await nextTurn();
  const list = /^\s*[[{]/.test(text) ? parseJson(text) : await parseLines(text);
  if (!Array.isArray(list)) throw new TimingFailed('shape');
  await nextTurn();
  if (list.every(Array.isArray)) return fromArrays(list as unknown[][], columns, isLabel);
  if (list.every(isRecord)) return fromObjects(list);
  throw new TimingFailed('shape');
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

/** CSV; a page, an error in words and an empty answer are none. */
async function parseLines(whole: string): Promise<string[][]> {
  // Spreadsheets may name the separator in a line of its own.
  const named = /^sep=(.)\r?\n/.exec(whole);
  const text = named ? whole.slice(named[0].length) : whole;
  const delimiter = named?.[1] ?? separatorOf(text.slice(0, 10_000));
  if (!delimiter || /^\s*</.test(text)) throw new TimingFailed('shape');
  try {
    return await parseCsv(Buffer.from(text), delimiter);
  } catch (error) {
    // A quote that never ends, a line with other cells than the first: half a list.
    if (error instanceof CsvError) throw new TimingFailed('shape');
    throw error;
  }
}

/** Piece by piece: all at once, 20,000 lines would stop the whole server for a fifth of a second. */
async function parseCsv(bytes: Buffer, delimiter: string): Promise<string[][]> {
  const lines: string[][] = [];
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }).on('data', (line: string[]) => lines.push(line));
  const feed = async () => {
    for (let start = 0; start < bytes.length && parser.writable; start += PIECE) {
      parser.write(bytes.subarray(start, start + PIECE));
      await nextTurn();
    }
    parser.end();
  };
  await Promise.all([finished(parser), feed()]);
  return lines;
}

const PIECE = 64 * 1024;

/** What stands most often in the first line, outside quotes; undefined when there is but one column. */
function separatorOf(text: string): string | undefined {
  const first = (/^\s*((?:"[^"]*"|[^"\r\n])*)/.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const counts = [';', '\t', ','].map((sign) => [sign, first.split(sign).length - 1] as const);
  const [best] = counts.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  return best?.[0];
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A column may be missing where it is empty, so the labels are those of all rows. */
async function fromObjects(rows: Row[]): Promise<Table> {
  const keys = new Map<string, string>();
  await mapInTurns(rows, (row) => {
    for (const label of Object.keys(row)) keys.set(label, label);
  });
  return { keys, rows };
}

function fromArrays(rows: unknown[][], columns: string | null, isLabel: IsLabel): Table {
  const [first] = rows;
  if (!first) return { keys: new Map(), rows: [] };
  // People have a number. «ID» alone is no header, since it is also Indonesia.
  const isHeader = !first.some((cell) => /^\s*\d+\s*$/.test(String(cell)));
  const own = isHeader && first.some((cell) => isLabel(String(cell))) ? first.map(String) : null;
  const labels = own ?? splitColumns(columns ?? '');
  if (labels.length === 0) throw new TimingFailed(isHeader ? 'shape' : 'no_columns');
  // One column too many or too few, and e-mail addresses would be shown as clubs.
  if (rows.some((row) => row.length !== labels.length)) throw new TimingFailed(own ? 'shape' : 'other_columns');
  return {
    keys: new Map(labels.map((label, index) => [label, index])),
    rows: (isHeader ? rows.slice(1) : rows) as unknown as Row[],
  };
}

/** Names or expressions, parted by commas, semicolons or lines; those within quotes and brackets part nothing. */
function splitColumns(text: string): string[] {
  const columns = [''];
  let depth = 0;
  let quoted = false;
  // A separator at the end of a line and the line's end are one.
  for (const sign of text
    .trim()
    .replace(/\s*[,;]?\s*\n\s*[,;]?\s*/g, '\n')
    .replace(/[,;]$/, '')) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && '([{'.includes(sign)) depth += 1;
    else if (!quoted && ')]}'.includes(sign)) depth -= 1;
    if (!quoted && depth <= 0 && ',;\n'.includes(sign)) columns.push('');
    else columns[columns.length - 1] += sign;
  }
  const names = columns.map((column) => column.trim());
  return names.every((name) => name === '') ? [] : names;
}
