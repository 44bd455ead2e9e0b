import { createRemoteJWKSet, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import * as client from 'openid-client';
import type { Config } from '#server/config.ts';
import { IdentityAway, SignInRefused, type Facts, type Identity } from '#server/services/identity.ts';
import { faultOf, isAway, isNonsense, refreshFaultOf } from './oidc-faults.ts';
import { readLogoutToken } from './oidc-logout.ts';
import { displayName, rolesIn } from './oidc-roles.ts';
import { watched } from './watched.ts';

type Settings = Config['identity'];
type Tokens = Awaited<ReturnType<typeof client.refreshTokenGrant>>;

/** A discovered provider: its metadata, and what its keys have signed. */
export interface Provider {
  configuration: client.Configuration;
  issuer: string;
  clientId: string;
  /** A token that it answered with. Unknown keys are fetched anew, so that no sign-in is lost when they change. */
  verified: Verify;
  /** A token that anybody may have sent: it makes us ask for keys once a second at most. */
  verifiedOfAnybody: Verify;
}
type Verify = (token: string, options?: JWTVerifyOptions) => Promise<JWTPayload>;

export function openIdProvider(settings: Settings): Identity {
  let discovered: Promise<Provider> | null = null;

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
  /** Asked once more before anybody is sent there: what is down has no page to say so. */
  const reachable = () => {
    discovered = null;
    return provider();
  };

  const look = watched(() =>
    discover(settings).then(
      () => true,
      () => false,
    ),
  );

  return {
    begin: async (redirectUri) => {
      const { configuration } = await reachable();
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { ...attempt, url: url.href };
    },
    finish: async (callback, attempt) => {
      try {
        const known = await provider();
        const metadata = known.configuration.serverMetadata();
        if (metadata.authorization_response_iss_parameter_supported && !callback.searchParams.has('iss')) {
          callback.searchParams.set('iss', known.issuer);
        }
        const tokens = await client.authorizationCodeGrant(known.configuration, callback, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims?.sub) throw new SignInRefused('nobody');
        return {
          ...(await factsOf(known, settings, tokens, claims.sub)),
          issuer: known.issuer,
          sub: claims.sub,
          sid: typeof claims.sid === 'string' ? claims.sid : null,
          refreshToken: tokens.refresh_token ?? null,
        };
      } catch (error) {
        // What was discovered may be what no longer holds: the next one looks again.
        discovered = null;
        throw faultOf(error);
      }
    },
    refresh: async ({ refreshToken, sub }, renewed) => {
      const known = await provider();
      try {
        const tokens = await client.refreshTokenGrant(known.configuration, refreshToken);
        if (tokens.refresh_token && tokens.refresh_token !== refreshToken) await renewed(tokens.refresh_token);
        return await factsOf(known, settings, tokens, sub, { complete: true });
      } catch (error) {
        throw refreshFaultOf(error);
      }
    },
    readLogout: async (token) => readLogoutToken(await provider(), token),
    endSessionUrl: async (idToken, home) => {
      try {
        const { configuration } = await reachable();
        if (!configuration.serverMetadata().end_session_endpoint) return null;
        const parameters = new URLSearchParams({ post_logout_redirect_uri: home });
        if (idToken) parameters.set('id_token_hint', idToken);
        return client.buildEndSessionUrl(configuration, parameters).href;
      } catch {
        return null;
      }
    },
    answers: async () => {
      const { said: well, since } = await look();
      return { well, since };
    },
  };
}

const ANSWER_WITHIN_SECONDS = 5;
/** Two clocks may differ by so much. */
const TOLERANCE_SECONDS = 30;

async function discover({ issuer: wanted, clientId, clientSecret }: Settings): Promise<Provider> {
  const insecure = new URL(wanted).protocol === 'http:';
  const configuration = await client.discovery(new URL(wanted), clientId, clientSecret, undefined, {
    timeout: ANSWER_WITHIN_SECONDS,
    execute: insecure ? [client.allowInsecureRequests] : [],
  });
  const { issuer, jwks_uri: address } = configuration.serverMetadata();
  if (!address) throw new Error('the provider publishes no keys');
  const verifier = (cooldownDuration: number): Verify => {
    const timeoutDuration = ANSWER_WITHIN_SECONDS * 1000;
    const keys = createRemoteJWKSet(new URL(address), { cooldownDuration, timeoutDuration });
    return async (token, options) =>
      (await jwtVerify(token, keys, { issuer, clockTolerance: TOLERANCE_SECONDS, ...options })).payload;
  };
  return { configuration, issuer, clientId, verified: verifier(0), verifiedOfAnybody: verifier(1000) };
}

/**
 * Claims and roles: of the ID token, userinfo, and the access token. The library checks what an ID token says, not
 * who signed it: that is done here, for both tokens.
 */
async function factsOf(
  provider: Provider,
  settings: Settings,
  tokens: Tokens,
  sub: string,
  { complete = false } = {},
): Promise<Facts> {
  const { id_token: idToken = null, access_token: accessToken } = tokens;
  const id = idToken === null ? null : await provider.verified(idToken, { audience: provider.clientId });
  const info = await client.fetchUserInfo(provider.configuration, accessToken, sub).catch((error: unknown) => {
    // Lightweight access tokens make userinfo answer 401, which must not stop a sign-in. But roles that are missing
    // because it is away are not lost.
    if (complete && (isAway(error) || isNonsense(error))) throw error;
    return null;
  });
  const access = await verifiedAccess(provider, accessToken);
  const sources = [id, info, access].filter((source) => source !== null);
  // A lightweight access token names nobody; it comes with something that does.
  const names = new Set(sources.map((source) => source.sub).filter((name) => name !== undefined));
  if (names.size !== 1 || !names.has(sub)) throw new SignInRefused('somebody else');
  const expiresIn = tokens.expiresIn();
  return {
    name: displayName({ ...access, ...id, ...info }),
    email: [info, id, access].map((source) => source?.email).find((email) => typeof email === 'string') ?? null,
    roles: [...new Set(sources.flatMap((source) => rolesIn(source, settings)))],
    idToken,
    accessExpiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
  };
}

/**
 * Keycloak's has no audience of ours: `azp` says whom it was made for. One that cannot be verified counts for
 * nothing: it may not even be meant for us to read.
 */
async function verifiedAccess({ verified, clientId }: Provider, token: string): Promise<JWTPayload | null> {
  const payload = await verified(token).catch((error: unknown) => {
    if (isAway(error)) throw error;
    return null;
  });
  return payload && (payload.azp === clientId || payload.client_id === clientId) ? payload : null;
}
