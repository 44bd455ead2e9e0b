import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import { pictureFormats } from '#domain/picture.ts';
import type { Context } from '#server/context.ts';
import { fail } from '#server/failure.ts';
import { keptFor } from '#server/http/headers.ts';
import { pictureFile } from '#server/pictures/actions.ts';
import { bytesOnly, recent, type BytesStore } from '#server/http/stored/bytes-store.ts';

interface Address {
  hash: string;
  width: string;
  format: string;
}

/** Event pictures, from the database through the store. */
export function servePictures(app: FastifyInstance, ctx: Context, store: BytesStore): void {
  app.get<{ Params: Address }>(paths.picture(':hash', ':width', ':format'), async ({ params }, reply) => {
    const format = pictureFormats.find((known) => known === params.format);
    if (!format || !/^[0-9a-f]{32}$/.test(params.hash) || !/^[1-9]\d{0,3}$/.test(params.width)) {
      return reply.callNotFound();
    }
    const { hash, width } = params;
    const found = await store.get(`picture ${hash} ${width} ${format}`, recent(), async () => {
      const bytes = await pictureFile(ctx, hash, Number(width), format);
      return bytes ? bytesOnly(bytes) : fail('not_found');
    });
    if (!('bytes' in found)) return reply.callNotFound();
    return reply
      .headers({ 'content-type': `image/${format}`, 'cache-control': keptFor.ever })
      .send(found.bytes.identity);
  });
}
