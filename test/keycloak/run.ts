import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** `npm run verify:keycloak`: the whole sign-in against a real Keycloak, where Maven and Java are there to run one. */
const missing = ['mvn', 'java'].filter((tool) => spawnSync(tool, ['-version'], { stdio: 'ignore' }).status !== 0);
if (missing.length > 0) {
  console.log(`verify:keycloak skipped: ${missing.join(' and ')} not installed`);
  process.exit(0);
}
const root = path.join(import.meta.dirname, '../..');
const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`;
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'keycloak', '--reporter=verbose'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PATH } },
);
process.exit(status ?? 1);
