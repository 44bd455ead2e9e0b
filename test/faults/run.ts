import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seed } from './chance.ts';
import type { Told } from './figures.ts';
import { linesOf, table, type Line, type Tested } from './report.ts';
import { rows, type Row } from './rows.ts';

/** `npm run faults -- payrexx`: what `npm test` does in short, for as long as the figures want; all rows without a name. */
const root = path.join(import.meta.dirname, '../..');
const wished = process.argv.slice(2);
const unknown = wished.find((name) => !Object.hasOwn(rows, name));
if (unknown !== undefined) {
  console.error(`There is no row ${unknown}: ${Object.keys(rows).join(', ')}`);
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'givelap-faults-'));
const began = performance.now();
const done = (wished.length > 0 ? wished : Object.keys(rows)).map((name) => {
  const start = performance.now();
  const lines = linesAfter(name, rows[name] as Row);
  return { name, seconds: secondsSince(start), lines };
});
rmSync(folder, { recursive: true });
const all = done.flatMap(({ lines }) => lines);
const count = (verdict: string) => all.filter((line) => line.verdict.startsWith(verdict)).length;
console.log(`\n${table(done)}`);
console.log(
  `\nSEED=${seed}, ${secondsSince(began)} s: ` +
    `${count('reached')} reached, ${count('missed')} missed, ${count('skipped')} skipped`,
);
if (count('missed') > 0) process.exit(1);

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000);
}

/** Runs a row; one that fails or hangs does not keep the others from running. */
function linesAfter(name: string, row: Row): Line[] {
  const [figures, report] = ['figures', 'report'].map((what) => path.join(folder, `${name}.${what}`)) as [
    string,
    string,
  ];
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`;
  const { status, signal } = spawnSync(
    path.join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      '--testTimeout=1800000',
      '--hookTimeout=300000',
      '--no-file-parallelism',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...row.files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...row.long, PATH, SEED: String(seed), FIGURES_FILE: figures },
      timeout: row.minutes * 60_000,
      // Whatever hangs may not listen any more; what it started ends with it.
      killSignal: 'SIGKILL',
    },
  );
  const { testResults } = readReport(report);
  const unread = testResults.filter(({ message }) => message).map(({ message = '' }) => message);
  const late = signal ? `it took longer than ${row.minutes} minutes` : null;
  const broken = late ?? unread[0] ?? (status !== 0 && testResults.length === 0 ? `exit code ${status}` : null);
  return linesOf(
    row,
    testResults.flatMap(({ assertionResults }) => assertionResults),
    readTold(figures),
    broken && (broken.split('\n', 1)[0] ?? ''),
  );
}

interface Report {
  /** By file; `message` says why a file could not be run. */
  testResults: { message?: string; assertionResults: Tested[] }[];
}

function readReport(file: string): Report {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : { testResults: [] };
}

function readTold(file: string): Told[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Told);
}
