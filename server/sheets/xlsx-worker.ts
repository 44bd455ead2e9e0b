import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type Cell as ExcelCell, type Row } from 'write-excel-file/node';
import { plainMoney, rappenOf } from '#domain/money.ts';
import type { Cell, Column } from './actions.ts';

const columns = workerData as Column[];
const rows: Row[] = [columns.map(({ title }) => ({ value: title, fontWeight: 'bold' }))];
const widths = { text: 24, number: 10, money: 12, moment: 17 };

/** Pieces of rows; null after the last one. */
parentPort?.on('message', (some: Cell[][] | null) => {
  if (some) for (const row of some) rows.push(row.map((cell, at) => written(cell, columns[at]?.is)));
  else void finish();
});

async function finish(): Promise<void> {
  const file = writeExcelFile(rows, {
    stickyRowsCount: 1,
    columns: columns.map(({ is }) => ({ width: widths[is] })),
  });
  parentPort?.postMessage(await file.toBuffer());
}

/** A cell that is said to be text is one, whatever it begins with. */
function written(cell: Cell, is: Column['is'] = 'text'): ExcelCell {
  if (cell === null) return null;
  switch (is) {
    case 'money':
      return { value: Number(plainMoney(rappenOf(Number(cell)))), type: Number, format: '0.00' };
    case 'moment':
      return { value: new Date(`${String(cell).replace(' ', 'T')}:00Z`), type: Date, format: 'yyyy-mm-dd hh:mm' };
    case 'number':
      return { value: Number(cell), type: Number };
    case 'text':
      return { value: String(cell), type: String };
  }
}
