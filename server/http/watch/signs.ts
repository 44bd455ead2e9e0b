import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { fail } from '#server/failure.ts';
import { routeOf } from '#server/http/bind.ts';
import { problem } from '#server/http/failure.ts';
import { callersLanguage } from '#server/http/language.ts';
import type { Answered } from '#server/metrics/meters.ts';
import { hashToken } from '#server/token.ts';

export const METRICS = '/metrics';

export interface Metrics {
  /** The bearer token of whoever may read them. */
  token: string;
  answered: (request: Answered) => void;
  write: () => Promise<string>;
}

export interface Signs {
  /** Database reachable and migrated, and not stopping. */
  ready: () => Promise<boolean>;
  /** Null where nobody asked for them. */
  metrics: Metrics | null;
}

/** What machines ask about us: no part of the published interface. */
export function serveSigns(app: FastifyInstance, ctx: Context, { ready, metrics }: Signs): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await ready().catch(() => false);
    return reply
      .code(isReady ? 200 : 503)
      .headers({ 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '1' }) })
      .send({ ready: isReady });
  });
  if (metrics) serveMetrics(app, ctx, metrics);
}

function serveMetrics(app: FastifyInstance, ctx: Context, { token, answered, write }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const seconds = reply.elapsedTime / 1000;
    answered({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, seconds });
    done();
  });
  app.get(METRICS, async (request, reply) => {
    if (!isBearer(request.headers.authorization, token)) {
      ctx.log.info({ route: routeOf(request), code: 'signed_out' }, 'turned away');
      const language = callersLanguage(null, request.headers['accept-language']);
      const { status, body, headers } = problem(fail('signed_out'), language);
      return reply
        .code(status)
        .headers({ ...headers, 'www-authenticate': 'Bearer realm="metrics"' })
        .send(body);
    }
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    return reply.headers({ 'cache-control': 'no-store', 'content-type': type }).send(await write());
  });
}

/** Hashes are of one length, and say nothing about how much of a guess was right. */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(hashToken(given), hashToken(token));
}
