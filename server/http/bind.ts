import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeParse } from 'zod/v4/core';
import { routes, type AllRoutes } from '#contract/routes.ts';
import type { RawBody, Route, Schema, SentFile } from '#contract/treaty.ts';
import { isStaff, type Context } from '#server/context.ts';
import { fail, Failure, Repeated } from '#server/failure.ts';
import { faultOf } from '#server/log.ts';
import type { Call, Caller, Handler, Handlers, StoredHandler } from './handler.ts';
import { callerOf, type Identify } from './caller.ts';
import { fieldFaults, problem } from './failure.ts';
import { secretHeaders } from './headers.ts';
import { isOwnRequest, isPrefetch } from './origin.ts';
import { sendKept, type Recall } from './stored/recall.ts';

interface Wire {
  params: unknown;
  query: unknown;
  body: unknown;
  caller: Caller;
  key: string | null;
}

/** Runs one call of the interface as the wire would: validated, handled, never thrown for bad input. */
export type Perform = (key: keyof AllRoutes, wire: Wire) => Promise<unknown>;

export function performer(ctx: Context, handlers: Handlers<AllRoutes>): Perform {
  return async (key, { caller, key: idempotencyKey, ...wire }) => {
    const route: Route = routes[key];
    const params = parse(route.params, wire.params, 'malformed');
    const query = parse(route.query, wire.query, 'invalid');
    const body = route.raw ? wire.body : parse(route.body, wire.body, isRecord(wire.body) ? 'invalid' : 'malformed');
    const refused = [params, query, body].find((part) => part instanceof Failure);
    if (refused) return refused;
    // The types of each handler were checked where it was written; over all of them only the call knows.
    const handler = handlers[key] as unknown as Handler<Route> | StoredHandler<Route>;
    const act = typeof handler === 'function' ? handler : handler.answer;
    return act(ctx, { params, query, body, caller, key: idempotencyKey } as Call<Route>);
  };
}

function parse(schema: Schema | undefined, value: unknown, code: 'malformed' | 'invalid'): unknown {
  if (!schema) return undefined;
  const parsed = safeParse(schema, value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = fieldFaults(parsed.error);
  return fail(code, fields ? { fields } : {});
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Binding {
  perform: Perform;
  recall: Recall;
  identify: Identify;
  /** Something that public pages show has changed. */
  onShown: () => void;
}

/** Every call of the contract as a route: nothing to remember for a new one. */
export function bind(app: FastifyInstance, ctx: Context, { perform, recall, identify, onShown }: Binding): void {
  for (const key of Object.keys(routes) as (keyof AllRoutes)[]) {
    const route: Route = routes[key];
    const [method = 'GET', path = '/'] = key.split(' ');
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    const add = (place: FastifyInstance) =>
      place.route({
        method,
        url,
        exposeHeadRoute: method === 'GET' && !route.acts,
        onRequest: (request, reply) => guard(ctx, route, request, reply, identify),
        handler: async (request, reply) => {
          const caller = await callerOf(request, reply, ctx.config, identify);
          const idempotencyKey = route.repeatable ? keyOf(request) : null;
          if (idempotencyKey instanceof Failure) return answer(reply, route, method, caller, idempotencyKey);
          const act = () => perform(key, { ...requestParts(route, request), caller, key: idempotencyKey });
          const kept = await recall(key, request, caller, act);
          if (kept && !(kept instanceof Failure)) return sendKept(request, reply, kept);
          const outcome = kept ?? (await act());
          if (route.shown && !(outcome instanceof Failure)) onShown();
          if ('file' in route.reply && !(outcome instanceof Failure)) return save(ctx, reply, key, outcome as SentFile);
          return answer(reply, route, method, caller, outcome);
        },
      });
    if (!route.raw) add(app);
    else
      void app.register(async (place) => {
        takeBytes(place);
        add(place);
      });
    // A scanner's HEAD is answered, and changes nothing.
    if (route.acts) {
      const onRequest = (request: FastifyRequest, reply: FastifyReply) => guard(ctx, route, request, reply, identify);
      app.head(url, { onRequest }, (_request, reply) => reply.headers(secretHeaders).send());
    }
  }
}

/** Who may come in: decided before the body is read. */
async function guard(ctx: Context, route: Route, request: FastifyRequest, reply: FastifyReply, identify: Identify) {
  const caller = await callerOf(request, reply, ctx.config, identify);
  const refusal = refusalOf(ctx, route, request, caller);
  if (refusal) {
    ctx.log.info({ route: routeOf(request), code: refusal.code, staff: caller.staff?.id }, 'turned away');
    const { status, body, headers } = problem(refusal, caller.language, route);
    return reply.code(status).headers(headers).send(body);
  }
}

/** The pattern, never the path: paths hold tokens. */
export function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
}

function refusalOf(ctx: Context, route: Route, request: FastifyRequest, caller: Caller): Failure | null {
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (route.acts && isPrefetch(request)) return fail('forbidden');
  const hasSession = caller.cookies.get('session') !== null;
  if (changes && !route.bearer && !route.raw && !isOwnRequest(request, ctx.config.publicUrl, hasSession)) {
    return fail('foreign_origin');
  }
  if (route.access === 'anyone') return null;
  if (!caller.staff) return fail('signed_out');
  const allowed = route.access === 'viewer' ? isStaff(caller.staff) : caller.staff.roles.includes('admin');
  return allowed ? null : fail('forbidden');
}

function requestParts(route: Route, request: FastifyRequest) {
  const { params, query, body } = request;
  return { params, query, body: route.raw ? rawBody(request) : body };
}

/** Whatever its type, a body here is bytes. */
function takeBytes(place: FastifyInstance): void {
  place.removeAllContentTypeParsers();
  place.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function rawBody({ body, headers }: FastifyRequest): RawBody {
  const signature = headers['x-webhook-signature'];
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    contentType: headers['content-type'] ?? '',
    signature: typeof signature === 'string' ? signature : null,
  };
}

/** 1–200 visible ASCII characters; null when none was sent. */
function keyOf(request: FastifyRequest): string | null | Failure {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    return fail('malformed', { fields: { 'Idempotency-Key': 'field.invalid' } });
  return key;
}

function answer(reply: FastifyReply, route: Route, method: string, caller: Caller, outcome: unknown) {
  if (outcome instanceof Failure) {
    const { status, body, headers } = problem(outcome, caller.language, route);
    return reply.code(status).headers(headers).send(body);
  }
  const repeats = outcome instanceof Repeated;
  reply.code(route.status && !repeats ? route.status : 200);
  if (route.bearer) reply.headers(secretHeaders);
  else reply.headers(cachingOf(method, caller));
  if (route.saved) reply.header('content-disposition', `attachment; filename="${nameOf(route.saved, reply.request)}"`);
  return reply.send(repeats ? outcome.reply : outcome);
}

/** A file that breaks off ends its connection: nobody takes half of it for the whole. */
function save(ctx: Context, reply: FastifyReply, call: string, { type, name, content }: SentFile) {
  const pieces = Readable.from(content, { objectMode: false });
  pieces.once('error', (error) =>
    ctx.log.error({ request: reply.request.id, call, ...faultOf(error) }, 'file broken off'),
  );
  reply.headers({
    'cache-control': 'private, no-store',
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  });
  return reply.send(pieces);
}

/** The call was performed, so what stands in its path is known to be harmless. */
function nameOf(pattern: string, { params }: FastifyRequest): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name] ?? '');
}

/** An answer that depends on a session is nobody else's; a public one may be kept, asked for again each time. */
function cachingOf(method: string, caller: Caller): Record<string, string> {
  if (method !== 'GET' || caller.cookies.get('session') !== null) return { 'cache-control': 'private, no-store' };
  return { 'cache-control': 'public, no-cache', vary: 'cookie' };
}
