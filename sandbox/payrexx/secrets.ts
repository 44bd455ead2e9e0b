import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** By instance. */
export interface PayrexxSecrets {
  readonly secrets: Readonly<Record<string, string>>;
  readonly webhookKeys: Readonly<Record<string, string>>;
}

/** From the folder, so that the same settings go on working; made when an instance is new there. */
export function payrexxSecrets(dir: string | null, instances: readonly string[]): PayrexxSecrets {
  const file = dir && path.join(dir, 'secrets.json');
  const kept = readKept(file);
  const made = (of: keyof PayrexxSecrets) =>
    Object.fromEntries(instances.map((instance) => [instance, kept?.[of][instance] ?? random()]));
  const all = { secrets: made('secrets'), webhookKeys: made('webhookKeys') };
  if (dir) mkdirSync(dir, { recursive: true });
  if (file) writeFileSync(file, JSON.stringify(all, null, 2), { mode: 0o600 });
  return all;
}

function readKept(file: string | null): PayrexxSecrets | null {
  try {
    return JSON.parse(readFileSync(file ?? '', 'utf8')) as PayrexxSecrets;
  } catch {
    return null;
  }
}

function random(): string {
  return randomBytes(24).toString('base64url');
}
