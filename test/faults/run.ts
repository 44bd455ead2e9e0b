import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Figure } from './figures.ts';

interface Row {
  files: string[];
  /** How much more than what `npm test` does. */
  long: Record<string, string>;
}

/** `npm run faults -- payrexx`: what `npm test` does in short, for as long as the figures want. */
const rows: Record<string, Row> = {
  payrexx: {
    files: ['gift-orders', 'gifts'],
    long: { ORDER_ROUNDS: '20', LOST_ANSWERS: '1000', FORGED_NOTICES: '10000', GIFT_KILLS: '20' },
  },
};

const root = path.join(import.meta.dirname, '../..');
const wished = process.argv.slice(2);
const unknown = wished.find((name) => !(name in rows));
if (unknown !== undefined) {
  console.error(`There is no row ${unknown}: ${Object.keys(rows).join(', ')}`);
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'givelap-faults-'));
const figures = path.join(folder, 'figures');
const failed = (wished.length > 0 ? wished : Object.keys(rows)).filter((name) => !passes(rows[name] as Row));
print();
rmSync(folder, { recursive: true });
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exit(1);
}

function passes({ files, long }: Row): boolean {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`;
  const tests = files.map((file) => `test/faults/${file}.test.ts`);
  const parameters = ['run', '--project', 'faults', '--testTimeout', '1800000', ...tests];
  const env = { ...process.env, ...long, PATH, FIGURES_FILE: figures };
  return (
    spawnSync(path.join(root, 'node_modules/.bin/vitest'), parameters, { cwd: root, stdio: 'inherit', env }).status ===
    0
  );
}

function print(): void {
  const said = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : [];
  const table = said.map((line) => JSON.parse(line) as Figure);
  const width = (of: keyof Figure) => Math.max(...table.map((one) => one[of].length), of.length);
  const line = (one: Figure) => `${one.row.padEnd(width('row'))}  ${one.aim.padEnd(width('aim'))}  ${one.figure}`;
  console.log(`\n${line({ row: 'row', aim: 'aim', figure: 'figure' })}`);
  for (const one of table) console.log(line(one));
}
