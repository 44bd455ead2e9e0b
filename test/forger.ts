import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { close, listen } from '#sandbox/listen.ts';
import type { Surroundings } from './surroundings.ts';

type Made<T> = (claims: JWTPayload) => Promise<T> | T;

/** What the token endpoint answers. */
interface Tokens {
  id: Made<string | undefined>;
  access: Made<string>;
  refresh: string | undefined;
}

interface Keys {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

interface Signing {
  key?: CryptoKey | Uint8Array;
  header?: object;
}

/** A provider that signs whatever a test wants, with its own key or a foreign one: right, unless a test breaks it. */
export interface Forger {
  issuer: string;
  clientId: string;
  clientSecret: string;
  own: Keys;
  foreign: Keys;
  tokens: Tokens;
  /** What userinfo says; a number is the status that it answers with. */
  info: object | number;
  /** What it publishes as its keys, beside its own. */
  moreKeys: JWK[];
  /** Of the sign-in under way. */
  nonce: string;
  /** Codes and refresh tokens that came to the token endpoint. */
  exchanges: string[];
  signed(claims: JWTPayload, signing?: Signing): Promise<string>;
  /** As a test finds it. */
  reset(): void;
  stop(): Promise<void>;
}

/** What leads a product to it. */
export const settingsFor = ({ issuer, clientId, clientSecret }: Forger) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
});

/** The whole round, with whatever the provider answers. */
export async function signInWith(app: Surroundings, forger: Forger) {
  const client = app.client();
  const { headers } = await client.send('GET /auth/keycloak');
  const asked = new URL(headers.get('location') ?? '').searchParams;
  forger.nonce = asked.get('nonce') ?? '';
  const body = { code: 'any', state: asked.get('state'), redirect_uri: `${app.url}/auth/keycloak/callback` };
  const { status } = await client.send('POST /api/auth/token', { body });
  return { client, status };
}

export const CLIENT_ID = 'givelap';
export const SUB = 'mallory';

export async function startForger(): Promise<Forger> {
  const pair = (): Promise<Keys> => generateKeyPair('RS256', { extractable: true });
  const [own, foreign] = await Promise.all([pair(), pair()]);
  const published = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };

  const answerTo = async (path: string, body: URLSearchParams): Promise<[number, unknown]> => {
    switch (path) {
      case '/.well-known/openid-configuration':
        return [200, metadata(forger.issuer)];
      case '/keys':
        return [200, { keys: [published, ...forger.moreKeys] }];
      case '/token': {
        const isRefresh = body.get('grant_type') === 'refresh_token';
        forger.exchanges.push(body.get(isRefresh ? 'refresh_token' : 'code') ?? '');
        const now = Math.floor(Date.now() / 1000);
        const common = { iss: forger.issuer, sub: SUB, iat: now, exp: now + 300 };
        const own = { ...common, aud: forger.clientId, name: 'Mallory', sid: 'sid-1' };
        const id_token = await forger.tokens.id({ ...own, ...(!isRefresh && { nonce: forger.nonce }) });
        const access_token = await forger.tokens.access({
          ...common,
          azp: forger.clientId,
          realm_access: { roles: ['admin'] },
        });
        const refresh_token = forger.tokens.refresh;
        return [200, { access_token, token_type: 'Bearer', expires_in: 300, id_token, refresh_token }];
      }
      case '/userinfo':
        return typeof forger.info === 'number' ? [forger.info, {}] : [200, forger.info];
      default:
        return [404, {}];
    }
  };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const [status, data] = await answerTo(request.url?.replace('/realm', '') ?? '', new URLSearchParams(body));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
    });
  });

  const forger: Forger = {
    issuer: `http://localhost:${await listen(server)}/realm`,
    clientId: CLIENT_ID,
    clientSecret: 'a-client-secret-of-32-characters',
    own,
    foreign,
    tokens: { id: () => undefined, access: () => 'opaque', refresh: undefined },
    info: 401,
    moreKeys: [],
    nonce: '',
    exchanges: [],
    signed: (claims, { key = own.privateKey, header = {} } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own', ...header }).sign(key),
    reset: () => {
      const tokens: Tokens = { id: (claims) => forger.signed(claims), access: () => 'opaque', refresh: undefined };
      Object.assign(forger, { tokens, info: 401, moreKeys: [], exchanges: [] });
    },
    stop: () => close(server),
  };
  forger.reset();
  return forger;
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}
