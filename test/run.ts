import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * `npm test`: everything a commit must hold. `--quick`, within a minute: without a browser, without broken parts,
 * and without what waits (`@module-tag slow`).
 */
const quick = process.argv.includes('--quick');

interface Step {
  name: string;
  command: string[];
  /** Reports its own count as JSON; every other step counts as one. */
  counts?: true;
}

const folder = await mkdtemp(path.join(tmpdir(), 'givelap-run-'));
const report = path.join(folder, 'vitest.json');
const projects = ['rules', 'server', ...(quick ? [] : ['journeys', 'faults'])];
const steps: Step[] = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'lint and import fence', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  {
    name: 'tests',
    command: [
      'vitest',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...(quick ? ['--tags-filter=!slow'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    counts: true,
  },
];

let passed = 0;
let failed = 0;
for (const step of steps) {
  console.log(`\n· ${step.name}`);
  const ok = await run(step.command);
  if (step.counts) {
    const counted = await count();
    passed += counted.passed;
    failed += counted.failed;
    // A run that broke before it counted, or that counted nothing, has not passed.
    if (!ok && counted.failed === 0) failed += 1;
    if (counted.passed === 0) failed += 1;
  } else if (ok) passed += 1;
  else failed += 1;
}
await rm(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function run([tool = '', ...parameters]: string[]): Promise<boolean> {
  const bin = new URL('../node_modules/.bin/', import.meta.url).pathname;
  return new Promise((resolve) => {
    // The tools' own scripts ask for `node`: the runtime that runs this one.
    const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}` };
    const child = spawn(path.join(bin, tool), parameters, { stdio: 'inherit', env });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

async function count(): Promise<{ passed: number; failed: number }> {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
      await readFile(report, 'utf8'),
    ) as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) || (numFailedTestSuites ?? 0) };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
