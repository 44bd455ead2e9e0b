import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#sandbox/ports.ts';
import type { Figure } from '../figure.ts';
import { fileServer, startNginx } from '../nginx.ts';
import { share } from '../rate.ts';
import { inTurns } from '../sides.ts';
import { LARGE, type Stage } from '../stage.ts';
import { gzipped, wrk } from '../wrk.ts';

const SHIPPED = fileURLToPath(new URL('../../../deploy/nginx', import.meta.url));
const asking = { connections: 64, seconds: 4, headers: { 'accept-encoding': 'gzip' } };

/** P2: the start list and the event page out of the shipped nginx's cache, beside files of the same bytes, both by TLS. */
export async function microCache(stage: Stage): Promise<Figure[]> {
  const product = await (await stage.place()).product();
  const [behind, beside, plain] = [await freePort(), await freePort(), await freePort()];
  const addresses = { list: `/api/events/${LARGE}/participants`, page: `/participants/lauf-${LARGE}` };
  const files = {
    list: (await gzipped(product.url + addresses.list)).bytes,
    page: (await gzipped(product.url + addresses.page)).bytes,
  };
  const nginx = await startNginx(async (folder) => {
    const certificate = certify(folder);
    const static_ = await fileServer(folder, beside, files);
    return [
      await shipped(folder, { behind, product: new URL(product.url).host, certificate }),
      static_.replace(`127.0.0.1:${beside};`, `127.0.0.1:${beside} ssl; ${certificate}`),
      onlyCache(folder, `127.0.0.1:${plain} ssl; ${certificate}`, product.url),
    ].join('\n');
  }, `http://127.0.0.1:${behind}/`);
  try {
    const figures: Figure[] = [];
    for (const name of ['list', 'page'] as const) {
      const seen = await inTurns({
        ours: () => wrk(`https://127.0.0.1:${behind}${addresses[name]}`, asking),
        nginx: () => wrk(`https://127.0.0.1:${beside}/${name}`, asking),
        plain: () => wrk(`https://127.0.0.1:${plain}${addresses[name]}`, asking),
      });
      const work = name === 'list' ? 'list of 20,000 rows' : 'event page';
      const said = { row: 'P2', against: 'nginx: the bytes as a file' };
      figures.push(
        share({ ...said, work: `${work} through nginx`, least: 0.9 }, seen.ours, seen.nginx),
        share({ ...said, work: `${work} through a cache and nothing else` }, seen.plain, seen.nginx),
      );
    }
    return figures;
  } finally {
    await nginx.stop();
    await product.stop();
  }
}

/** What keeping answers costs nginx where nothing else is asked of it: no rules, no log, no limits. */
const onlyCache = (folder: string, listen: string, product: string) => `
  proxy_cache_path ${folder}/plain keys_zone=plain:1m use_temp_path=off;
  server {
    listen ${listen}
    proxy_cache plain; proxy_cache_key $uri; proxy_cache_background_update on; proxy_ignore_headers Vary;
    location / { proxy_pass ${product}; }
  }`;

/** Why there is nothing to be measured; null when there is. */
export const notShipped = () => (existsSync(path.join(SHIPPED, 'givelap.conf')) ? null : 'deploy/nginx is not there');

/**
 * The three files as they are, but for what is an operator's: addresses, certificate and folders. One address asks for
 * everybody here, so that the bound per address is lifted.
 */
async function shipped(
  folder: string,
  { behind, product, certificate }: { behind: number; product: string; certificate: string },
): Promise<string> {
  const read = (name: string) => readFile(path.join(SHIPPED, name), 'utf8');
  const [http = '', site = '', main = ''] = await Promise.all(
    ['givelap-http.conf', 'givelap-site.conf', 'givelap.conf'].map(read),
  );
  await mkdir(path.join(folder, 'cache'));
  const elsewhere = await freePort();
  return `${http}\n${main.replace(/include \S*givelap-site\.conf;/, site)}`
    .replace(/rate=\d+r\/s/, 'rate=1000000r/s')
    .replace(/listen 443 ssl.*;/, `listen 127.0.0.1:${behind} ssl;`)
    .replace(/listen 80;/, `listen 127.0.0.1:${elsewhere};`)
    .replace(/listen \[::\].*;/g, '')
    .replace(/server 127\.0\.0\.1:\d+[^;]*;/, `server ${product};`)
    .replace(/server 127\.0\.0\.1:\d+[^;]*;(?=\s*keepalive)/, '')
    .replace(/ssl_certificate \S+;\s*ssl_certificate_key \S+;/, certificate)
    .replace(/proxy_cache_path \S+/, `proxy_cache_path ${folder}/cache`)
    .replace(/(access|error)_log \/\S+/g, `$1_log ${folder}/logs/$1.log`);
}

function certify(folder: string): string {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const made = ['-keyout', key, '-out', certificate, '-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made], { stdio: 'ignore' });
  return `ssl_certificate ${certificate}; ssl_certificate_key ${key};`;
}
