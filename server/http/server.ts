import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { paths } from '#contract/paths.ts';
import type { AllRoutes } from '#contract/routes.ts';
import type { Context, Staff } from '#server/context.ts';
import { fail, Failure } from '#server/failure.ts';
import { faultOf } from '#server/log.ts';
import { serveAssets } from './files/assets.ts';
import { bind, performer, routeOf } from './bind.ts';
import { bytesStore } from './stored/bytes-store.ts';
import { problem } from './failure.ts';
import type { Handlers } from './handler.ts';
import { securityHeaders } from './headers.ts';
import { serveCards } from './files/cards.ts';
import { serveIcons } from './files/icons.ts';
import { callersLanguage } from './language.ts';
import { openApi } from './openapi.ts';
import { servePictures } from './files/pictures.ts';
import { serveShare } from './files/share.ts';
import { serveSignIn } from './sign-in.ts';
import { serveSitemap } from './files/sitemap.ts';
import { serveSite, type Renderer } from './site.ts';
import { recaller } from './stored/recall.ts';
import { readUtf8 } from './utf8.ts';
import { numberRequests, tellNumber } from './watch/request-ids.ts';
import { METRICS, serveSigns, type Signs } from './watch/signs.ts';

interface Parts extends Signs {
  handlers: Handlers<AllRoutes>;
  renderer: Renderer;
  /** Who holds a session cookie. */
  identify: (token: string) => Promise<Staff | null>;
  /** Is an error the absence of something we cannot do without, rather than a fault of ours? */
  isAway: (error: unknown) => boolean;
  version: string;
}

/** Bodies of ours are forms; nobody types 64 kB. */
const BODY_LIMIT = 64 * 1024;
const SLOW_MS = 1000;

export async function buildServer(
  ctx: Context,
  { handlers, renderer, identify, isAway, version, ...signs }: Parts,
): Promise<FastifyInstance> {
  const trusted = ctx.config.trustProxy;
  const fixed = securityHeaders(ctx.config, renderer.inlineScripts);
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted,
    // A keep-alive connection that comes while we stop is still answered, then closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
    exposeHeadRoutes: true,
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => refuse(error, socket, fixed),
    // Malformed addresses meet no hook.
    frameworkErrors: (error, request, reply) => {
      tellNumber(request, reply);
      failed(error, request, reply.headers(fixed));
    },
  });

  const failed = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = failureOf(error, isAway);
    if (failure.code === 'failed') ctx.log.error({ ...named(request), ...faultOf(error) }, 'request failed');
    const language = callersLanguage(request.cookies?.language ?? null, request.headers['accept-language']);
    const { status, body, headers } = problem(failure, language);
    return reply.code(status).headers(headers).send(body);
  };

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(fixed);
    done();
  });
  numberRequests(app);
  // What was asked before we stop is answered, and its connection then closed: kept alive, it would hold us up.
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.elapsedTime > SLOW_MS) {
      ctx.log.warn({ ...named(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'slow request');
    }
    done();
  });
  await app.register(cookie);
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson(app));

  serveSigns(app, ctx, signs);
  const document = openApi(version);
  app.get(paths.openApi, () => document);

  const perform = performer(ctx, handlers);
  const store = bytesStore();
  const shown = { edition: 0 };
  const onShown = () => void (shown.edition += 1);
  bind(app, ctx, { perform, recall: recaller(ctx, handlers, store, shown), identify, onShown });
  serveAssets(app, ctx.config.brand);
  servePictures(app, ctx, store);
  serveShare(app, ctx, store);
  serveCards(app, ctx, store);
  serveIcons(app, ctx.config.brand, store);
  serveSitemap(app, ctx, store);
  const site = await serveSite(app, ctx, { perform, identify, isAway, renderer, store, shown });
  serveSignIn(app, ctx, identify, site);

  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? site.notFound(request, reply) : failed(fail('not_found'), request, reply),
  );
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error, isAway);
    if (!isPage(request)) return failed(error, request, reply);
    if (failure.code === 'failed') ctx.log.error({ ...named(request), ...faultOf(error) }, 'page failed');
    const { status, headers } = problem(failure, 'en');
    return site.failed(request, reply.headers(headers), status);
  });
  return app;
}

/** What cannot be read as HTTP meets nothing of ours but this, and its connection ends. */
function refuse({ code }: Error & { code?: string }, socket: Socket, fixed: Record<string, string>): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isLarge = code === 'HPE_HEADER_OVERFLOW';
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const line = isLarge ? '431 Request Header Fields Too Large' : isLate ? '408 Request Timeout' : '400 Bad Request';
  const { body, headers } = problem(fail(isLarge ? 'too_large' : 'malformed'), 'en');
  const text = JSON.stringify(body);
  const all = {
    ...fixed,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${line}`, ...lines, '', text].join('\r\n'), () => socket.destroy());
}

/** An empty body is none; `__proto__` keys are refused by Fastify's own parser. */
function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: string | Buffer, done: (error: Error | null, body?: unknown) => void) => {
    const text = readUtf8(body);
    if (text === null) return done(Object.assign(new Error('no UTF-8'), { statusCode: 400 }));
    if (text === '') return done(null, undefined);
    return parse(request, text, done);
  };
}

function isPage(request: FastifyRequest): boolean {
  const isOfMachines = [paths.signOutByProvider, METRICS].includes(request.routeOptions.url ?? '');
  return !isOfMachines && !/^\/(api(?!\/docs\b)|assets|brand|locales|pictures|share|cards|icons)\//.test(request.url);
}

/** Failing and ending are told from wherever they happen. */
function named(request: FastifyRequest): { request: string; route: string } {
  return { request: request.id, route: routeOf(request) };
}

/** Fastify's own refusals carry a status; whatever else was thrown is a fault. */
function failureOf(error: unknown, isAway: Parts['isAway']): Failure {
  if (error instanceof Failure) return error;
  if (isAway(error)) return fail('unavailable');
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) return fail('too_large');
  if (status === 415) return fail('wrong_type');
  if (status === 404) return fail('not_found');
  return status >= 400 && status < 500 ? fail('malformed') : fail('failed');
}
