import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import type { Context } from '#server/context.ts';
import { keptFor } from '#server/http/headers.ts';
import { allEvents } from '#server/events/actions.ts';
import { searchablePeople } from '#server/participants/actions.ts';
import { compressed, encodingFor, recent, type BytesStore } from '#server/http/stored/bytes-store.ts';

/** What one file may hold (sitemaps.org). */
const MOST = 50_000;

/** What search engines may know: the site, and people only of events that allow it. */
export function serveSitemap(app: FastifyInstance, ctx: Context, store: BytesStore): void {
  const { publicUrl } = ctx.config;

  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': keptFor.hour })
      .send(
        `User-agent: *\nDisallow: /admin\nDisallow: /auth/\nDisallow: /api/\n\nSitemap: ${publicUrl}${paths.sitemap}\n`,
      ),
  );

  app.get(paths.sitemap, async (request, reply) => {
    const { bytes } = await store.get('sitemap', recent(), async () => {
      const entries = (await addresses(ctx)).slice(0, MOST).map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
      const xml =
        '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
      return { status: 200, headers: {}, bytes: await compressed(xml) };
    });
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': keptFor.hour,
        vary: 'accept-encoding',
      })
      .send(bytes[encoding]);
  });
}

async function addresses(ctx: Context): Promise<string[]> {
  const events = await allEvents(ctx);
  // With one active event its list stands there, under an address of its own.
  const isChoice = events.filter((event) => event.is_active).length !== 1;
  const open = events.filter((event) => event.indexable);
  const people = await searchablePeople(
    ctx,
    open.map((event) => event.id),
    MOST,
  );
  return [
    paths.home,
    ...(isChoice ? [paths.participants] : []),
    ...open.map((event) => paths.event(event.address)),
    ...people.map(paths.give),
  ];
}
