import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { beginSignIn, endByProvider, signOut } from '#server/auth/actions.ts';
import type { Context } from '#server/context.ts';
import { fail, Failure } from '#server/failure.ts';
import { callerOf, strangerOf, type Identify } from './caller.ts';
import { problem } from './failure.ts';
import { readForm, type Form } from './forms.ts';
import { secretHeaders } from './headers.ts';
import { isOwnRequest, isPrefetch } from './origin.ts';
import type { Site } from './site.ts';
import { readUtf8 } from './utf8.ts';

/** Asking only for the head must neither begin nor end anything. */
const withoutHead = { exposeHeadRoute: false } as const;
/** Fails as the call does that ends a sign-in. */
const call = routes['POST /api/auth/token'];

/** The redirects of signing in and out: the browser leaves us for the identity provider and comes back. */
export function serveSignIn(app: FastifyInstance, ctx: Context, identify: Identify, site: Site): void {
  const { publicUrl } = ctx.config;
  const { host } = new URL(publicUrl);

  app.get<{ Querystring: SignInQuery }>(paths.signIn, withoutHead, async (request, reply) => {
    reply.headers(secretHeaders);
    if (isPrefetch(request)) return reply.code(403).send();
    const { return_to: wanted, moved } = request.query;
    const returnTo = typeof wanted === 'string' ? wanted : paths.admin;
    if (moved === undefined && request.host !== host) return reply.redirect(homewards(publicUrl, returnTo), 302);
    const caller = await callerOf(request, reply, ctx.config, identify);
    const begun = await beginSignIn(ctx, caller, returnTo);
    return begun instanceof Failure ? site.shut(request, reply, begun) : reply.redirect(begun.url, 302);
  });

  app.get(paths.signOut, withoutHead, async (request, reply) => {
    reply.headers(secretHeaders);
    if (isPrefetch(request)) return reply.code(403).send();
    // A link on another site, or a form of it: whoever wants to leave finds ours where this leads.
    if (!isOwnRequest(request, publicUrl, false)) return reply.redirect(`${publicUrl}/`, 302);
    const caller = await callerOf(request, reply, ctx.config, identify);
    return reply.redirect(await signOut(ctx, caller.cookies), 302);
  });

  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    const form = 'application/x-www-form-urlencoded';
    forms.addContentTypeParser(form, { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, readForm(readUtf8(body)));
    });
    // A provider is told of one fault only: that its token is none.
    forms.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, fail('malformed')));
    forms.post(paths.signOutByProvider, (request, reply) => signOutByProvider(ctx, request, reply));
  });
}

interface SignInQuery {
  return_to?: unknown;
  moved?: unknown;
}

/**
 * The provider sends people back to one host; a cookie set on another name would be lost. But behind a proxy that
 * names us otherwise every request looks like one to another host: who was moved once is where he should be.
 */
function homewards(publicUrl: string, returnTo: string): string {
  const home = new URL(paths.signIn, publicUrl);
  home.search = new URLSearchParams({ return_to: returnTo, moved: '' }).toString();
  return home.href;
}

/** The token in the form is the whole permission: it comes from the provider's machine, not from a browser. */
async function signOutByProvider(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Form | Failure;
  const token = form instanceof Failure ? '' : (form.logout_token ?? '');
  const refused = token === '' ? fail('malformed') : await endByProvider(ctx, token);
  if (!refused) return reply.headers(secretHeaders).send();
  const { language } = strangerOf(request, reply, ctx.config);
  const { status, headers, body } = problem(refused, language, call);
  return reply.code(status).headers(headers).send(body);
}
