import type { FastifyReply } from 'fastify';
import type { Language } from '#domain/language.ts';
import { fail, Failure } from '#server/failure.ts';
import { bytesOnly, ofVersion, type BytesStore } from '#server/http/stored/bytes-store.ts';
import { problem } from '#server/http/failure.ts';
import { keptFor } from '#server/http/headers.ts';

interface Png {
  /** Names everything that it shows. */
  key: string;
  make: () => Promise<Buffer | null>;
  kept?: string;
}

/** Pixels, made once. */
export async function sendPng(
  reply: FastifyReply,
  store: BytesStore,
  { key, make, kept = keptFor.hour }: Png,
  language: Language,
) {
  const image = await store.get(key, ofVersion(0), async () => {
    const bytes = await make();
    return bytes ? bytesOnly(bytes) : fail('unavailable');
  });
  if (image instanceof Failure) {
    const { status, headers, body } = problem(image, language);
    return reply.code(status).headers(headers).send(body);
  }
  return reply.headers({ 'content-type': 'image/png', 'cache-control': kept }).send(image.bytes.identity);
}
