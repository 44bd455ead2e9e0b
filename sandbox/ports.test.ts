import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { freePort, isFree } from './ports.ts';

const choose = (port: number) => `
  const { freePort } = await import(${JSON.stringify(new URL('ports.ts', import.meta.url).href)});
  process.stdout.write(String(await freePort(${port})));
  setInterval(() => {}, 1000);`;

test('a port that another process chose is that one’s before it listens there, and free when it is gone', async () => {
  // Chosen by nobody, for whoever knows of no choice but his own.
  const port = 32_001;
  const other = spawn(process.execPath, ['--input-type=module', '-e', choose(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(other.stdout, 'data')) as [Buffer];
  expect([String(said), await isFree(port)]).toEqual([String(port), true]);
  expect(await freePort(port)).not.toBe(port);
  other.kill();
  await once(other, 'exit');
  expect(await freePort(port)).toBe(port);
  // Its own choice binds nobody: it is asked again when what listened there is restarted.
  expect(await freePort(port)).toBe(port);
});

test('nobody is given a port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
});
