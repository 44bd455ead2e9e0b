import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';

const shipped = new URL('../deploy/nginx/', import.meta.url);
/** Debian keeps servers where only root looks. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v'], { env: { ...process.env, PATH } }).status === 0;
}

/** For whoever has to leave a test out. */
export const WITHOUT_NGINX = 'nginx not found (Debian: apt-get install nginx)';

export interface Nginx {
  /** What was written to its logs so far. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The shipped configuration before these instances, as an operator has it but for names, ports and TLS.
 * `change`: what a control does to the inside of the site.
 */
export async function startNginx(
  port: number,
  instances: readonly number[],
  change = (site: string) => site,
): Promise<Nginx> {
  const dir = await mkdtemp(path.join(tmpdir(), 'givelap-nginx-'));
  await Promise.all(['cache', 'temp'].map((name) => mkdir(path.join(dir, name))));
  const config = path.join(dir, 'nginx.conf');
  const inside = await readFile(new URL('givelap-site.conf', shipped), 'utf8');
  await writeFile(path.join(dir, 'givelap-site.conf'), change(inside));
  await writeFile(config, settings(dir, await siteOf(dir, port, instances)));
  const child = spawn('nginx', ['-c', config, '-p', dir], {
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  // Whatever it answers: it is there.
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/metrics`), { timeout: 10_000, interval: 10 });
  return {
    log: async () => (await Promise.all(logs.map((name) => readFile(path.join(dir, name), 'utf8')))).join(''),
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const logs = ['givelap.log', 'givelap.error.log'];

/** The file that an operator fills in, filled in for here; what it names must stand in it. */
async function siteOf(dir: string, port: number, instances: readonly number[]): Promise<string> {
  const text = await readFile(new URL('givelap.conf', shipped), 'utf8');
  const servers = instances.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`);
  const changes: [RegExp, string][] = [
    [/(server 127\.0\.0\.1:\d+ max_fails=0;\s*)+/, `${servers.join('\n')}\n`],
    [/\/var\/lib\/nginx\/givelap/, `${dir}/cache`],
    [/server \{[^]*?\n\}\n/, ''],
    [/listen 443 ssl http2;\s*listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/^ *ssl_.*\n/gm, ''],
    [/\/var\/log\/nginx/g, dir],
    [/include snippets\//, `include ${dir}/`],
  ];
  return changes.reduce((site, [from, to]) => {
    const changed = site.replace(from, () => to);
    if (changed === site) throw new Error(`nothing in givelap.conf is like ${from.source}`);
    return changed;
  }, text);
}

function settings(dir: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${dir}/temp;`);
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${dir}/pid; error_log ${dir}/givelap.error.log crit;
    events { worker_connections 4096; }
    http {
      ${temporary.join(' ')}
      include ${shipped.pathname}givelap-http.conf;
      ${site}
    }`;
}
