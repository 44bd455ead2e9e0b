import { appendFileSync } from 'node:fs';

/** One line of the table: a number, and what it is to be. */
export interface Figure {
  row: string;
  work: string;
  against: string;
  value: number;
  /** `×`: a share of, or so many times, what it is measured against. */
  unit: '×' | 'ms' | 'MB' | 'kB' | 's' | '';
  aim: Aim;
  /** Both sides as they were seen. */
  seen: string;
}

/** Neither: a cost to know, judged nowhere. */
type Aim = { least: number } | { most: number } | 'known';

/** A row without figures, and why. */
export interface Skipped {
  row: string;
  because: string;
}

export function holds({ value, aim }: Figure): boolean | null {
  if (aim === 'known') return null;
  return 'least' in aim ? value >= aim.least : value <= aim.most;
}

/** From a bench that runs in a browser: the table that gathers all figures reads it there. */
export function tell(figure: Figure): void {
  const { FIGURES_FILE } = process.env;
  if (FIGURES_FILE) appendFileSync(FIGURES_FILE, `${JSON.stringify(figure)}\n`);
}

/** As much of a number as anybody reads. */
export function short(value: number): string {
  if (value === 0 || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(Math.abs(value) >= 10 ? 3 : 2)));
}

const withUnit = (value: number, unit: Figure['unit']) => `${short(value)}${unit === '' ? '' : ` ${unit}`}`;

function aimText({ aim, unit }: Figure): string {
  if (aim === 'known') return '';
  return 'least' in aim ? `≥ ${withUnit(aim.least, unit)}` : `≤ ${withUnit(aim.most, unit)}`;
}

function verdictOf(figure: Figure): string {
  const held = holds(figure);
  return held === null ? '' : held ? 'holds' : 'MISSED';
}

/** `earlier`: the same figures of another run, to stand beside these. */
export function table(figures: Figure[], skipped: Skipped[], earlier: Figure[] | null): string {
  const before = (figure: Figure) => {
    const same = earlier?.find(({ row, work }) => row === figure.row && work === figure.work);
    return same ? withUnit(same.value, same.unit) : '–';
  };
  const head = ['row', 'work', 'measured against', 'aim', 'figure', ...(earlier ? ['before'] : []), 'verdict', 'seen'];
  const lines = figures.map((one) => [
    one.row,
    one.work,
    one.against,
    aimText(one),
    withUnit(one.value, one.unit),
    ...(earlier ? [before(one)] : []),
    verdictOf(one),
    one.seen,
  ]);
  const all = [head, head.map(() => '---'), ...lines];
  const widths = head.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0)));
  const written = all.map((line) => {
    const cells = line.map((cell, at) => (cell === '---' ? '-'.repeat(widths[at] ?? 3) : cell.padEnd(widths[at] ?? 0)));
    return `| ${cells.join(' | ')} |`;
  });
  return [...written, ...skipped.map(({ row, because }) => `${row} ${because}`)].join('\n');
}
