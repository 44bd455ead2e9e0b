import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/loopback.ts';

/**
 * May this request change something? Where the browser says whence it comes, that alone decides;
 * else its Origin must be ours; a request without either may not lean on a session.
 */
export function isOwnRequest(request: FastifyRequest, publicUrl: string, hasSession: boolean): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  if (origin === undefined) return !hasSession;
  return isSameOrigin(origin, publicUrl);
}

/** `localhost` and `127.0.0.1` are one machine: a developer may open either. */
function isSameOrigin(origin: string, publicUrl: string): boolean {
  const [theirs, ours] = [URL.parse(origin), new URL(publicUrl)];
  if (!theirs) return false;
  if (theirs.origin === ours.origin) return true;
  const bothLoopback = isLoopback(theirs.hostname) && isLoopback(ours.hostname);
  return bothLoopback && theirs.protocol === ours.protocol && theirs.port === ours.port;
}

/** The standard's header, and what Chromium, Safari and Firefox sent before it. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Did the browser ask on a guess? Then nothing may happen. */
export function isPrefetch(request: FastifyRequest): boolean {
  return PURPOSES.some((name) => /prefetch|prerender|preview/i.test(String(request.headers[name] ?? '')));
}
