import { freePort } from '#sandbox/ports.ts';
import { bareServer } from '../bare.ts';
import type { Figure } from '../figure.ts';
import { fileServer, startNginx } from '../nginx.ts';
import { pin } from '../product.ts';
import { costOf, share } from '../rate.ts';
import { inTurns } from '../sides.ts';
import { LARGE, type Stage } from '../stage.ts';
import { gzipped, wrk } from '../wrk.ts';

const asking = { connections: 64, seconds: 4 };

/** P1: the start list of 20,000, whole and not modified, beside a file of the same bytes on the same core. */
export async function startList(stage: Stage): Promise<Figure[]> {
  const product = await (await stage.place()).product();
  pin((await product.usage()).pid, 0);
  const list = `${product.url}/api/events/${LARGE}/participants`;
  const { etag, bytes } = await gzipped(list);
  const port = await freePort();
  const file = `http://127.0.0.1:${port}/list.json`;
  const bare = await bareServer(bytes);
  const nginx = await startNginx((folder) => fileServer(folder, port, { 'list.json': bytes }), file);
  try {
    const whole = { ...asking, headers: { 'accept-encoding': 'gzip' } };
    const full = await inTurns({
      ours: () => costOf(product, () => wrk(list, whole)),
      nginx: () => wrk(file, whole),
    });
    const known = (tag: string) => ({ ...asking, headers: { ...whole.headers, 'if-none-match': tag } });
    const { etag: tagOfFile } = await gzipped(file);
    const unchanged = await inTurns({
      ours: () => costOf(product, () => wrk(list, known(etag))),
      nginx: () => wrk(file, known(tagOfFile)),
      bare: () => wrk(bare.url, known('"bare"')),
    });
    const work = 'list of 20,000 rows';
    return [
      share({ row: 'P1', work, against: 'nginx: the bytes as a file', least: 0.7 }, full.ours, full.nginx),
      share({ row: 'P1', work: `${work}, 304`, against: 'nginx: 304', least: 0.5 }, unchanged.ours, unchanged.nginx),
      share({ row: 'P1', work: 'bare Node, 304', against: 'nginx: 304' }, unchanged.bare, unchanged.nginx),
    ];
  } finally {
    await nginx.stop();
    await bare.stop();
    await product.stop();
  }
}
