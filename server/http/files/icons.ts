import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import { accent } from '#domain/accent.ts';
import { icon } from '#domain/draw/icon.ts';
import { isOurs, type BrandFile } from '#server/brand.ts';
import { fail, Failure } from '#server/failure.ts';
import { drawn, onSquare } from '#server/pictures/raster.ts';
import { bytesOnly, ofVersion, type BytesStore } from '#server/http/stored/bytes-store.ts';

const icons = {
  apple: { size: 180, shape: 'whole' },
  192: { size: 192, shape: 'whole' },
  512: { size: 512, shape: 'whole' },
  maskable: { size: 512, shape: 'maskable' },
} as const;

const isIcon = (name: string): name is Extract<keyof typeof icons, string> => Object.hasOwn(icons, name);

const DAY = 'public, max-age=86400';

/** What a telephone puts on its home screen: the brand's logo, or a sign drawn in its colour. */
export function serveIcons(app: FastifyInstance, brand: BrandFile, store: BytesStore): void {
  const colours = accent(brand.colour).light;
  const letter = isOurs(brand) ? null : ([...brand.name][0] ?? '').toUpperCase();

  const make = async (name: keyof typeof icons) => {
    const { size, shape } = icons[name];
    const bytes = await (brand.logo
      ? onSquare(brand.logo.bytes, size, shape === 'maskable' ? 0.5 : 0.8)
      : drawn(() => icon(shape, letter, colours), size));
    return bytes ? bytesOnly(bytes) : fail('unavailable');
  };

  app.get<{ Params: { name: string } }>(paths.icon(':name'), async ({ params: { name } }, reply) => {
    if (!isIcon(name)) return reply.callNotFound();
    const found = await store.get(`icon ${name}`, ofVersion(0), () => make(name));
    if (found instanceof Failure) return reply.code(503).headers({ 'retry-after': '5' }).send();
    return reply.headers({ 'content-type': 'image/png', 'cache-control': DAY }).send(found.bytes.identity);
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
    reply.headers({ 'content-type': 'application/manifest+json', 'cache-control': DAY }).send(JSON.stringify(manifest)),
  );
}
