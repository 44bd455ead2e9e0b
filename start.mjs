// Runs a script of this project: installs packages that are missing, then starts it on Node 24.
// Plain JavaScript, because the Node that reads this file may be as old as 20.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const modules = path.join(root, 'node_modules');
/** What machines run that serve people: nothing is installed under a release that runs. */
const PRODUCTION = new Set(['server/main.ts', 'server/reconcile.ts']);
const RUNTIME = 24;

const [script, ...args] = process.argv.slice(2);
if (!script) refuse('Usage: node start.mjs <script.ts> [arguments]');

const production = PRODUCTION.has(script);
if (!isInstalled({ production })) {
  if (production) refuse('Packages are missing or outdated. Run `npm ci --omit=dev` first.');
  await install();
}
// The script ends itself when the ipc channel closes, so a killed launcher leaves nothing behind.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
// As on a machine of 2 GB: where there is more, V8 lets what is dead grow by 150 MB, and saves no time by it.
const memory = ['--max-semi-space-size=8', '--max-old-space-size=640'];
const flags = production && !process.env.NODE_OPTIONS ? memory : [];
// What was compiled once starts sooner, and holds 40 MB less: the compiler of types is not even loaded.
const env = { NODE_COMPILE_CACHE: path.join(modules, '.cache/compiled'), ...process.env };
process.exit(await run(runtime(), [...flags, path.resolve(root, script), ...args], { stdio, env }));

function isInstalled({ production }) {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const found = packagesOf(path.join(modules, '.package-lock.json'));
  const own = wanted['']?.optionalDependencies ?? {};
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    if (found[place]) return found[place].version === entry.version;
    if (production) return Boolean(entry.optional || entry.dev || entry.devOptional);
    // Our own optional packages are Node and PostgreSQL for one platform each: needed where they fit.
    return Boolean(entry.optional) && !(place.replace('node_modules/', '') in own && fits(entry));
  });
}

function fits({ os = process.platform, cpu = process.arch }) {
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

async function install() {
  console.log('Installing packages…');
  const started = performance.now();
  const [command, prefix] = npm();
  // The flags win over NODE_ENV=production and npm_config_omit, which would leave out what the scripts need.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PATH: outerPath() } };
  const code = await run(command, [...prefix, 'ci', ...flags], options);
  if (code !== 0) refuse('Installing the packages failed.', code);
  console.log(`Installed in ${Math.round((performance.now() - started) / 1000)} s`);
}

/** The npm that started us, on a Node that its own `npm ci` does not delete while it runs. */
function npm() {
  const cli = process.env.npm_execpath ?? '';
  if (path.basename(cli) !== 'npm-cli.js') return ['npm', []];
  const ours = existsSync(modules) && process.execPath.startsWith(realpathSync(modules) + path.sep);
  return [ours ? 'node' : process.execPath, [cli]];
}

/** npm puts node_modules/.bin in front of PATH, and with it the Node that is about to be replaced. */
function outerPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => path.resolve(folder) !== path.join(modules, '.bin')).join(path.delimiter);
}

function runtime() {
  if (Number.parseInt(process.versions.node, 10) >= RUNTIME) return process.execPath;
  const bundled = path.join(modules, '.bin', 'node');
  if (existsSync(bundled)) return bundled;
  return refuse(`Node ${RUNTIME} or newer is needed on this platform; this is Node ${process.versions.node}.`);
}

/** Resolves with the exit code, 128 + n for a signal, as a shell counts. */
function run(command, parameters, options) {
  const child = spawn(command, parameters, options);
  // Ctrl-C reaches the child twice, from the terminal and from here: scripts take the second as the same wish.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const watch = stopWithoutNpm(() => forward('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => refuse(`${command} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, forward);
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

/** npm ends at SIGTERM and SIGKILL without passing it on; then nobody is left to stop us. */
function stopWithoutNpm(stop) {
  const npm = lineage();
  return process.env.npm_lifecycle_event && setInterval(() => lineage() !== npm && stop(), 250);
}

/** Our parent, and where that is only npm's shell, its parent too: a shell outlives the npm that started it. */
function lineage() {
  const parent = process.ppid;
  try {
    const [, name, rest] = /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return name?.startsWith('npm') ? `${parent}` : `${parent} of ${rest}`;
  } catch {
    return `${parent}`;
  }
}

function refuse(reason, code = 1) {
  console.error(reason);
  process.exit(code);
}
