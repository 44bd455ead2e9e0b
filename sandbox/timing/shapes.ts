export type Cell = string | number;
/** One participant: column label → value; RACE RESULT writes every empty value as "". */
export type Row = Readonly<Record<string, Cell>>;

export const shapes = ['objects', 'arrays', 'csv-semicolon', 'csv-comma'] as const;
/**
 * How a list is written: JSON objects; JSON arrays in the order of its columns, without a header (that order is
 * the event's `rr_columns`); CSV with `;` in Windows-1252; CSV with `,` in UTF-8 with a byte order mark.
 */
export type Shape = (typeof shapes)[number];

export interface Written {
  readonly type: string;
  readonly body: Buffer;
}

export function writeList(rows: readonly Row[], columns: readonly string[], shape: Shape): Written {
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
  switch (shape) {
    case 'objects':
      return json(cells.map((line) => Object.fromEntries(line.map((cell, index) => [columns[index], cell]))));
    case 'arrays':
      return json(cells);
    case 'csv-semicolon':
      return { type: 'text/csv', body: windows1252(csv([columns, ...cells], ';')) };
    case 'csv-comma':
      return { type: 'text/csv', body: Buffer.from(`\uFEFF${csv([columns, ...cells], ',')}`) };
  }
}

function json(value: unknown): Written {
  return { type: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(value)) };
}

function csv(lines: readonly (readonly Cell[])[], separator: string): string {
  return lines.map((line) => `${line.map((cell) => quoted(String(cell), separator)).join(separator)}\r\n`).join('');
}

function quoted(cell: string, separator: string): string {
  return cell.includes('"') || cell.includes(separator) || cell.includes('\n')
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}

const UPPER_HALF = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, index) => 128 + index));

/** What the old encoding cannot write becomes `?`, as on the real thing: "Nguyễn" loses a letter. */
export function windows1252(text: string): Buffer {
  return Buffer.from(
    Array.from(text.normalize('NFC'), (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 128) return code;
      const index = UPPER_HALF.indexOf(character);
      return index < 0 ? '?'.charCodeAt(0) : 128 + index;
    }),
  );
}
