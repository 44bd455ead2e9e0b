import { errors } from 'jose';
import * as client from 'openid-client';
import { IdentityAway, SignInRefused } from '#server/services/identity.ts';

/** Did the provider fail, rather than say no? */
export function isAway(error: unknown): boolean {
  if (error instanceof IdentityAway) return true;
  if (error instanceof client.ResponseBodyError) return isBroken(error.status);
  if (error instanceof client.ClientError) {
    return NO_ANSWER.has(error.code ?? '') || (error.cause instanceof Response && isBroken(error.cause.status));
  }
  if (error instanceof errors.JOSEError) return NO_KEYS.has(error.code);
  return error instanceof Error && (error.name === 'TimeoutError' || error.message === 'fetch failed');
}

const isBroken = (status: number) => status >= 500 || status === 429;
const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
/** The key set could not be had or read; a key that is missing in it is another matter. */
const NO_KEYS = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** An answer that is none: a proxy's own page, half of a body. */
export function isNonsense(error: unknown): boolean {
  return error instanceof client.ClientError && NONSENSE.has(error.code ?? '');
}

const NONSENSE = new Set(['OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']);

/** What went wrong at a sign-in, as actions know it. */
export function faultOf(error: unknown): IdentityAway | SignInRefused {
  if (error instanceof IdentityAway || error instanceof SignInRefused) return error;
  if (isAway(error)) return new IdentityAway('provider failed', { cause: error });
  return new SignInRefused('refused', { cause: error });
}

/** Only the grant itself ends a session: a wrong secret, a client in repair or a proxy's page say nothing about it. */
export function refreshFaultOf(error: unknown): IdentityAway | SignInRefused {
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') {
    return new SignInRefused('invalid_grant', { cause: error });
  }
  const saidNo =
    error instanceof client.ResponseBodyError ||
    error instanceof client.WWWAuthenticateChallengeError ||
    (error instanceof client.ClientError && error.cause instanceof Response);
  return saidNo || isNonsense(error) ? new IdentityAway('no refresh', { cause: error }) : faultOf(error);
}
