import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';
import { keep, readKept } from '../kept.ts';

/** What the identity provider keeps secret. */
export interface IdentitySecrets {
  readonly signingKey: JWK;
  readonly cookieKey: string;
  readonly clientSecret: string;
}

/** From the folder, so that a restart ends no session; made on the first start. */
export async function identitySecrets(dir: string | null): Promise<IdentitySecrets> {
  const file = dir && path.join(dir, 'secrets.json');
  const kept = readKept<IdentitySecrets | null>(file, null);
  if (kept) return kept;
  const secrets = { signingKey: await newSigningKey(), cookieKey: random(), clientSecret: random() };
  keep(file, secrets);
  return secrets;
}

export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: random(), alg: 'RS256', use: 'sig' };
}

function random(): string {
  return randomBytes(24).toString('base64url');
}
