import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#sandbox/ports.ts';
import { startPostgres } from '#sandbox/postgres.ts';
import { short, type Figure } from '../figure.ts';
import { inTurns, median, timed } from '../sides.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The first start makes its database and loads the demo. */
const FIRST_WITHIN_MS = 180_000;

/** P12: `npm start` on an existing folder, beside a bare PostgreSQL and a bare Node that start one after the other. */
export async function secondStart(): Promise<Figure[]> {
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-start-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const env = { ...process.env, DATA_DIR: dir, PORT: String(port) };
  const start = () =>
    spawn('npm', ['--silent', 'start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const end = async (child: ChildProcess) => {
    const ended = once(child, 'exit');
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
  };
  const page = async () => {
    while (!(await fetch(url).catch(() => null))?.ok) await pause(5);
  };
  try {
    const first = start();
    await said(first, 'Ctrl-C stops');
    await end(first);
    const { ours, bare } = await inTurns({
      ours: async () => {
        let child: ChildProcess | null = null;
        const ms = await timed(async () => {
          child = start();
          child.stdout?.resume();
          await page();
        });
        if (child) await end(child);
        return ms;
      },
      bare: async () => {
        let stop = async () => {};
        const ms = await timed(async () => {
          const postgres = await startPostgres({ dir: path.join(dir, 'postgres') });
          const node = spawn(process.execPath, [
            '-e',
            `require('http').createServer((_, r) => r.end()).listen(${port})`,
          ]);
          stop = async () => {
            node.kill();
            await postgres.stop();
          };
          await page();
        });
        await stop();
        return ms;
      },
    });
    const [mine, theirs] = [median(ours) / 1000, median(bare) / 1000];
    return [
      {
        row: 'P12',
        work: 'npm start again, to the first page',
        against: 'bare PostgreSQL and bare Node',
        value: mine,
        unit: 's',
        aim: { most: 3 },
        seen: `${short(mine)} : ${short(theirs)} s, ${short(mine / theirs)} ×`,
      },
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function said({ stdout }: ChildProcess, words: string): Promise<void> {
  const within = AbortSignal.timeout(FIRST_WITHIN_MS);
  let text = '';
  while (!text.includes(words)) {
    const [piece] = (await once(stdout ?? process.stdin, 'data', { signal: within })) as [Buffer];
    text += piece.toString();
  }
}
