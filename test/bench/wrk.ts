import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { PATH } from './programs.ts';

const run = promisify(execFile);

interface Load {
  perSecond: number;
  /** Milliseconds within which 99 of 100 were answered. */
  p99: number;
  requests: number;
}

interface Asking {
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** Lua that makes the requests, where they are not all the same. */
  script?: string;
}

/** Asks as fast as it is answered, from the core that the asked one does not use. Answers other than 2xx and 3xx are none. */
export async function wrk(url: string, { connections, seconds, headers = {}, script }: Asking): Promise<Load> {
  const folder = await mkdtemp(path.join(tmpdir(), 'givelap-wrk-'));
  const file = path.join(folder, 'script.lua');
  if (script !== undefined) await writeFile(file, script);
  const all = [
    ...(availableParallelism() > 1 ? ['taskset', '-c', '1'] : []),
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '10s',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script === undefined ? [] : ['-s', file]),
    url,
  ];
  try {
    const [command = '', ...parameters] = all;
    const { stdout } = await run(command, parameters, { env: { ...process.env, PATH } });
    return read(stdout, url);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The compressed bytes of an answer as they are sent, and their tag. */
export async function gzipped(url: string): Promise<{ etag: string; bytes: Buffer }> {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject);
  });
  return { etag: response.headers.etag ?? '', bytes: await buffer(response) };
}

function read(said: string, url: string): Load {
  const trouble = /(Non-2xx or 3xx responses: \d+|Socket errors: .*)/.exec(said)?.[1];
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]);
  const [, p99, unit = ''] = /\b99%\s+([\d.]+)(us|ms|s)\b/.exec(said) ?? [];
  if (trouble || !(perSecond > 0)) throw new Error(`${url}: ${trouble ?? said}`);
  const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };
  const requests = Number(/(\d+) requests in/.exec(said)?.[1]);
  return { perSecond, p99: Number(p99) * (inMs[unit] ?? NaN), requests };
}
