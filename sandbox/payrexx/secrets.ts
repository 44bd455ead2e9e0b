import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { keep, readKept } from '../kept.ts';

/** By instance. */
interface PayrexxSecrets {
  readonly secrets: Readonly<Record<string, string>>;
  readonly webhookKeys: Readonly<Record<string, string>>;
}

/** From the folder, so that the same settings go on working; made when an instance is new there. */
export function payrexxSecrets(dir: string | null, instances: readonly string[]): PayrexxSecrets {
  const file = dir && path.join(dir, 'secrets.json');
  const kept = readKept<PayrexxSecrets | null>(file, null);
  const made = (of: keyof PayrexxSecrets) =>
    Object.fromEntries(instances.map((instance) => [instance, kept?.[of][instance] ?? random()]));
  const all = { secrets: made('secrets'), webhookKeys: made('webhookKeys') };
  keep(file, all);
  return all;
}

function random(): string {
  return randomBytes(24).toString('base64url');
}
