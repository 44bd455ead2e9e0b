import type { SentFile } from '#contract/treaty.ts';
import { csv } from './csv.ts';
import { xlsx } from './xlsx.ts';

export type Format = 'csv' | 'xlsx';

export interface Column {
  title: string;
  /** Moments are Swiss time as text, `2027-06-12 09:41`; money is rappen. */
  is: 'text' | 'number' | 'money' | 'moment';
}

export type Cell = string | number | null;

export interface Sheet {
  columns: Column[];
  /** In pieces, so that no more than one of them is held; each is gone through once. */
  rows: AsyncIterable<Iterable<Cell[]>>;
}

const types = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A table as a file: csv while its rows are read, xlsx when all of them are there. */
export async function sheetFile(name: string, format: Format, sheet: Sheet): Promise<SentFile> {
  const content = format === 'csv' ? csv(sheet) : [await xlsx(sheet)];
  return { type: types[format], name: `${name}.${format}`, content };
}
