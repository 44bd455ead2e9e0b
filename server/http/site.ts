import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Boot, FormState } from '#contract/pages.ts';
import { routes } from '#contract/routes.ts';
import { OUR_COLOUR } from '#server/brand.ts';
import type { Context } from '#server/context.ts';
import { fail, Failure } from '#server/failure.ts';
import type { Perform } from './bind.ts';
import { callerOf, strangerOf, type Identify } from './caller.ts';
import { problem } from './failure.ts';
import { formRoutes, readForm, submit, type Form } from './forms.ts';
import type { Caller } from './handler.ts';
import { secretHeaders } from './headers.ts';
import { chosenLanguage, LANGUAGE_COOKIE_SECONDS } from './language.ts';
import { isOwnRequest, isPrefetch } from './origin.ts';
import { pageRoutes, type Found, type PageRoute, type Redirect } from './page-data.ts';
import { headOf } from './head.ts';
import { compressed, encodingFor, recent, type BytesStore, type StoredAnswer } from './stored/bytes-store.ts';
import { shellOf } from './shell.ts';
import { readUtf8 } from './utf8.ts';

/** The built bundle of the web room: the only thing of it that the server runs. */
export type Renderer = typeof import('#web/server.tsx');

export async function loadRenderer(): Promise<Renderer> {
  const bundle = new URL('../../dist/server/server.js', import.meta.url);
  return (await import(bundle.href)) as Renderer;
}

interface SiteParts {
  perform: Perform;
  identify: Identify;
  isAway: (error: unknown) => boolean;
  renderer: Renderer;
  store: BytesStore;
  /** Counts the changes that public pages must show at once: each begins a new edition of them all. */
  shown: { edition: number };
}

export interface Site {
  /** Page of an address we do not know, or of a failure; in the visitor's language. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  failed(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply>;
  /** Nobody can sign in now. */
  shut(request: FastifyRequest, reply: FastifyReply, failure: Failure): Promise<FastifyReply>;
}

/** What a sign-in fails with. */
const signInCall = routes['POST /api/auth/token'];
const lost: PageRoute = { find: async () => null };
/** For pages that are the same for everybody: a shared cache asks again after a second, a browser each time. */
const PUBLIC = 'public, max-age=0, s-maxage=1, stale-while-revalidate=5';

/** Address → data → rendered, compressed bytes. */
export async function serveSite(
  app: FastifyInstance,
  ctx: Context,
  { perform, identify, isAway, renderer, store, shown }: SiteParts,
): Promise<Site> {
  const assets = await readAssets(renderer, ctx.config.brand.colour);

  const render = async (found: Found, caller: Caller, address: string): Promise<StoredAnswer> => {
    const { language } = caller;
    const shell = shellOf(ctx.config, caller, language, address);
    const boot = { page: found.page, props: found.props, shell } as Boot;
    return {
      status: found.status ?? 200,
      headers: found.indexable ? {} : { 'x-robots-tag': 'noindex' },
      bytes: await compressed(renderer.render(boot, assets(found.page, language), headOf(ctx.config, found, language))),
      partial: found.partial === true || Object.values(found.props).some(isMissing),
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
    const url = urlOf(request, ctx.config.publicUrl);
    const query = route.known?.(url.searchParams) ?? new URLSearchParams();
    const address = query.size > 0 ? `${url.pathname}?${query.toString()}` : url.pathname;
    const choice = chosenLanguage(url.searchParams);
    if (choice) visitor.cookies.set('language', choice, LANGUAGE_COOKIE_SECONDS);
    const caller = { ...visitor, language: choice ?? visitor.language };

    const make = async (): Promise<StoredAnswer> => {
      const visit = { params: request.params as Record<string, string>, query, caller, form, isAway };
      const found = (await route.find(ctx, visit)) ?? notFound;
      return 'to' in found ? redirection(found) : render(found, caller, address);
    };
    const isPublic = route.stored === true && !choice && !form && visitor.cookies.get('session') === null;
    // Searches are never stored: their texts are as many as people can type.
    const isStored = isPublic && !query.has('q');
    const page = isStored
      ? await store.get(`${request.routeOptions.url} ${address} ${caller.language} ${shown.edition}`, recent(), make)
      : await make();
    const encoding = encodingFor(request.headers['accept-encoding']);
    return reply
      .code(page.status === 200 ? status : page.status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-language': caller.language,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        ...page.headers,
        ...(isStored && !page.partial
          ? { 'cache-control': PUBLIC, vary: 'accept-encoding, accept-language, cookie' }
          : { 'cache-control': 'private, no-store' }),
        ...(route.secret && secretHeaders),
      })
      .send(page.bytes[encoding]);
  };

  for (const [pattern, route] of Object.entries(pageRoutes)) {
    app.get(pattern, async (request, reply) => {
      if (route.acts && isPrefetch(request)) return reply.code(403).headers(secretHeaders).send();
      return show(request, reply, route, await callerOf(request, reply, ctx.config, identify));
    });
  }
  // Not awaited: that would start the server before its handlers of failures are set.
  void app.register(async (forms) => {
    // Only what a form sends: JSON has the calls themselves.
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, readForm(readUtf8(body)));
    });
    for (const [pattern, meant] of Object.entries(formRoutes)) {
      const route = pageRoutes[pattern] ?? lost;
      forms.post(pattern, async (request, reply) => {
        const caller = await callerOf(request, reply, ctx.config, identify);
        const form = (request.body ?? {}) as Form | Failure;
        const values = form instanceof Failure ? {} : form;
        const refused = form instanceof Failure ? form : refuseForeign(request, route, caller, ctx.config.publicUrl);
        const formRoute = typeof meant === 'function' ? meant(values) : meant;
        const outcome = refused ?? (await submit(perform, formRoute, request.params as Form, values, caller));
        if (typeof outcome === 'string') return reply.headers(secretHeaders).redirect(outcome, 303);
        const { status, headers, body } = problem(outcome, caller.language, routes[formRoute.call]);
        const { message, fields = {} } = body;
        return show(request, reply.headers(headers), route, caller, { values, message, fields }, status);
      });
    }
  });

  return {
    notFound: async (request, reply) =>
      show(request, reply, lost, await callerOf(request, reply, ctx.config, identify)),
    failed: (request, reply, status) => {
      const { secret } = pageRoutes[request.routeOptions.url ?? ''] ?? lost;
      const find = async (): Promise<Found> => ({ page: 'error', props: { sign_in: null }, status });
      const route: PageRoute = { ...(secret && { secret }), find };
      // Without asking who it is: the database may be what failed.
      return show(request, reply, route, strangerOf(request, reply, ctx.config));
    },
    shut: (request, reply, failure) => {
      const route: PageRoute = {
        // Trying again is to lead to the same place.
        known: (query) => new URLSearchParams([...query].filter(([name]) => name === 'return_to')),
        find: async (_ctx, { caller }) => {
          const { status, body } = problem(failure, caller.language, signInCall);
          return { page: 'error', props: { sign_in: body.message }, status };
        },
      };
      const stranger = strangerOf(request, reply, ctx.config);
      return show(request, reply.headers(problem(failure, stranger.language, signInCall).headers), route, stranger);
    },
  };
}

/** The address asked for, whatever the first line of the request looks like: never another host. */
function urlOf(request: FastifyRequest, publicUrl: string): URL {
  const path = request.url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?\/*/i, '/');
  return URL.parse(path, publicUrl) ?? new URL(publicUrl);
}

/** A part of a page whose data failed. */
function isMissing(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'error' in part;
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
