import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/** What a long run has to say in its table. */
export interface Figure {
  /** What was done, or to what. */
  row: string;
  aim: string;
  figure: string;
}

export interface Told extends Figure {
  /** Where it was seen: whether the aim is reached is this test's verdict. */
  test: string;
  /** Why it was not tried on this machine. */
  skipped?: string;
}

/** Tells what was seen; `npm run faults` gathers it, any other run prints it. */
export function tell(said: Figure): void {
  put({ ...said, test: here() });
}

/** Tells that this machine lacks what it takes: a row that is silently left out looks like one that passed. */
export function tellSkipped(row: string, aim: string, why: string): void {
  put({ row, aim, figure: '–', test: here(), skipped: why });
}

const here = () => expect.getState().currentTestName ?? '';

function put(told: Told): void {
  const { FIGURES_FILE } = process.env;
  if (FIGURES_FILE) appendFileSync(FIGURES_FILE, `${JSON.stringify(told)}\n`);
  else console.log(`${told.row}: ${told.skipped ? `skipped: ${told.skipped}` : told.figure}`);
}
