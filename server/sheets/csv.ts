import { plainMoney, rappenOf } from '#domain/money.ts';
import type { Cell, Column, Sheet } from './actions.ts';

/** By this mark Excel knows UTF-8; by the semicolons a Swiss one knows the columns. */
const BOM = '\uFEFF';
const SEPARATOR = ';';
/** RFC 4180. */
const LINE_END = '\r\n';

/** One piece of text per piece of rows, under one line of titles. */
export async function* csv({ columns, rows }: Sheet): AsyncGenerator<string> {
  yield BOM + line(columns.map(({ title }) => quoted(title)));
  for await (const some of rows) {
    let text = '';
    for (const row of some) text += line(row.map((cell, at) => written(cell, columns[at]?.is)));
    yield text;
  }
}

const line = (cells: string[]) => cells.join(SEPARATOR) + LINE_END;

function written(cell: Cell, is: Column['is'] = 'text'): string {
  if (cell === null) return '';
  if (is === 'money') return plainMoney(rappenOf(Number(cell)));
  return is === 'text' ? quoted(inert(String(cell))) : String(cell);
}

/** Programs take what begins like this for a formula, also behind blanks and in the full width of East Asian letters. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** An apostrophe in front makes a text of it. */
function inert(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
