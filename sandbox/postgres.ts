import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './ports.ts';
import { clearLeftover } from './postgres/leftover.ts';
import { postgresCommand } from './postgres/programs.ts';
import { Refusal } from './refusal.ts';

interface PostgresOptions {
  readonly dir: string;
  /** Wished, not promised: another one is taken when it is in use. */
  readonly port?: number;
  /** `false`: faster, and a crash of the machine may lose everything. */
  readonly durable?: boolean;
  /** As the server's own: `name=value`. */
  readonly settings?: readonly string[];
  /** The folder of another PostgreSQL's programs, older than the locales of our own. */
  readonly programs?: string;
  readonly log?: (line: string) => void;
}

export interface Postgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

interface Program {
  readonly child: ChildProcess;
  /** The last lines of its messages. */
  readonly lines: string[];
  readonly ended: Promise<void>;
}

const USER = 'givelap';
const DATABASE = 'givelap';
const ATTEMPTS = 5;
const READY_WITHIN_MS = 60_000;
const FAST_STOP_WITHIN_MS = 10_000;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  // Messages only: details and statements carry people's data.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];
const HASTE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dir } = options;
  await mkdir(dir, { recursive: true });
  const home = await realpath(dir);
  const data = path.join(home, 'data');
  await clearLeftover(data, readOwner(home));
  if (!existsSync(data)) await createCluster(home, data, options);
  const { port, program } = await launch(home, data, options);
  const password = readFileSync(passwordFile(home), 'utf8');
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  await createDatabase(url);
  return {
    url,
    port,
    pid: program.child.pid ?? 0,
    ended: program.ended,
    stop: (mode = 'fast') => stop(program, mode),
  };
}

async function createCluster(home: string, data: string, { durable = true, programs }: PostgresOptions): Promise<void> {
  const fresh = `${data}.${process.pid}`;
  await removeUnfinished(home);
  writeOwned(passwordFile(home), randomBytes(24).toString('base64url'));
  const initdb = run('initdb', { home, programs }, [
    `--pgdata=${fresh}`,
    `--username=${USER}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile(home)}`,
    '--encoding=UTF8',
    ...(programs ? ['--locale=C.UTF-8'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
    ...(durable ? [] : ['--no-sync']),
  ]);
  await initdb.ended;
  if (initdb.child.exitCode !== 0) throw failure(`PostgreSQL could not make its files in ${home}`, initdb);
  // Complete or not there at all.
  await rename(fresh, data);
}

/** What starts that were killed half-way have left. */
async function removeUnfinished(home: string): Promise<void> {
  const unfinished = (await readdir(home)).filter((name) => name.startsWith('data.'));
  await Promise.all(unfinished.map((name) => rm(path.join(home, name), { recursive: true, maxRetries: 5 })));
}

async function launch(
  home: string,
  data: string,
  { port: wished, durable = true, settings: wanted = [], programs, log }: PostgresOptions,
): Promise<{ port: number; program: Program }> {
  writeOwned(ownerFile(home), String(process.pid));
  const settings = [...SETTINGS, ...(durable ? [] : HASTE), ...wanted].flatMap((setting) => ['-c', setting]);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(attempt === 1 ? wished : undefined);
    const program = run('postgres', { home, programs }, ['-D', data, '-p', String(port), ...settings], log);
    if (await becomesReady(program, data)) return { port, program };
    const inUse = program.lines.some((line) => line.includes('in use'));
    if (!inUse || attempt === ATTEMPTS) throw failure('PostgreSQL did not start', program);
  }
}

interface Place {
  home: string;
  programs: string | undefined;
}

function run(
  name: 'initdb' | 'postgres',
  { home, programs }: Place,
  parameters: string[],
  log?: (line: string) => void,
): Program {
  const command = postgresCommand(name, home, programs);
  const child = spawn(command.file, [...command.parameters, ...parameters], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // The machine's own locale may not be installed on it; messages are read in English.
    env: { ...process.env, LC_ALL: 'C' },
    // A group of its own: Ctrl-C must not stop the database before the product.
    detached: true,
  });
  const lines: string[] = [];
  const keep = (line: string): void => {
    lines.push(line);
    if (lines.length > 10) lines.shift();
    log?.(line);
  };
  createInterface(child.stderr).on('line', keep);
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => keep(error.message));
    child.on('close', () => resolve());
  });
  return { child, lines, ended };
}

/** False when the server ended instead. */
async function becomesReady({ child, ended }: Program, data: string): Promise<boolean> {
  let running = true;
  void ended.then(() => (running = false));
  const deadline = Date.now() + READY_WITHIN_MS;
  while (running && Date.now() < deadline) {
    const lines = readLines(path.join(data, 'postmaster.pid'));
    // Line 8 is the state; pg_ctl waits for it in the same way.
    if (lines[0] === String(child.pid) && lines[7]?.startsWith('ready')) return true;
    await sleep(10);
  }
  child.kill('SIGQUIT');
  return false;
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(url, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

async function stop({ child, ended }: Program, mode: 'fast' | 'immediate'): Promise<void> {
  child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

/** For the owner of the folder only, also when root writes into another person's. */
function writeOwned(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = statSync(path.dirname(file));
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}

function failure(what: string, { lines }: Program): Refusal {
  return new Refusal(`${what}:\n${lines.join('\n')}`);
}

function readOwner(home: string): number | null {
  return Number(readLines(ownerFile(home))[0]) || null;
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

const ownerFile = (home: string): string => path.join(home, 'owner');
const passwordFile = (home: string): string => path.join(home, 'password');
