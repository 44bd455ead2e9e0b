import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#sandbox/ports.ts';
import { KeycloakAdmin } from './admin.ts';

const VERSION = '26.7.3';
const REALM = path.join(import.meta.dirname, '../../deploy/keycloak/realm.json');
const READY_WITHIN_MS = 240_000;

export interface Keycloak {
  issuer: string;
  clientId: string;
  clientSecret: string;
  admin: KeycloakAdmin;
  stop(): Promise<void>;
}

/** A Keycloak with our realm as an operator imports it, for a product at `site`; in memory, so that each one is new. */
export async function startKeycloak(site: string): Promise<Keycloak> {
  const home = distribution();
  mkdirSync(path.join(home, 'data/import'), { recursive: true });
  copyFileSync(REALM, path.join(home, 'data/import/givelap-realm.json'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [clientSecret, password] = [secret(), secret()];
  const logFile = path.join(home, 'keycloak.log');
  const child = spawn(
    path.join(home, 'bin/kc.sh'),
    [
      'start-dev',
      '--import-realm',
      '--db=dev-mem',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      `--hostname=${url}`,
    ],
    {
      // Its shell starts Java: both end by one signal to their group.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        GIVELAP_URL: site,
        GIVELAP_CLIENT_SECRET: clientSecret,
        KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
        KC_BOOTSTRAP_ADMIN_PASSWORD: password,
      },
    },
  );
  const log = createWriteStream(logFile);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const issuer = `${url}/realms/givelap`;
  try {
    await ready(child, `${issuer}/.well-known/openid-configuration`);
  } catch (error) {
    await end(child);
    throw new Error(`Keycloak did not start: see ${logFile}`, { cause: error });
  }
  return {
    issuer,
    clientId: 'givelap',
    clientSecret,
    admin: new KeycloakAdmin(url, password),
    stop: () => end(child),
  };
}

const secret = () => randomBytes(24).toString('base64url');

/** Fetched once per machine; Maven keeps it as well. */
function distribution(): string {
  const folder = path.join(tmpdir(), `givelap-keycloak-${VERSION}-${userInfo().uid}`);
  const home = path.join(folder, `keycloak-${VERSION}`);
  if (existsSync(path.join(home, 'bin/kc.sh'))) return home;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
  const places = [`-DoutputDirectory=${folder}`, `-Dmdep.unpack.markersDirectory=${folder}`];
  const { status } = spawnSync('mvn', ['-B', '-q', 'dependency:unpack', artifact, ...places], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Maven could not fetch Keycloak');
  return home;
}

async function ready(child: ChildProcess, address: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await pause(500);
  }
  throw new Error('it took too long');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}
