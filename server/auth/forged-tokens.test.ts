import { createServer } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/auth.ts';
import { close, listen } from '#sandbox/listen.ts';
import { startApp, type App } from '#test/app.ts';

/** What a provider of ours answers at its token endpoint: right, unless a test breaks it. */
interface Tokens {
  id: (claims: JWTPayload) => Promise<string | undefined> | string | undefined;
  access: (claims: JWTPayload) => Promise<string> | string;
}
interface Keys {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

let app: App;
let issuer: string;
let own: Keys;
let foreign: Keys;
let tokens: Tokens;
let nonce = '';
let exchanges = 0;

const clientId = 'givelap';
const right: Tokens = { id: (claims) => signed(claims), access: () => 'opaque' };
const signed = (
  claims: JWTPayload,
  { key = own.privateKey, header = {} }: { key?: CryptoKey | Uint8Array; header?: object } = {},
) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own', ...header }).sign(key);

const provider = createServer((request, response) => {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const answer = async () => {
    switch (request.url?.replace('/realm', '')) {
      case '/.well-known/openid-configuration':
        return json(200, {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/keys':
        return json(200, { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] });
      case '/token': {
        exchanges += 1;
        const now = Math.floor(Date.now() / 1000);
        const common = { iss: issuer, sub: 'mallory', iat: now, exp: now + 300 };
        const id_token = await tokens.id({ ...common, aud: clientId, nonce, name: 'Mallory' });
        const access_token = await tokens.access({ ...common, azp: clientId, realm_access: { roles: ['admin'] } });
        return json(200, { access_token, token_type: 'Bearer', expires_in: 300, id_token });
      }
      default:
        return json(401, {});
    }
  };
  void answer();
});

beforeAll(async () => {
  [own, foreign] = (await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })))) as [
    Keys,
    Keys,
  ];
  issuer = `http://localhost:${await listen(provider)}/realm`;
  app = await startApp({
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: 'a-client-secret-of-32-characters' },
  });
});
beforeEach(async () => {
  tokens = { ...right };
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(() => Promise.all([app.stop(), close(provider)]));

/** The whole round, with whatever the provider answers. */
async function signIn() {
  const client = app.client();
  const { headers } = await client.send('GET /auth/keycloak');
  const asked = new URL(headers.get('location') ?? '').searchParams;
  nonce = asked.get('nonce') ?? '';
  const body = { code: 'any', state: asked.get('state'), redirect_uri: `${app.url}/auth/keycloak/callback` };
  const { status } = await client.send('POST /api/auth/token', { body });
  const me = await client.send<Partial<User>>('GET /api/auth/me');
  return { status, me: me.status, roles: me.body.roles };
}

const asAdmin = { realm_access: { roles: ['admin'] } };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

test('a right ID token signs in (control)', async () => {
  tokens.id = (claims) => signed({ ...claims, ...asAdmin });
  expect(await signIn()).toEqual({ status: 200, me: 200, roles: ['admin'] });
});

test('a code is handed to the provider once: a second time would end the good session', async () => {
  const begun = await fetch(`${app.url}/auth/keycloak`, { redirect: 'manual' });
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  nonce = asked.get('nonce') ?? '';
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const body = JSON.stringify({
    code: 'any',
    state: asked.get('state'),
    redirect_uri: `${app.url}/auth/keycloak/callback`,
  });
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie };
  exchanges = 0;
  const post = () => fetch(`${app.url}/api/auth/token`, { method: 'POST', headers, body });
  const answers = await Promise.all([1, 2, 3].map(post));
  answers.push(await post());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(exchanges).toBe(1);
});

describe('an ID token is refused', () => {
  test.each<[string, Tokens['id']]>([
    ['that is signed with a foreign key', (claims) => signed(claims, { key: foreign.privateKey })],
    [
      'that is signed with a foreign key of another name',
      (claims) => signed(claims, { key: foreign.privateKey, header: { kid: 'other' } }),
    ],
    [
      'that brings its own key along',
      async (claims) =>
        signed(claims, { key: foreign.privateKey, header: { jwk: await exportJWK(foreign.publicKey) } }),
    ],
    ['that is not signed', (claims) => new UnsecuredJWT(claims).encode()],
    ['whose signature was cut off', async (claims) => (await signed(claims)).replace(/[^.]+$/, '')],
    ['whose signature is AAAA', async (claims) => (await signed(claims)).replace(/[^.]+$/, 'AAAA')],
    [
      'whose claims were exchanged',
      async (claims) => {
        const [header, , signature] = (await signed(claims)).split('.');
        return [header, Buffer.from(JSON.stringify({ ...claims, ...asAdmin })).toString('base64url'), signature].join(
          '.',
        );
      },
    ],
    [
      'that is signed with the client’s secret',
      (claims) => signed(claims, { key: Buffer.from('a-client-secret-of-32-characters'), header: { alg: 'HS256' } }),
    ],
    [
      'that is signed with the public key as a secret',
      async (claims) => signed(claims, { key: Buffer.from(await exportSPKI(own.publicKey)), header: { alg: 'HS256' } }),
    ],
    ['of another issuer', (claims) => signed({ ...claims, iss: 'https://evil.example' })],
    ['of the same issuer with a slash', (claims) => signed({ ...claims, iss: `${issuer}/` })],
    ['for another application', (claims) => signed({ ...claims, aud: 'another' })],
    ['for nobody', (claims) => signed({ ...claims, aud: undefined })],
    [
      'that was asked for by another application',
      (claims) => signed({ ...claims, aud: [clientId, 'another'], azp: 'another' }),
    ],
    ['with another nonce', (claims) => signed({ ...claims, nonce: 'another' })],
    ['without nonce', (claims) => signed({ ...claims, nonce: undefined })],
    ['that has expired', (claims) => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
    ['that never expires', (claims) => signed({ ...claims, exp: undefined })],
    ['that is not valid yet', (claims) => signed({ ...claims, nbf: inAnHour() })],
    ['without a time', (claims) => signed({ ...claims, iat: undefined })],
    ['of nobody', (claims) => signed({ ...claims, sub: undefined })],
    ['of an empty name', (claims) => signed({ ...claims, sub: '' })],
    ['that is no token', () => 'admin'],
    ['that is empty', () => ''],
    ['that did not come', () => undefined],
  ])('%s', async (_, id) => {
    tokens.id = id;
    expect(await signIn()).toEqual({ status: 401, me: 401, roles: undefined });
  });
});

describe('an access token gives roles', () => {
  test('once its signature is verified (control)', async () => {
    tokens.access = (claims) => signed(claims);
    expect(await signIn()).toMatchObject({ status: 200, roles: ['admin'] });
  });

  test.each<[string, Tokens['access']]>([
    ['signed with a foreign key', (claims) => signed(claims, { key: foreign.privateKey })],
    ['not signed', (claims) => new UnsecuredJWT(claims).encode()],
    ['signed with AAAA', async (claims) => (await signed(claims)).replace(/[^.]+$/, 'AAAA')],
    ['of another issuer', (claims) => signed({ ...claims, iss: 'https://evil.example' })],
    ['for another application', (claims) => signed({ ...claims, azp: 'another' })],
    ['for no application', (claims) => signed({ ...claims, azp: undefined })],
    ['that has expired', (claims) => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
  ])('but not when it is %s', async (_, access) => {
    tokens.access = access;
    const { status, roles } = await signIn();
    expect([status, roles ?? []]).toEqual([expect.toBeOneOf([200, 401]), []]);
  });
});

describe('roles are looked for where providers put them', () => {
  test.each<[string, object, string[]]>([
    ['realm roles', { realm_access: { roles: ['offline_access', 'viewer'] } }, ['viewer']],
    ['one realm role as text', { realm_access: { roles: 'admin' } }, ['admin']],
    ['roles of the client', { resource_access: { [clientId]: { roles: ['viewer', 'admin'] } } }, ['admin', 'viewer']],
    ['roles', { roles: ['admin'] }, ['admin']],
    ['groups', { groups: ['/admin'] }, ['admin']],
    ['no roles of another client', { resource_access: { another: { roles: ['admin'] } } }, []],
    ['no roles in other letters', { roles: ['Admin', 'ADMIN', 'admin '] }, []],
    ['no groups below others', { groups: ['/staff/admin', '//admin'] }, []],
    ['no roles of what is no list', { roles: { admin: true }, groups: 7, realm_access: null, resource_access: [] }, []],
    [
      'no roles of the prototype',
      { resource_access: JSON.parse(`{"__proto__":{"${clientId}":{"roles":["admin"]}}}`) as object },
      [],
    ],
  ])('%s', async (_, claims, roles) => {
    tokens.id = (base) => signed({ ...base, ...claims });
    expect(await signIn()).toEqual({ status: 200, me: 200, roles });
  });
});
