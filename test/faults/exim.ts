import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import { freePort } from '#sandbox/ports.ts';

/** A real mail server that keeps what it delivers. */
export interface Exim {
  smtpUrl: string;
  /** What lies in the mailboxes, not in the queue. */
  delivered(): Promise<Email[]>;
  stop(): Promise<void>;
}

/** Debian's own: what it needs that a machine without it lacks as well. */
const PACKAGES = ['exim4-daemon-light', 'exim4-base', 'libidn12'];
/** The name that Debian's exim runs under; where it is not installed, nobody is called so. */
const RUNS_AS = 'Debian-exim';
const NOBODY_ELSE = 8;

/** Exim on a port, with a configuration and a spool folder of its own; or why this machine cannot run it. */
export async function startExim(): Promise<Exim | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'exim needs Linux and root';
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-exim-'));
  chmodSync(dir, 0o755);
  const command = installed() ?? fetched(dir);
  if (!command) {
    await rm(dir, { recursive: true });
    return 'exim4 is not installed, and apt-get has none to download';
  }
  const [spool, mail] = ['spool', 'mail'].map((name) => ownFolder(path.join(dir, name), command.uid));
  const port = await freePort();
  writeFileSync(path.join(dir, 'conf'), configuration(dir, command.binary, port));
  // It dies with this process, however that one ends.
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', ...command.words, '-C', path.join(dir, 'conf'), '-bdf', '-q1s'],
    {
      stdio: 'ignore',
      env: { ...process.env, ...command.env },
    },
  );
  const ended = once(child, 'exit');
  await vi.waitFor(() => greeted(port), { timeout: 20_000, interval: 100 });
  return {
    smtpUrl: `smtp://127.0.0.1:${port}?tls=off`,
    delivered: () => readMails(path.join(mail ?? '', 'new')),
    stop: async () => {
      child.kill();
      await ended;
      await rm(spool ?? '', { recursive: true });
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Command {
  binary: string;
  /** Who owns its files. */
  uid: number;
  words: string[];
  env: Record<string, string>;
}

function installed(): Command | null {
  const binary = '/usr/sbin/exim4';
  if (!existsSync(binary)) return null;
  const uid = Number(spawnSync('id', ['-u', RUNS_AS], { encoding: 'utf8' }).stdout);
  return { binary, uid, words: [binary], env: {} };
}

/** Unpacked into the folder: nothing is installed, and only this process sees a user of that name. */
function fetched(dir: string): Command | null {
  if (spawnSync('apt-get', ['download', ...PACKAGES], { cwd: dir, stdio: 'ignore' }).status !== 0) return null;
  const unpack = 'for each in *.deb; do dpkg -x "$each" root || exit 1; done';
  if (spawnSync('sh', ['-c', unpack], { cwd: dir }).status !== 0) return null;
  const binary = path.join(dir, 'root/usr/sbin/exim4');
  // With its set-uid bit it would not look for its libraries where we say.
  chmodSync(binary, 0o755);
  for (const name of ['passwd', 'group']) copyFileSync(`/etc/${name}`, path.join(dir, name));
  appendFileSync(path.join(dir, 'passwd'), `${RUNS_AS}:x:${NOBODY_ELSE}:${NOBODY_ELSE}::/:/bin/false\n`);
  appendFileSync(path.join(dir, 'group'), `${RUNS_AS}:x:${NOBODY_ELSE}:\n`);
  const enter = `mount --bind ${dir}/passwd /etc/passwd && mount --bind ${dir}/group /etc/group && exec "$0" "$@"`;
  return {
    binary,
    uid: NOBODY_ELSE,
    words: ['unshare', '--mount', 'sh', '-c', enter, binary],
    env: { LD_LIBRARY_PATH: path.join(dir, 'root/usr/lib', `${machine()}-linux-gnu`) },
  };
}

const machine = () => spawnSync('uname', ['-m'], { encoding: 'utf8' }).stdout.trim();

function ownFolder(folder: string, uid: number): string {
  mkdirSync(folder);
  chownSync(folder, uid, uid);
  return folder;
}

/** Takes everything from this machine and puts it into one folder, whoever it is for. */
const configuration = (dir: string, binary: string, port: number) => `
exim_path = ${binary}
primary_hostname = mta.example.test
spool_directory = ${dir}/spool
log_file_path = ${dir}/spool/%slog
pid_file_path = ${dir}/spool/pid
exim_user = ${RUNS_AS}
exim_group = ${RUNS_AS}
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
keep_environment = LD_LIBRARY_PATH
tls_advertise_hosts =
acl_smtp_rcpt = take
acl_smtp_data = take
begin acl
take:
  accept
begin routers
all:
  driver = accept
  transport = keep
begin transports
keep:
  driver = appendfile
  directory = ${dir}/mail
  maildir_format
  create_directory
  user = ${RUNS_AS}
  group = ${RUNS_AS}
`;

async function greeted(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'data');
  } finally {
    socket.destroy();
  }
}

async function readMails(folder: string): Promise<Email[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
}
