import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { inspect } from 'node:util';
import { isLoopback } from '#server/loopback.ts';
import { buildWeb, watchWeb } from '#web/build.ts';
import { say, step } from './console.ts';
import { loadDemo } from './demo.ts';
import { restartOnChange } from './dev.ts';
import { takeLock } from './lock.ts';
import { isFree, RememberedPorts } from './ports.ts';
import { Product } from './product.ts';
import { Refusal } from './refusal.ts';
import { isConfigured, startStandIns } from './stand-ins.ts';
import type { StandIns, Surroundings } from './stand-ins.ts';

type Stop = () => Promise<void>;

/** Why all of this ends. */
interface End {
  readonly code: number;
  readonly reason?: string;
}

const USUAL_PORT = 3000;
const isDev = process.argv.includes('--dev');
const dataDir = path.resolve(process.env.DATA_DIR || 'data');
const demoPending = path.join(dataDir, 'demo-pending');
let isStopping = false;

process.exit(await main());

async function main(): Promise<number> {
  const stops: Stop[] = [];
  const { code, reason } = await Promise.race([stopRequest(), run(stops).catch(endOf)]);
  isStopping = true;
  if (reason) console.error(reason);
  // In reverse: the product before what it needs, the lock last.
  for (const stop of stops.toReversed()) await stop().catch((error: unknown) => console.error(error));
  return code;
}

/** Resolves when somebody wants an end: a person, the system, or a launcher that is gone. */
function stopRequest(): Promise<End> {
  // A closed terminal must not turn the stop into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve({ code: 0 }));
    process.on('disconnect', () => resolve({ code: 0 }));
  });
}

function endOf(error: unknown): End {
  const isPlain = error instanceof Refusal || (error instanceof Error && 'syscall' in error);
  return { code: 1, reason: isPlain ? error.message : inspect(error) };
}

/** Starts everything; resolves when a part of it has ended by itself. */
async function run(stops: Stop[]): Promise<End> {
  const surroundings = await prepare(stops);
  const { host, port, origin, publicUrl } = surroundings;
  // Before the database exists, so that the next start goes on where a killed one stopped.
  if (isDemo() && !existsSync(path.join(dataDir, 'postgres'))) writeFileSync(demoPending, '');

  console.log('Givelap\n');
  await step(
    'web pages',
    () => buildWeb(),
    (state) => (state === 'built' ? 'built' : 'up to date'),
  );
  const standIns = await startStandIns(surroundings, stops);

  const own = { HOST: host, PORT: String(port), PUBLIC_URL: publicUrl };
  const product = new Product({ ...process.env, ...own, ...standIns.settings }, origin);
  stops.push(() => product.stop());
  const isReady = await step(
    'product',
    () => product.start(),
    (ready) => (ready ? publicUrl : 'ended'),
  );
  if (!isReady && !isDev) return { code: await product.ended() };

  if (isReady) await loadPendingDemo(standIns, publicUrl);
  if (isDev) await reload(product, stops);
  announce(standIns, publicUrl);
  return await Promise.race([...(isDev ? [] : [productEnd(product)]), databaseEnd(standIns)]);
}

async function productEnd(product: Product): Promise<End> {
  return { code: await product.ended() };
}

async function databaseEnd({ database }: StandIns): Promise<End> {
  await (database ? database.ended : new Promise(() => {}));
  return { code: 1, reason: `PostgreSQL has ended by itself: see ${path.join(dataDir, 'postgres.log')}` };
}

async function prepare(stops: Stop[]): Promise<Surroundings> {
  mkdirSync(dataDir, { recursive: true });
  const lock = takeLock(path.join(dataDir, 'lock'));
  if ('heldBy' in lock) throw new Refusal(`Givelap already runs on ${dataDir} (process ${lock.heldBy}).`);
  stops.push(async () => lock.release());

  const host = process.env.HOST || '127.0.0.1';
  if (!isConfigured('OIDC_ISSUER') && !isLoopback(host)) {
    throw new Refusal(`HOST=${host} is refused: the demo sign-in has known passwords. Configure OIDC_ISSUER first.`);
  }
  const ports = new RememberedPorts(path.join(dataDir, 'ports.json'));
  const port = await productPort(host, ports);
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return {
    dataDir,
    ports,
    host,
    port,
    origin: `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`,
    publicUrl: (process.env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/$/, ''),
  };
}

async function productPort(host: string, ports: RememberedPorts): Promise<number> {
  const wished = Number(process.env.PORT || USUAL_PORT);
  if (!Number.isInteger(wished) || wished < 1 || wished > 65_535)
    throw new Refusal(`PORT=${process.env.PORT} is no port.`);
  // Browsers try ::1 first for localhost, where somebody else's page may live.
  if ((await isFree(wished, host)) && (await isFree(wished, '::1'))) return wished;
  if (process.env.PORT) throw new Refusal(`Port ${wished} is taken.`);
  return await ports.portOf('product');
}

function isDemo(): boolean {
  return !['DATABASE_URL', 'TIMING_ALLOWED_HOSTS', 'OIDC_ISSUER'].some(isConfigured);
}

/** Only into a new database of our own; loaded to its end, or once more by the next start. */
async function loadPendingDemo({ timing, identity, mailbox, payrexx }: StandIns, site: string): Promise<void> {
  const [admin] = identity?.users ?? [];
  if (!isDemo() || !timing || !admin || !existsSync(demoPending)) return;
  const { school, city, past } = timing.races;
  const addresses = { school: timing.addressOf(school), city: timing.addressOf(city), past: timing.addressOf(past) };
  try {
    await step(
      'demo',
      () => loadDemo({ site, admin, timing: addresses, mailbox, payrexx }),
      ({ events, participants, pledges, gifts }) =>
        `${events} events, ${participants} people, ${pledges} pledges, ${gifts} gifts`,
    );
    rmSync(demoPending);
  } catch (error) {
    // Whoever stops in the middle knows that it is not complete.
    if (isStopping) return;
    say('demo', 'not loaded; the next start tries again');
    console.error(error);
  }
}

/** With `--dev`: new pages and a new product whenever their sources change. */
async function reload(product: Product, stops: Stop[]): Promise<void> {
  const web = await watchWeb();
  stops.push(() => web.close());
  const stopWatching = restartOnChange(product, (line) => console.log(line));
  stops.push(async () => stopWatching());
}

function announce({ mailbox, identity, payrexx }: StandIns, site: string): void {
  console.log('');
  say('Site', site);
  if (identity) say('Admin', `${site}/admin`);
  for (const { username, password, roles } of identity?.users ?? []) {
    say('', `${username}  ${password}  (${roles.join(', ') || 'no role'})`);
  }
  if (mailbox) say('Mailbox', mailbox.pageUrl);
  if (payrexx) say('Payments', payrexx.pageUrl);
  say('Data', dataDir);
  console.log('\n  Ctrl-C stops.\n');
}
