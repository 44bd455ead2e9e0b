import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Figure } from '../figure.ts';

const root = path.join(import.meta.dirname, '../../..');

/** P10: Lighthouse on the public pages, and the search among 20,000 people. Where a budget is missed they print why. */
export async function browser(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'givelap-figures-'));
  const file = path.join(folder, 'figures');
  measureInBrowser(['web', 'search'], { FIGURES_FILE: file });
  const said = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true });
  return worstOf(said.map((line) => JSON.parse(line) as Figure));
}

/** Of the figures that several pages have, the worst stands for all: `home, LCP ms` and so on. */
function worstOf(all: Figure[]): Figure[] {
  const byTitle = Map.groupBy(all, ({ work }) => work.split(', ').at(-1) ?? work);
  return [...byTitle].map(([title, same]) => {
    const [worst] = same.toSorted((a, b) => ('least' in Object(a.aim) ? a.value - b.value : b.value - a.value));
    if (same.length === 1 || !worst) return same[0] as Figure;
    const seen = same.map(({ work, value }) => `${work.split(', ')[0]} ${value}`).join(', ');
    return { ...worst, work: `pages, ${title.replace(/ (ms|kB)$/, '')}`, seen };
  });
}

/** The benches that need a browser run where the tests that need one do; whether they all hold. */
export function measureInBrowser(names: string[], more: Record<string, string> = {}): boolean {
  // Lighthouse is as large as everything else together, so it is installed when it is wanted.
  if (names.includes('web') && !existsSync(path.join(root, 'tools/node_modules/lighthouse'))) {
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], path.join(root, 'tools'));
  }
  const files = names.map((name) => `test/bench/${name}.test.ts`);
  return run(path.join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'bench', ...files], root, more);
}

function run(command: string, parameters: string[], cwd: string, more: Record<string, string> = {}): boolean {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`;
  const env = { ...process.env, ...more, PATH };
  return spawnSync(command, parameters, { cwd, stdio: 'inherit', env }).status === 0;
}
