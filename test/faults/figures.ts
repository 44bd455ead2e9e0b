import { appendFileSync } from 'node:fs';

/** What a long run has to say in its table; the run stops where a figure misses its aim. */
export interface Figure {
  /** Of the table of faults. */
  row: string;
  aim: string;
  figure: string;
}

/** Tells what was seen; `npm run faults` gathers it, any other run prints it. */
export function tell(said: Figure): void {
  const { FIGURES_FILE } = process.env;
  if (FIGURES_FILE) appendFileSync(FIGURES_FILE, `${JSON.stringify(said)}\n`);
  else console.log(`${said.row}: ${said.figure}`);
}
