import type { Cell } from './actions.ts';

/** A stretch of rows by their keys: behind `after`, up to `last`, so many at most. */
export interface Piece {
  after: number;
  last: number;
  limit: number;
}

/** What one statement reads: a few milliseconds of work, and 150 kB of text. */
const PIECE = 1000;

/** By key, each in a statement of its own: whoever downloads slowly holds no connection and no transaction. */
export async function* pieces<Row extends { id: number }>(
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
