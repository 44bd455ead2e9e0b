import { randomUUID } from 'node:crypto';
import { compactVerify, importJWK, SignJWT } from 'jose';
import type { JWK, JWTPayload } from 'jose';
import type { ClientSession } from './store.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Reads what the identity provider signed itself, whatever its age; null for anything else. */
export async function readToken(token: string, { kty, n, e, alg }: JWK): Promise<JWTPayload | null> {
  try {
    const key = await importJWK({ kty, n, e, alg });
    const { payload } = await compactVerify(token, key);
    return JSON.parse(new TextDecoder().decode(payload)) as JWTPayload;
  } catch {
    return null;
  }
}

/** As Keycloak writes it. */
export async function logoutToken(issuer: string, session: ClientSession, signingKey: JWK): Promise<string> {
  const claims = { typ: 'Logout', sid: session.sid, events: { [LOGOUT_EVENT]: {} } };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid: signingKey.kid })
    .setIssuer(issuer)
    .setAudience(session.clientId)
    .setSubject(session.accountId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('2 minutes')
    .sign(await importJWK(signingKey));
}
