import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** `npm run bench -- web a11y`: measurements that are too long for every commit, each ending in a table. */
const benches: Record<string, string[]> = { web: ['web', 'search'], a11y: ['a11y'] };

const root = path.join(import.meta.dirname, '../..');
const wished = process.argv.slice(2);
const unknown = wished.find((name) => !(name in benches));
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
const chosen = wished.length > 0 ? wished : Object.keys(benches);
// Lighthouse is as large as everything else together, so it is installed when it is wanted.
if (chosen.includes('web') && !existsSync(path.join(root, 'tools/node_modules/lighthouse'))) {
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], path.join(root, 'tools'));
}
const files = chosen.flatMap((name) => benches[name] ?? []).map((name) => `test/bench/${name}.test.ts`);
run(path.join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'bench', ...files], root);

function run(command: string, parameters: string[], cwd: string): void {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`;
  const { status } = spawnSync(command, parameters, { cwd, stdio: 'inherit', env: { ...process.env, PATH } });
  if (status !== 0) process.exit(status ?? 1);
}
