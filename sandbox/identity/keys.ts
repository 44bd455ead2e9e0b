import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';

/** What the identity provider keeps secret. */
export interface IdentitySecrets {
  readonly signingKey: JWK;
  readonly cookieKey: string;
  readonly clientSecret: string;
}

/** From the folder, so that a restart ends no session; made on the first start. */
export async function identitySecrets(dir: string | null): Promise<IdentitySecrets> {
  const file = dir ? path.join(dir, 'secrets.json') : null;
  const kept = file ? await readFile(file, 'utf8').catch(() => null) : null;
  if (kept) return JSON.parse(kept) as IdentitySecrets;
  const secrets = { signingKey: await newSigningKey(), cookieKey: random(), clientSecret: random() };
  if (dir) await mkdir(dir, { recursive: true });
  if (file) await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: random(), alg: 'RS256', use: 'sig' };
}

function random(): string {
  return randomBytes(24).toString('base64url');
}
