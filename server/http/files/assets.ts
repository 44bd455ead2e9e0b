import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { accent, type Accent } from '#domain/accent.ts';
import { languages } from '#domain/language.ts';
import { texts } from '#locales/messages.ts';
import type { BrandFile } from '#server/brand.ts';
import { compressed, encodingFor, type StoredAnswer } from '#server/http/stored/bytes-store.ts';
import { documentHeaders, keptFor } from '#server/http/headers.ts';

const folder = new URL('../../../dist/client/assets/', import.meta.url);

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Files of the build, from memory: names carry a hash, so browsers keep them for ever. */
export function serveAssets(app: FastifyInstance, brand: BrandFile): void {
  const files = new Map<string, Promise<StoredAnswer['bytes']>>();
  const bytesOf = (name: string) => {
    const known = files.get(name) ?? load(name);
    files.set(name, known);
    known.catch(() => files.delete(name));
    return known;
  };

  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const name = request.params['*'];
    if (!/^[\w-]+(\.[\w-]+)+$/.test(name)) return reply.callNotFound();
    try {
      const bytes = await bytesOf(name);
      const encoding = isPacked(name) ? 'identity' : encodingFor(request.headers['accept-encoding']);
      // A drawing can be opened as a document of its own.
      if (extname(name) !== '.svg') for (const header of documentHeaders) reply.removeHeader(header);
      reply.headers(headersOf(name, keptFor.ever));
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return await reply.send(bytes[encoding]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return reply.callNotFound();
      throw error;
    }
  });

  app.get('/brand.css', (_request, reply) =>
    reply.headers(headersOf('.css', keptFor.hour)).send(brandStyles(brand.colour)),
  );
  app.get('/brand/logo', (_request, reply) => {
    if (!brand.logo) return reply.callNotFound();
    return reply.headers({ 'content-type': brand.logo.type, 'cache-control': keptFor.hour }).send(brand.logo.bytes);
  });

  for (const language of languages) {
    app.get(`/locales/${language}/translation.json`, (_request, reply) =>
      reply.headers(headersOf('.json', keptFor.hour)).send(texts[language]),
    );
  }
}

async function load(name: string): Promise<StoredAnswer['bytes']> {
  const read = (file: string) => readFile(new URL(file, folder));
  const identity = await read(name);
  if (isPacked(name)) return { identity, gzip: identity, br: identity };
  const [br, gzip] = await Promise.all([read(`${name}.br`), read(`${name}.gz`)]).catch(() => []);
  // In development files change too often to be packed when they are built.
  return br && gzip ? { identity, br, gzip } : compressed(identity);
}

/** Pictures and fonts are compressed already. */
function isPacked(name: string): boolean {
  return ['.png', '.woff2'].includes(extname(name));
}

function headersOf(name: string, cache: string): Record<string, string> {
  const type = types[extname(name) || name] ?? 'application/octet-stream';
  return { 'content-type': type, 'cache-control': cache, vary: 'accept-encoding' };
}

const tokens: Record<keyof Accent, string> = {
  fill: 'accent',
  on: 'on-accent',
  hover: 'accent-hover',
  mark: 'accent-mark',
  text: 'accent-text',
  tint: 'accent-tint',
  shade: 'accent-shade',
};

/** The seven tokens that follow from the brand's colour, for both themes. */
function brandStyles(colour: string): string {
  const { light, dark } = accent(colour);
  const names = Object.keys(tokens) as (keyof Accent)[];
  const rules = names.map((name) => `--color-${tokens[name]}:light-dark(${light[name]},${dark[name]})`);
  return `:root{${rules.join(';')}}`;
}
