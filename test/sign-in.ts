import type { User } from '#contract/auth.ts';
import type { Problem } from '#contract/treaty.ts';
import type { TestClient } from './client.ts';
import { aCallback, codeOf } from './factories.ts';
import type { Surroundings } from './surroundings.ts';

/** What the page posts that the provider sends back to. */
export const exchange = (client: TestClient, callback: URL, changed: object = {}) =>
  client.send<Problem & { user?: User; return_to?: string }>('POST /api/auth/token', {
    body: { ...codeOf(callback).body, ...changed },
  });

/** As `exchange`, with cookies sent by hand: no jar of a client stands between. */
export const exchangeWith = (app: Surroundings, cookie: string, callback: URL) =>
  fetch(`${app.url}/api/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(codeOf(callback).body),
  });

/** A sign-in that was begun, with its cookie and the address that the provider sends back to. */
export async function aBegunSignIn(app: Surroundings, client: TestClient) {
  const answer = await client.send('GET /auth/keycloak');
  return {
    attempt: pairOf(cookiesIn(answer)[0]),
    callback: await aCallback(app, client, 'vera', answer.headers.get('location') ?? ''),
  };
}

/** The cookies that an answer sets; not those that it takes away. */
export const cookiesIn = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().filter((line) => !/=;/.test(line));

/** As a browser sends it back. */
export const pairOf = (line = '') => line.split(';')[0] ?? '';

export const me = (client: TestClient) => client.send<User>('GET /api/auth/me');
export const isSignedIn = async (client: TestClient) => (await me(client)).status === 200;
export const rolesOf = async (client: TestClient) => (await me(client)).body.roles;
