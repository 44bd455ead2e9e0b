import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { beginSignIn, signOut } from '#server/auth/actions.ts';
import type { Context } from '#server/context.ts';
import { Failure } from '#server/failure.ts';
import { callerOf, type Identify } from './caller.ts';
import { problem } from './failure.ts';
import { secretHeaders } from './headers.ts';
import { isPrefetch } from './origin.ts';
import type { Site } from './site.ts';

/** Asking only for the head must neither begin nor end anything. */
const withoutHead = { exposeHeadRoute: false } as const;

/** The redirects of signing in and out: the browser leaves us for the identity provider and comes back. */
export function serveSignIn(app: FastifyInstance, ctx: Context, identify: Identify, site: Site): void {
  const { publicUrl } = ctx.config;
  const { host } = new URL(publicUrl);

  app.get<{ Querystring: { return_to?: unknown } }>(paths.signIn, withoutHead, async (request, reply) => {
    reply.headers(secretHeaders);
    if (isPrefetch(request)) return reply.code(403).send();
    // The provider sends people back to one host; a cookie set on another name would be lost.
    if (request.host !== host) return reply.redirect(publicUrl + request.url, 302);
    const caller = await callerOf(request, reply, ctx.config, identify);
    const { return_to: wanted } = request.query;
    const begun = await beginSignIn(ctx, caller, typeof wanted === 'string' ? wanted : paths.admin);
    if (!(begun instanceof Failure)) return reply.redirect(begun.url, 302);
    const { status, headers } = problem(begun, caller.language, routes['POST /api/auth/token']);
    return site.failed(request, reply.headers(headers), status);
  });

  app.get(paths.signOut, withoutHead, async (request, reply) => {
    reply.headers(secretHeaders);
    if (isPrefetch(request)) return reply.code(403).send();
    const caller = await callerOf(request, reply, ctx.config, identify);
    return reply.redirect(await signOut(ctx, caller.cookies), 302);
  });
}
