import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/auth.ts';
import { startApp, type App } from '#test/app.ts';
import { forgeries, noTokens } from '#test/forgeries.ts';
import { CLIENT_ID, settingsFor, signInWith, startForger, SUB, type Forger } from '#test/forger.ts';

let app: App;
let forger: Forger;

beforeAll(async () => {
  forger = await startForger();
  app = await startApp({ env: settingsFor(forger) });
});
beforeEach(async () => {
  forger.reset();
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(() => Promise.all([app.stop(), forger.stop()]));

/** The whole round, with whatever the provider answers. */
async function signIn() {
  const { client, status } = await signInWith(app, forger);
  const me = await client.send<Partial<User>>('GET /api/auth/me');
  return { status, me: me.status, roles: me.body.roles };
}

const asAdmin = { realm_access: { roles: ['admin'] } };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

test('a right ID token signs in (control)', async () => {
  forger.tokens.id = (claims) => forger.signed({ ...claims, ...asAdmin });
  expect(await signIn()).toEqual({ status: 200, me: 200, roles: ['admin'] });
});

test('a code is handed to the provider once: a second time would end the good session', async () => {
  const begun = await fetch(`${app.url}/auth/keycloak`, { redirect: 'manual' });
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  forger.nonce = asked.get('nonce') ?? '';
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const body = JSON.stringify({
    code: 'any',
    state: asked.get('state'),
    redirect_uri: `${app.url}/auth/keycloak/callback`,
  });
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie };
  const post = () => fetch(`${app.url}/api/auth/token`, { method: 'POST', headers, body });
  const answers = await Promise.all([1, 2, 3].map(post));
  answers.push(await post());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(forger.exchanges).toEqual(['any']);
});

const inThePast = () => Math.floor(Date.now() / 1000) - 3600;
const refused = { status: 401, me: 401, roles: undefined };

describe('an ID token is refused', () => {
  test.each(forgeries)('%s', async (_, forge) => {
    forger.tokens.id = (claims) => forge(forger, { ...claims, ...asAdmin });
    expect(await signIn()).toEqual(refused);
  });

  test.each(noTokens)('that is %s', async (_, token) => {
    forger.tokens.id = () => token;
    expect(await signIn()).toEqual(refused);
  });

  test.each<[string, (claims: JWTPayload) => object]>([
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['of the same issuer with a slash', () => ({ iss: `${forger.issuer}/` })],
    ['of no issuer', () => ({ iss: undefined })],
    ['for another application', () => ({ aud: 'another' })],
    ['for others', () => ({ aud: ['another', 'givelap2'] })],
    ['for nobody', () => ({ aud: undefined })],
    ['that was asked for by another application', () => ({ aud: [forger.clientId, 'another'], azp: 'another' })],
    ['with another nonce', () => ({ nonce: 'another' })],
    ['with half of its nonce', ({ nonce }) => ({ nonce: String(nonce).slice(0, -1) })],
    ['without nonce', () => ({ nonce: undefined })],
    ['that has expired', () => ({ exp: inThePast() })],
    ['that never expires', () => ({ exp: undefined })],
    ['that expires on a word', () => ({ exp: 'tomorrow' })],
    ['that is not valid yet', () => ({ nbf: inAnHour() })],
    ['without a time', () => ({ iat: undefined })],
    ['of nobody', () => ({ sub: undefined })],
    ['of an empty name', () => ({ sub: '' })],
    ['of a number', () => ({ sub: 7 })],
  ])('%s', async (_, change) => {
    forger.tokens.id = (claims) => forger.signed({ ...claims, ...asAdmin, ...change(claims) });
    expect(await signIn()).toEqual(refused);
  });

  test('that did not come', async () => {
    forger.tokens.id = () => undefined;
    expect(await signIn()).toEqual(refused);
  });
});

describe('an access token gives roles', () => {
  test('once its signature is verified (control)', async () => {
    forger.tokens.access = (claims) => forger.signed(claims);
    expect(await signIn()).toMatchObject({ status: 200, roles: ['admin'] });
  });

  test('even when it names nobody: it came with a token that does', async () => {
    forger.tokens.access = (claims) => forger.signed({ ...claims, sub: undefined });
    expect(await signIn()).toMatchObject({ status: 200, roles: ['admin'] });
  });

  test.each(forgeries)('but not %s', async (_, forge) => {
    forger.tokens.access = (claims) => forge(forger, claims);
    expect(await signIn()).toEqual({ status: 200, me: 200, roles: [] });
  });

  test.each<[string, object]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another application', { azp: 'another' }],
    ['for no application', { azp: undefined }],
    ['that has expired', { exp: inThePast() }],
  ])('but not %s', async (_, change) => {
    forger.tokens.access = (claims) => forger.signed({ ...claims, ...change });
    expect(await signIn()).toEqual({ status: 200, me: 200, roles: [] });
  });

  test('but one of somebody else refuses the sign-in', async () => {
    forger.tokens.access = (claims) => forger.signed({ ...claims, sub: 'alice' });
    expect(await signIn()).toEqual(refused);
  });
});

describe('userinfo', () => {
  test('gives roles and a name', async () => {
    forger.info = { sub: SUB, name: 'Mallory Muster', ...asAdmin };
    expect(await signIn()).toMatchObject({ status: 200, roles: ['admin'] });
  });

  test.each<[string, object | number]>([
    ['of somebody else', { sub: 'alice', ...asAdmin }],
    ['of nobody', asAdmin],
    ['that is refused', 401],
    ['that is broken', 500],
  ])('%s gives none, and stops nobody', async (_, info) => {
    forger.info = info;
    expect(await signIn()).toEqual({ status: 200, me: 200, roles: [] });
  });
});

describe('roles are looked for where providers put them', () => {
  test.each<[string, object, string[]]>([
    ['realm roles', { realm_access: { roles: ['offline_access', 'viewer'] } }, ['viewer']],
    ['one realm role as text', { realm_access: { roles: 'admin' } }, ['admin']],
    ['roles of the client', { resource_access: { [CLIENT_ID]: { roles: ['viewer', 'admin'] } } }, ['admin', 'viewer']],
    ['roles', { roles: ['admin'] }, ['admin']],
    ['groups', { groups: ['/admin'] }, ['admin']],
    ['no roles of another client', { resource_access: { another: { roles: ['admin'] } } }, []],
    ['no roles in other letters', { roles: ['Admin', 'ADMIN', 'admin '] }, []],
    ['no groups below others', { groups: ['/staff/admin', '//admin'] }, []],
    ['no roles of what is no list', { roles: { admin: true }, groups: 7, realm_access: null, resource_access: [] }, []],
    [
      'no roles of the prototype',
      { resource_access: JSON.parse(`{"__proto__":{"${CLIENT_ID}":{"roles":["admin"]}}}`) as object },
      [],
    ],
  ])('%s', async (_, claims, roles) => {
    forger.tokens.id = (base) => forger.signed({ ...base, ...claims });
    expect(await signIn()).toEqual({ status: 200, me: 200, roles });
  });
});
