import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Boot, FormState } from '#contract/pages.ts';
import { routes } from '#contract/routes.ts';
import type { Language } from '#domain/language.ts';
import { translator } from '#locales/messages.ts';
import { OUR_COLOUR } from '#server/brand.ts';
import type { Context } from '#server/context.ts';
import { fail, Failure } from '#server/failure.ts';
import type { Perform } from './bind.ts';
import { callerOf, strangerOf, type Identify } from './caller.ts';
import { problem, problemTexts } from './failure.ts';
import { formRoutes, readForm, submit, type Form } from './forms.ts';
import type { Caller } from './handler.ts';
import { secretHeaders } from './headers.ts';
import { chosenLanguage, LANGUAGE_COOKIE_SECONDS } from './language.ts';
import { isOwnRequest } from './origin.ts';
import { pageRoutes, type Found, type PageRoute, type Redirect } from './page-data.ts';
import { compressed, encodingFor, youngerThan, type BytesStore, type StoredAnswer } from './bytes-store.ts';
import { shellOf } from './shell.ts';

/** The built bundle of the web room: the only thing of it that the server runs. */
export type Renderer = typeof import('#web/server.tsx');

export async function loadRenderer(): Promise<Renderer> {
  const bundle = new URL('../../dist/server/server.js', import.meta.url);
  return (await import(bundle.href)) as Renderer;
}

export interface Site {
  /** Page of an address we do not know, or of a failure; in the visitor's language. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  failed(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply>;
}

const lost: PageRoute = { known: () => null, find: async () => null };
/** Public pages are as old as this at most; then one request renders the page anew for all who wait. */
const FRESH_MS = 2000;
/** Names the page's known parameters only; a shared cache asks again after a second. */
const PUBLIC = 'public, max-age=0, s-maxage=1, stale-while-revalidate=5';

/** Address → data → rendered, compressed bytes. */
export async function serveSite(
  app: FastifyInstance,
  ctx: Context,
  perform: Perform,
  identify: Identify,
  renderer: Renderer,
  store: BytesStore,
): Promise<Site> {
  const assets = await readAssets(renderer, ctx.config.brand.colour);

  const render = async (found: Found, caller: Caller, language: Language, url: URL): Promise<StoredAnswer> => {
    const shell = shellOf(ctx.config, caller, language, url, found.canonical);
    const boot = { page: found.page, props: found.props, shell } as Boot;
    return {
      status: found.status ?? 200,
      headers: found.indexable ? {} : { 'x-robots-tag': 'noindex' },
      bytes: await compressed(renderer.render(boot, assets(found.page, language))),
    };
  };

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    route: PageRoute,
    visitor: Caller,
    form: FormState | null = null,
    status = 200,
  ) => {
    // `//host` in the first line of a request must not become another host.
    const url = URL.parse(ctx.config.publicUrl + request.url) ?? new URL(ctx.config.publicUrl);
    const choice = chosenLanguage(url.searchParams);
    if (choice) visitor.cookies.set('language', choice, LANGUAGE_COOKIE_SECONDS);
    const language = choice ?? visitor.language;
    const caller = { ...visitor, language };

    const make = async (): Promise<StoredAnswer> => {
      const visit = { params: request.params as Record<string, string>, query: url.searchParams, caller, form };
      const found = (await route.find(ctx, visit)) ?? notFound;
      return 'to' in found ? redirection(found) : render(found, caller, language, url);
    };
    const key = route.known(url.searchParams);
    const isPublic = key !== null && !choice && !form && !route.secret && visitor.cookies.get('session') === null;
    const page = isPublic
      ? await store.get(`${url.pathname} ${key} ${language}`, youngerThan(FRESH_MS), make)
      : await make();
    const encoding = encodingFor(request.headers['accept-encoding']);
    return reply
      .code(page.status === 200 ? status : page.status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        ...page.headers,
        ...(isPublic
          ? { 'cache-control': PUBLIC, vary: 'accept-encoding, accept-language, cookie' }
          : { 'cache-control': 'private, no-store' }),
        ...(route.secret && secretHeaders),
      })
      .send(page.bytes[encoding]);
  };

  for (const [pattern, route] of Object.entries(pageRoutes)) {
    app.get(pattern, async (request, reply) =>
      show(request, reply, route, await callerOf(request, reply, ctx.config, identify)),
    );
  }
  // Not awaited: that would start the server before its handlers of failures are set.
  void app.register(async (forms) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
      done(null, readForm(String(text)));
    });
    for (const [pattern, formRoute] of Object.entries(formRoutes)) {
      const route = pageRoutes[pattern] ?? lost;
      forms.post(pattern, async (request, reply) => {
        const caller = await callerOf(request, reply, ctx.config, identify);
        const form = (request.body ?? {}) as Form | Failure;
        const refused = form instanceof Failure ? form : refuseForeign(request, route, caller, ctx.config.publicUrl);
        const outcome = refused ?? (await submit(perform, formRoute, request.params as Form, form as Form, caller));
        if (typeof outcome === 'string') return reply.headers(secretHeaders).redirect(outcome, 303);
        const values = form instanceof Failure ? {} : form;
        const { status, headers } = problem(outcome, caller.language, routes[formRoute.call]);
        const words = problemTexts(outcome, translator(caller.language));
        return show(request, reply.headers(headers), route, caller, { values, ...words }, status);
      });
    }
  });

  const failure = (status: number): PageRoute => ({
    ...lost,
    find: async () => ({ page: 'error', props: {}, status }),
  });
  return {
    notFound: async (request, reply) =>
      show(request, reply, lost, await callerOf(request, reply, ctx.config, identify)),
    // Without asking who it is: the database may be what failed.
    failed: (request, reply, status) => show(request, reply, failure(status), strangerOf(request, reply, ctx.config)),
  };
}

const notFound: Found = { page: 'not-found', props: {}, status: 404 };

const nothing = Buffer.alloc(0);

function redirection({ to }: Redirect): StoredAnswer {
  return { status: 302, headers: { location: to }, bytes: { identity: nothing, gzip: nothing, br: nothing } };
}

/** Pages whose address is the whole permission send `Origin: null`, and need no other. */
function refuseForeign(request: FastifyRequest, route: PageRoute, caller: Caller, publicUrl: string): Failure | null {
  const hasSession = caller.cookies.get('session') !== null;
  return route.secret || isOwnRequest(request, publicUrl, hasSession) ? null : fail('foreign_origin');
}

/** The build's own list of its files, and which of them a page in a language needs. */
async function readAssets({ assetsOf }: Renderer, colour: string) {
  const list = new URL('../../dist/client/.vite/manifest.json', import.meta.url);
  const manifest = JSON.parse(await readFile(list, 'utf8')) as Parameters<typeof assetsOf>[0];
  return assetsOf(manifest, colour === OUR_COLOUR ? null : '/brand.css');
}
