import type { Cell, Column, Sheet } from './actions.ts';

/** A stretch of rows by their keys: behind `after`, up to `last`, so many at most. */
export interface Piece {
  after: number;
  last: number;
  limit: number;
}

export interface ColumnOf<Row> extends Column {
  cell: (row: Row) => Cell;
}

/** The rows with keys up to `last` as a table. */
export function tableOf<Row extends { id: number }>(
  columns: ColumnOf<Row>[],
  last: number,
  list: (piece: Piece) => Promise<Row[]>,
): Sheet {
  const rows = pieces(last, list, (row) => columns.map(({ cell }) => cell(row)));
  // Without what makes a cell: a function cannot go to the thread that writes a worksheet.
  return { columns: columns.map(({ title, is }) => ({ title, is })), rows };
}

/** What one statement reads: a few milliseconds of work, and 150 kB of text. */
const PIECE = 1000;

/** By key, each in a statement of its own: whoever downloads slowly holds no connection and no transaction. */
async function* pieces<Row extends { id: number }>(
  last: number,
  list: (piece: Piece) => Promise<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Iterable<Cell[]>> {
  let after = 0;
  while (after < last) {
    const rows = await list({ after, last, limit: PIECE });
    if (rows.length > 0) yield rows.values().map(cells);
    after = rows.length === PIECE ? (rows.at(-1)?.id ?? last) : last;
    // A promise once waited for keeps its value until V8 sweeps everything: 250,000 rows would take 100 MB more.
    rows.length = 0;
  }
}
