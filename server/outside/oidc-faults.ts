import { errors } from 'jose';
import * as client from 'openid-client';
import { IdentityAway, SignInRefused } from '#server/services.ts';

/** Did the provider fail, rather than say no? */
export function isAway(error: unknown): boolean {
  if (error instanceof IdentityAway) return true;
  if (error instanceof client.ResponseBodyError) return error.status >= 500 || error.status === 429;
  if (error instanceof client.ClientError) return BROKEN.has(error.code ?? '');
  if (error instanceof errors.JOSEError) return NO_KEYS.has(error.code);
  return error instanceof Error && (error.name === 'TimeoutError' || error.message === 'fetch failed');
}

/** No answer in time, or one that is none: a proxy's error page. */
const BROKEN = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);
/** The key set could not be had or read; a key that is missing in it is another matter. */
const NO_KEYS = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** What went wrong at a sign-in, as actions know it. */
export function faultOf(error: unknown): IdentityAway | SignInRefused {
  if (error instanceof IdentityAway || error instanceof SignInRefused) return error;
  if (isAway(error)) return new IdentityAway('provider failed', { cause: error });
  return new SignInRefused('refused', { cause: error });
}

/** Only the grant itself ends a session: a wrong secret, a client in repair or half an answer say nothing about it. */
export function refreshFaultOf(error: unknown): IdentityAway | SignInRefused {
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') {
    return new SignInRefused('invalid_grant', { cause: error });
  }
  const isOperators =
    error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError;
  const isHalf = error instanceof client.ClientError && error.code === 'OAUTH_PARSE_ERROR';
  return isOperators || isHalf ? new IdentityAway('no refresh', { cause: error }) : faultOf(error);
}
