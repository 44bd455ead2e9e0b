import { freePort } from '#sandbox/ports.ts';
import { short, type Figure } from '../figure.ts';
import { fileServer, startNginx } from '../nginx.ts';
import { pin } from '../product.ts';
import { costOf, share } from '../rate.ts';
import { inTurns, median } from '../sides.ts';
import { LARGE, type Stage } from '../stage.ts';
import { gzipped, wrk } from '../wrk.ts';

const asking = { connections: 100, seconds: 4, headers: { 'accept-encoding': 'gzip' } };

/** P3: the page of an event with 20,000 people, kept and made anew, beside a file of the same bytes on the same core. */
export async function pages(stage: Stage): Promise<Figure[]> {
  const product = await (await stage.place()).product();
  pin((await product.usage()).pid, 0);
  const page = `${product.url}/participants/lauf-${LARGE}`;
  const { bytes } = await gzipped(page);
  const port = await freePort();
  const file = `http://127.0.0.1:${port}/page.html`;
  const nginx = await startNginx((folder) => fileServer(folder, port, { 'page.html': bytes }), file);
  try {
    const kept = await inTurns({
      ours: () => costOf(product, () => wrk(page, asking)),
      nginx: () => wrk(file, asking),
    });
    const fresh = await inTurns({
      ours: () => costOf(product, () => wrk(page, { ...asking, connections: 8, script: everyPage })),
    });
    const cpu = median(fresh.ours.map(({ cpuMs }) => cpuMs));
    const rate = median(fresh.ours.map(({ perSecond }) => perSecond));
    const work = 'event page';
    return [
      share(
        { row: 'P3', work: `${work}, kept`, against: 'nginx: the bytes as a file', least: 0.3 },
        kept.ours,
        kept.nginx,
      ),
      {
        row: 'P3',
        work: `${work}, kept, p99 of 100 at once`,
        against: '',
        value: median(kept.ours.map(({ p99 }) => p99)),
        unit: 'ms',
        aim: { most: 25 },
        seen: `nginx ${short(median(kept.nginx.map(({ p99 }) => p99)))} ms`,
      },
      {
        row: 'P3',
        work: `${work}, made anew, processor`,
        against: '',
        value: cpu,
        unit: 'ms',
        aim: { most: 0.5 },
        seen: `${short(rate)} a second; data, HTML, gzip and brotli`,
      },
    ];
  } finally {
    await nginx.stop();
    await product.stop();
  }
}

/** Another address each time, so that nothing kept serves. */
const everyPage = `
  local n = 0
  request = function()
    n = n + 1
    return wrk.format('GET', string.format('/participants/lauf-${LARGE}?page=%d', 2 + n % 1990))
  end`;
