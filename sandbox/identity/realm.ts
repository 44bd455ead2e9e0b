import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { JWK } from 'jose';
import type Provider from 'oidc-provider';
import { errorPage, expiredPage, signedOutPage, signInPage } from './page.ts';
import { paths } from './provider.ts';
import type { IdentityClient } from './provider.ts';
import type { ClientSession, IdentityStore } from './store.ts';
import { logoutToken, readToken } from './tokens.ts';
import { personClaims } from './users.ts';
import type { IdentityUser } from './users.ts';

export interface Realm {
  readonly issuer: string;
  readonly client: IdentityClient;
  readonly provider: Provider;
  readonly signingKey: JWK;
  readonly store: IdentityStore;
  readonly users: readonly IdentityUser[];
}

const LOGOUT_ANSWER_WITHIN_MS = 5_000;

/** The library answers, but for the sign-in page and for what Keycloak does in another way. */
export async function answer(realm: Realm, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const base = new URL(realm.issuer).pathname;
  const url = new URL(request.url ?? '/', realm.issuer);
  if (!url.pathname.startsWith(`${base}/`)) return send(response, 404, errorPage(languages(request), 'Page not found'));
  const path = url.pathname.slice(base.length);
  if (path.startsWith(paths.signIn)) return signIn(realm, request, response);
  if (path === paths.userinfo) return userinfo(realm, request, response);
  if (path === paths.end_session && url.searchParams.has('id_token_hint')) {
    return signOut(realm, url.searchParams, request, response);
  }
  // The address as it came tells the library what it is mounted under.
  Object.assign(request, { originalUrl: request.url, url: request.url?.slice(base.length) });
  await realm.provider.callback()(request, response);
}

async function signIn(realm: Realm, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, users, client } = realm;
  const home = new URL(client.redirectUris[0] ?? realm.issuer).origin;
  try {
    await provider.interactionDetails(request, response);
  } catch {
    return send(response, 400, expiredPage(languages(request), home));
  }
  const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : null;
  const [username, password] = [form?.get('username') ?? null, form?.get('password')];
  const user = users.find((one) => one.username === username && one.password === password && one.enabled);
  if (user) return provider.interactionFinished(request, response, { login: { accountId: user.sub } });
  // The redirect after the form leads to the application, which browsers count as a target of the form.
  const targets = client.redirectUris.map((uri) => new URL(uri).origin).join(' ');
  send(response, 200, signInPage(languages(request), username), `form-action 'self' ${targets}`);
}

/** The library refuses tokens with an audience here; Keycloak takes them while their session lives. */
async function userinfo(realm: Realm, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const { typ, exp = 0, sid, sub } = (await readToken(token, realm.signingKey)) ?? {};
  const alive = typ === 'Bearer' && exp * 1_000 > Date.now() && sessions(realm, (one) => one.sid === sid).length > 0;
  const user = realm.users.find((one) => alive && one.sub === sub && one.enabled);
  if (user)
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(personClaims(user)));
  response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
}

/** With a hint Keycloak asks nothing: straight back, also when the token or the session has expired. */
async function signOut(
  realm: Realm,
  parameters: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { client, signingKey, provider } = realm;
  const hint = await readToken(parameters.get('id_token_hint') ?? '', signingKey);
  const target = parameters.get('post_logout_redirect_uri');
  const allowed = target === null || client.postLogoutUris.includes(target);
  if (hint?.typ !== 'ID' || hint.aud !== client.id || !allowed) {
    return send(response, 400, errorPage(languages(request), 'Invalid parameter: id_token_hint or redirect uri'));
  }
  await Promise.all(sessions(realm, ({ sid }) => sid === hint.sid).map((session) => endSession(realm, session)));
  const gone = `${provider.cookieName('session')}=; Path=${new URL(realm.issuer).pathname}; Max-Age=0`;
  response.setHeader('set-cookie', gone);
  if (target === null) return send(response, 200, signedOutPage(languages(request)));
  const back = new URL(target);
  const state = parameters.get('state');
  if (state !== null) back.searchParams.set('state', state);
  response.writeHead(302, { location: back.href }).end();
}

export function sessions(realm: Realm, wanted: (session: ClientSession) => boolean): ClientSession[] {
  return realm.store.clientSessions().filter(wanted);
}

/** Ends the session and tells the application once, as Keycloak does: a lost call is not repeated. */
export async function endSession({ issuer, client, signingKey, store }: Realm, session: ClientSession): Promise<void> {
  store.endSession(session.sid);
  const form = new URLSearchParams({ logout_token: await logoutToken(issuer, session, signingKey) });
  await fetch(client.backchannelLogoutUri, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    redirect: 'manual',
    signal: AbortSignal.timeout(LOGOUT_ANSWER_WITHIN_MS),
  }).catch(() => null);
}

function languages({ headers }: IncomingMessage): string {
  return headers['accept-language'] ?? '';
}

function send(response: ServerResponse, status: number, page: string, formAction = "form-action 'none'"): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; ${formAction}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end(page);
}
