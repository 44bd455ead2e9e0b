import type { FastifyReply } from 'fastify';
import type { Language } from '#domain/language.ts';
import { fail, Failure } from '#server/failure.ts';
import { bytesOnly, ofVersion, type BytesStore } from '#server/http/stored/bytes-store.ts';
import { problem } from '#server/http/failure.ts';
import { drawn } from '#server/pictures/raster.ts';

/** Somebody may be erased or another name be shown: nobody keeps it for longer. */
export const HOUR = 'public, max-age=3600';

interface Drawing {
  /** Names everything that is drawn. */
  key: string;
  draw: () => string;
  width: number;
}

/** A drawing as pixels, made once. */
export async function sendPng(
  reply: FastifyReply,
  store: BytesStore,
  { key, draw, width }: Drawing,
  language: Language,
) {
  const image = await store.get(key, ofVersion(0), async () => {
    const bytes = await drawn(draw, width);
    return bytes ? bytesOnly(bytes) : fail('unavailable');
  });
  if (image instanceof Failure) {
    const { status, headers, body } = problem(image, language);
    return reply.code(status).headers(headers).send(body);
  }
  return reply.headers({ 'content-type': 'image/png', 'cache-control': HOUR }).send(image.bytes.identity);
}
