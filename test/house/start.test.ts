import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const scripts = ['server/main.ts', 'server/reconcile.ts', 'test/run.ts'];

/** A release whose scripts say their name, and an npm that says that it was called. */
async function aRelease(here: string[]) {
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-start-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const wanted = {
    '': {},
    'node_modules/pg': { version: '1.0.0' },
    'node_modules/vite': { version: '1.0.0', dev: true },
  };
  const found = Object.entries(wanted).filter(([place]) => here.includes(place.replace('node_modules/', '')));
  const files: Record<string, string> = {
    'package-lock.json': JSON.stringify({ packages: wanted }),
    'node_modules/.package-lock.json': JSON.stringify({ packages: Object.fromEntries(found) }),
    'bin/npm': '#!/bin/sh\necho "npm $1" >"$NPM_SAID"\n',
    ...Object.fromEntries(scripts.map((script) => [script, `console.log('${script} runs');`])),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), content);
  }
  await chmod(path.join(dir, 'bin/npm'), 0o755);
  await cp(path.join(root, 'start.mjs'), path.join(dir, 'start.mjs'));
  const said = path.join(dir, 'npm-said');
  const env = { PATH: `${path.join(dir, 'bin')}:${process.env.PATH}`, NPM_SAID: said };
  return async (script: string) => {
    const { stdout, stderr } = await run(process.execPath, ['start.mjs', script], { cwd: dir, env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return { stdout, stderr, npm: await readFile(said, 'utf8').catch(() => null) };
  };
}

test.each(['server/main.ts', 'server/reconcile.ts'])(
  '%s runs on the packages of a release, and lets them be',
  async (script) => {
    const start = await aRelease(['pg']);
    expect(await start(script)).toEqual({ stdout: `${script} runs\n`, stderr: '', npm: null });
  },
);

test.each(['server/main.ts', 'server/reconcile.ts'])(
  '%s says that packages are missing, and fetches none',
  async (script) => {
    const start = await aRelease(['vite']);
    expect(await start(script)).toEqual({
      stdout: '',
      stderr: expect.stringContaining('npm ci --omit=dev'),
      npm: null,
    });
  },
);

test('what only a checkout runs has its packages installed first (control)', async () => {
  const start = await aRelease(['pg']);
  const { stdout, npm } = await start('test/run.ts');
  expect([stdout, npm]).toEqual([expect.stringContaining('test/run.ts runs'), 'npm ci\n']);
});
