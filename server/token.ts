import { createHash, randomBytes } from 'node:crypto';

/** A secret for one link, receipt or session: 256 bit, safe in addresses and cookies. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the tables keep of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
