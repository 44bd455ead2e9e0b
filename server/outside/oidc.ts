import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Role } from '#server/context.ts';
import { IdentityAway, SignInRefused, type Attempt, type Identified, type Identity } from '#server/services.ts';

type Settings = Config['identity'];

export function openIdProvider(settings: Settings): Identity {
  let discovered: Promise<client.Configuration> | null = null;

  /** Lazily and again after a failure: the site serves the public while the provider is down. */
  const provider = async () => {
    discovered ??= discover(settings);
    try {
      return await discovered;
    } catch (error) {
      discovered = null;
      throw new IdentityAway('discovery failed', { cause: error });
    }
  };

  const exchange = async (callback: URL, attempt: Attempt): Promise<Identified> => {
    const configuration = await provider();
    const metadata = configuration.serverMetadata();
    if (metadata.authorization_response_iss_parameter_supported && !callback.searchParams.has('iss')) {
      callback.searchParams.set('iss', metadata.issuer);
    }
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims?.sub || !tokens.id_token) throw new SignInRefused('no id token');
    const { payload, roles } = await person(configuration, settings, tokens, claims);
    const expiresIn = tokens.expiresIn();
    return {
      issuer: metadata.issuer,
      sub: claims.sub,
      name: displayName(payload),
      email: typeof payload.email === 'string' ? payload.email : null,
      roles,
      sid: typeof claims.sid === 'string' ? claims.sid : null,
      idToken: tokens.id_token,
      refreshToken: tokens.refresh_token ?? null,
      accessExpiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    };
  };

  return {
    begin: async (redirectUri) => {
      const configuration = await provider();
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { ...attempt, url: url.href };
    },
    finish: async (callback, attempt) => {
      try {
        return await exchange(callback, attempt);
      } catch (error) {
        if (error instanceof IdentityAway || error instanceof SignInRefused) throw error;
        if (isAway(error)) throw new IdentityAway('provider failed', { cause: error });
        // A rotated key is unknown to the cached configuration: the next sign-in discovers anew.
        discovered = null;
        throw new SignInRefused('refused', { cause: error });
      }
    },
    endSessionUrl: async (idToken, home) => {
      try {
        const configuration = await provider();
        if (!configuration.serverMetadata().end_session_endpoint) return null;
        const parameters = new URLSearchParams({ post_logout_redirect_uri: home });
        if (idToken) parameters.set('id_token_hint', idToken);
        return client.buildEndSessionUrl(configuration, parameters).href;
      } catch {
        return null;
      }
    },
    answers: watched(() => discover(settings, 3)),
  };
}

const LOOK_EVERY = 30_000;

/** What the last look said, and since when every look says so. */
function watched(look: () => Promise<unknown>): Identity['answers'] {
  let looked = -Infinity;
  let last: Promise<{ well: boolean; since: Date }> | null = null;
  const next = async (before: typeof last) => {
    const well = await look().then(
      () => true,
      () => false,
    );
    const known = await before;
    return known?.well === well ? known : { well, since: new Date() };
  };
  return () => {
    if (last && Date.now() - looked < LOOK_EVERY) return last;
    looked = Date.now();
    last = next(last);
    return last;
  };
}

function discover({ issuer, clientId, clientSecret }: Settings, timeout = 10): Promise<client.Configuration> {
  const insecure = new URL(issuer).protocol === 'http:';
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout,
    // Without the checks of non-repudiation the ID token's signature is not verified at all.
    execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
  });
}

/** Claims and roles: of the ID token, userinfo, and the access token once its signature is verified. */
async function person(
  configuration: client.Configuration,
  settings: Settings,
  tokens: client.TokenEndpointResponse,
  claims: client.IDToken,
): Promise<{ payload: JWTPayload; roles: Role[] }> {
  // Lightweight access tokens make userinfo answer 401; that alone must not stop a sign-in.
  const info = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(() => null);
  const payload: JWTPayload = { ...claims, ...info };
  // One that cannot be verified counts for nothing: it may not even be meant for us to read.
  const access = await verifiedAccessToken(configuration, settings, tokens.access_token).catch(() => null);
  const roles = [claims, info, access].flatMap((source) => (source ? rolesIn(source, settings) : []));
  return { payload, roles: [...new Set(roles)] };
}

/** Keycloak's access token has no audience of ours: `iss` and `azp` say whom it was made for. */
async function verifiedAccessToken(
  configuration: client.Configuration,
  { clientId }: Settings,
  token: string,
): Promise<JWTPayload | null> {
  const { issuer, jwks_uri: keys } = configuration.serverMetadata();
  if (!keys || token.split('.').length !== 3) return null;
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(keys)), { issuer });
  return payload.azp === clientId || payload.client_id === clientId ? payload : null;
}

const Names = z.union([z.string().transform((name) => [name]), z.array(z.string())]).catch([]);
const Holder = z.object({ roles: Names }).catch({ roles: [] });

function rolesIn(claims: Record<string, unknown>, { clientId, adminRole, viewerRole }: Settings): Role[] {
  const resources = z.record(z.string(), z.unknown()).catch({}).parse(claims.resource_access);
  const names = new Set(
    [
      ...Holder.parse(claims.realm_access).roles,
      ...Holder.parse(Object.hasOwn(resources, clientId) ? resources[clientId] : null).roles,
      ...Names.parse(claims.roles),
      ...Names.parse(claims.groups),
    ].map((name) => name.replace(/^\//, '')),
  );
  const roles: Role[] = [];
  if (names.has(adminRole)) roles.push('admin');
  if (names.has(viewerRole)) roles.push('viewer');
  return roles;
}

function displayName(claims: JWTPayload): string {
  const name = [claims.name, claims.preferred_username, claims.email].find(
    (claim) => typeof claim === 'string' && claim !== '',
  );
  return typeof name === 'string' ? name : '';
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed') return true;
  const status = error instanceof client.ResponseBodyError ? error.status : 0;
  return status >= 500;
}
