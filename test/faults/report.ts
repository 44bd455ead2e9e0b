import type { Figure, Told } from './figures.ts';
import type { Row } from './rows.ts';

/** A line of the table. */
export interface Line extends Figure {
  /** `reached`, `missed`, or `skipped:` and why. */
  verdict: string;
}

/** A test as Vitest reports it. */
export interface Tested {
  fullName: string;
  status: string;
  failureMessages?: string[];
}

/** What a run of a row's tests comes to; `broken` says how it ended when it did not end by itself. */
export function linesOf(row: Row, tests: Tested[], told: Told[], broken: string | null): Line[] {
  const failed = tests.filter(({ status }) => status === 'failed');
  const hasFailed = (name: string) => failed.some(({ fullName }) => same(fullName, name));
  const isTold = (name: string) => told.some(({ test }) => same(name, test));
  return [
    ...told.map(({ test, skipped, ...figure }) => ({
      ...figure,
      verdict: skipped ? `skipped: ${skipped}` : verdict(!hasFailed(test)),
    })),
    ...(row.holds ?? []).map(({ what, aim, tests: names, least }) => {
      const held = tests.filter(({ fullName }) => names.test(fullName));
      const passed = held.filter(({ status }) => status === 'passed');
      return {
        row: what,
        aim,
        figure: `${passed.length} of ${held.length} tests`,
        verdict: verdict(passed.length === held.length && passed.length >= least),
      };
    }),
    controlled(row, tests, told),
    ...failed
      .filter(({ fullName }) => !isTold(fullName))
      .map(({ fullName, failureMessages = [] }) => ({
        row: cut(fullName, 60),
        aim: 'passes',
        figure: firstLine(failureMessages[0]),
        verdict: 'missed',
      })),
    ...(broken ? [{ row: 'the run itself', aim: 'ends', figure: broken, verdict: 'missed' }] : []),
  ];
}

/** Each control was run and found what is wrong on purpose: without it the lines above prove nothing. */
function controlled({ controls }: Row, tests: Tested[], told: Told[]): Line {
  // Where a machine lacks what a row takes, its controls are left out with it.
  const skipped = told.find((one) => one.skipped)?.skipped;
  const isLeftOut = (control: string) =>
    tests.some(({ fullName, status }) => status === 'skipped' && fullName.includes(control));
  if (skipped && controls.every(isLeftOut)) {
    return { row: 'controls', aim: 'what is wrong on purpose is found', figure: '–', verdict: `skipped: ${skipped}` };
  }
  const isFound = (control: string) =>
    tests.some(({ fullName, status }) => status === 'passed' && fullName.includes(control));
  const missing = controls.filter((control) => !isFound(control));
  return {
    row: 'controls',
    aim: 'what is wrong on purpose is found',
    figure: `${controls.length - missing.length} of ${controls.length}${missing.map((one) => `, not «${one}»`).join('')}`,
    verdict: verdict(missing.length === 0),
  };
}

const verdict = (isReached: boolean) => (isReached ? 'reached' : 'missed');
/** A test's own name and the report's differ in how they join its parts. */
const same = (a: string, b: string) => plain(a) === plain(b);
const plain = (name: string) => name.replaceAll(' > ', ' ');
const firstLine = (message = 'failed') => cut(message.split('\n', 1)[0] ?? '', 80);
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** All lines under the names of their rows, in columns. */
export function table(rows: { name: string; seconds: number; lines: Line[] }[]): string {
  const all = rows.flatMap(({ lines }) => lines);
  const width = (of: keyof Line) => Math.max(...all.map((line) => line[of].length), of.length);
  const [first, second, third] = [width('row'), width('aim'), width('figure')];
  const line = (one: Line) =>
    `  ${one.row.padEnd(first)}  ${one.aim.padEnd(second)}  ${one.figure.padEnd(third)}  ${one.verdict}`;
  return [
    line({ row: 'row', aim: 'aim', figure: 'figure', verdict: 'verdict' }),
    ...rows.flatMap(({ name, seconds, lines }) => [`${name} (${seconds} s)`, ...lines.map(line)]),
  ].join('\n');
}
