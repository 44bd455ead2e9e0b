import { gunzipSync } from 'node:zlib';
import { freePort } from '#sandbox/ports.ts';
import type { Figure } from '../figure.ts';
import { short } from '../figure.ts';
import { startNginx, staticFiles } from '../nginx.ts';
import { pin, type Product } from '../product.ts';
import { inTurns, median } from '../sides.ts';
import { FULL, LARGE, type Stage } from '../stage.ts';
import { wrk } from '../wrk.ts';

const SECONDS = 4;
const CONNECTIONS = 64;
const gzip = { 'accept-encoding': 'gzip' };

/** P1: the start list of 20,000, whole and not modified, beside a file of the same bytes on the same core. */
export async function startList(stage: Stage): Promise<Figure[]> {
  const place = await stage.place(FULL);
  const product = await place.product();
  pin((await product.usage()).pid, 0);
  const list = `${product.url}/api/events/${LARGE}/participants`;
  const { etag, bytes } = await fetched(list);
  const port = await freePort();
  const file = `http://127.0.0.1:${port}/list.json`;
  const nginx = await startNginx(async (folder) => {
    const files = await staticFiles(folder, { 'list.json': bytes });
    return `server { listen 127.0.0.1:${port}; default_type application/json; ${files} }`;
  }, file);
  try {
    const whole = await inTurns({
      ours: () => cost(product, () => wrk(list, { connections: CONNECTIONS, seconds: SECONDS, headers: gzip })),
      nginx: async () => ({
        ...(await wrk(file, { connections: CONNECTIONS, seconds: SECONDS, headers: gzip })),
        ms: 0,
      }),
    });
    const { etag: known } = await fetched(file);
    const ask = (url: string, tag: string) =>
      wrk(url, { connections: CONNECTIONS, seconds: SECONDS, headers: { ...gzip, 'if-none-match': tag } });
    const unchanged = await inTurns({
      ours: () => cost(product, () => ask(list, etag)),
      nginx: async () => ({ ...(await ask(file, known)), ms: 0 }),
    });
    return [
      figure('list of 20,000 rows', 'nginx, same bytes as a file, same core', 0.7, whole),
      figure('the same, 304', 'nginx, 304', 0.5, unchanged),
    ];
  } finally {
    await nginx.stop();
    await product.stop();
  }
}

async function fetched(url: string): Promise<{ etag: string; bytes: Buffer }> {
  const response = await fetch(url, { headers: gzip });
  return { etag: response.headers.get('etag') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
}

interface Costly {
  perSecond: number;
  /** Of our processor, for one answer. */
  ms: number;
}

async function cost(product: Product, load: () => Promise<{ perSecond: number; requests: number }>): Promise<Costly> {
  const before = await product.usage();
  const { perSecond, requests } = await load();
  return { perSecond, ms: ((await product.usage()).cpuMs - before.cpuMs) / requests };
}

function figure(
  work: string,
  against: string,
  least: number,
  { ours, nginx }: Record<'ours' | 'nginx', Costly[]>,
): Figure {
  const [mine, theirs] = [ours, nginx].map((side) => median(side.map(({ perSecond }) => perSecond))) as [
    number,
    number,
  ];
  const micro = median(ours.map(({ ms }) => ms)) * 1000;
  return {
    row: 'P1',
    work,
    against,
    value: mine / theirs,
    unit: '×',
    aim: { least },
    seen: `${short(mine)} : ${short(theirs)} a second, ${short(micro)} µs of our processor`,
  };
}
void gunzipSync;
