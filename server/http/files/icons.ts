import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import { accent } from '#domain/accent.ts';
import { icon } from '#domain/draw/icon.ts';
import { isOurs, type BrandFile } from '#server/brand.ts';
import { keptFor } from '#server/http/headers.ts';
import { drawn, onSquare } from '#server/pictures/raster.ts';
import type { BytesStore } from '#server/http/stored/bytes-store.ts';
import { sendPng } from './png.ts';

const icons = {
  apple: { size: 180, shape: 'whole' },
  192: { size: 192, shape: 'whole' },
  512: { size: 512, shape: 'whole' },
  maskable: { size: 512, shape: 'maskable' },
} as const;

const isIcon = (name: string): name is Extract<keyof typeof icons, string> => Object.hasOwn(icons, name);

/** What a telephone puts on its home screen: the brand's logo, or a sign drawn in its colour. */
export function serveIcons(app: FastifyInstance, brand: BrandFile, store: BytesStore): void {
  const colours = accent(brand.colour).light;
  const letter = isOurs(brand) ? null : ([...brand.name][0] ?? '').toUpperCase();

  const make = ({ size, shape }: (typeof icons)[keyof typeof icons]) =>
    brand.logo
      ? onSquare(brand.logo.bytes, size, shape === 'maskable' ? 0.5 : 0.8)
      : drawn(() => icon(shape, letter, colours), size);

  app.get<{ Params: { name: string } }>(paths.icon(':name'), async ({ params: { name } }, reply) => {
    if (!isIcon(name)) return reply.callNotFound();
    return sendPng(reply, store, { key: `icon ${name}`, make: () => make(icons[name]), kept: keptFor.day }, 'en');
  });

  const manifest = {
    id: paths.home,
    start_url: paths.home,
    name: brand.name,
    short_name: brand.name,
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      { src: paths.icon(192), sizes: '192x192', type: 'image/png' },
      { src: paths.icon(512), sizes: '512x512', type: 'image/png' },
      { src: paths.icon('maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  app.get(paths.manifest, (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json', 'cache-control': keptFor.day })
      .send(JSON.stringify(manifest)),
  );
}
