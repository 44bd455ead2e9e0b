import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { safeParse } from 'zod/v4/core';
import { routes, type AllRoutes } from '#contract/routes.ts';
import type { Route } from '#contract/treaty.ts';
import type { Context } from '#server/context.ts';
import { Failure } from '#server/failure.ts';
import { inCompany } from '#server/turns.ts';
import {
  compressed,
  encodingFor,
  ofVersion,
  recent,
  type BytesStore,
  type Freshness,
  type StoredAnswer,
} from './bytes-store.ts';
import type { Caller, Handlers, StoredHandler } from '#server/http/handler.ts';

/** The kept answer of a stored call, or how it failed; null when this request is to be answered for itself. */
export type Recall = (
  key: keyof AllRoutes,
  request: FastifyRequest,
  caller: Caller,
  perform: () => Promise<unknown>,
) => Promise<Kept | Failure | null>;

interface Kept extends StoredAnswer {
  /** Of the content; each encoding has its own tag. */
  hash: string;
}

/** `shown` counts the changes that must be seen at once. */
export function recaller(
  ctx: Context,
  handlers: Handlers<AllRoutes>,
  store: BytesStore,
  shown: { edition: number },
): Recall {
  const versionOf = inCompany<number | null>();
  /** How long the answer serves that is about to be made; null when there is nothing to answer. */
  const freshnessOf = async (key: keyof AllRoutes, params: unknown): Promise<Freshness | null> => {
    // As in `performer`: the types of each handler were checked where it was written.
    const { version } = handlers[key] as unknown as StoredHandler<Route>;
    const current = await versionOf(`${key} ${JSON.stringify(params)}`, () =>
      version(ctx, { params: params as undefined }),
    );
    return current === null ? null : ofVersion(current);
  };

  return async (key, request, caller, perform) => {
    const route: Route = routes[key];
    // Who has a session sees more, and his answer is nobody else's.
    if (!route.stored || caller.cookies.get('session') !== null) return null;
    const params = route.params ? safeParse(route.params, request.params) : { success: true as const, data: undefined };
    const part = partOf(route, request);
    if (!params.success || part === null) return null;
    // A part of a list may be in an order that its version does not know: that of what was given.
    const isBrief = route.stored === 'briefly' || part !== WHOLE;
    const freshness = isBrief ? recent() : await freshnessOf(key, params.data);
    if (freshness === null) return null;
    const edition = isBrief ? shown.edition : '';
    return store.get(`${key} ${JSON.stringify(params.data)} ${part} ${edition}`, freshness, async () => {
      const outcome = await perform();
      return outcome instanceof Failure ? outcome : kept(outcome);
    });
  };
}

const WHOLE = '{}';

/** The parameters that the call knows; null where nothing is kept: searches are as many as people can type. */
function partOf({ query }: Route, request: FastifyRequest): string | null {
  if (!query) return WHOLE;
  const parsed = safeParse(query, request.query);
  return parsed.success && (parsed.data as { q?: string }).q === undefined ? JSON.stringify(parsed.data) : null;
}

async function kept(reply: unknown): Promise<Kept> {
  const identity = Buffer.from(JSON.stringify(reply));
  // Of a list of 20,000 writing takes 40 ms and the hash 10: others are answered in between.
  await nextTurn();
  return { status: 200, headers: {}, bytes: await compressed(identity), hash: hash('sha256', identity, 'base64url') };
}

/**
 * Browsers ask each time. Our own proxy asks once a second for all of them, and for the second after it nobody waits
 * for that: it shows what it has, and asks meanwhile.
 */
const SHARED = 'public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1';

export function sendKept(request: FastifyRequest, reply: FastifyReply, { bytes, hash }: Kept): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  // A strong tag stands for these very bytes, so no two encodings may share one.
  const etag = `"${hash}-${encoding}"`;
  reply.headers({ 'cache-control': SHARED, vary: 'accept-encoding, cookie', etag });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes[encoding]);
}

/** Compared weakly, as RFC 9110 13.1.2 has it: proxies that touch an answer mark its tag with `W/`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
