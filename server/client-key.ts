import { createHash } from 'node:crypto';

/** What is kept of an `Idempotency-Key` and of the body that came with it; nulls where no key was sent. */
export interface ClientKey {
  client_key: string | null;
  client_hash: string | null;
}

export function clientKey(call: string, key: string | null, body: object): ClientKey {
  if (key === null) return { client_key: null, client_hash: null };
  return { client_key: digest(`${call} ${key}`), client_hash: digest(JSON.stringify(body)) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
