import type { Language } from '#domain/language.ts';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import type { Services } from './services.ts';

/** What every action receives; `product.ts` makes it. */
export interface Context extends Services {
  db: Database;
  clock: () => Date;
  config: Config;
  log: Logger;
}

export type Role = 'admin' | 'viewer';

/** Who sends a form, of whom nothing else is known: his language, and his network, which only limits may use. */
export interface Sender {
  language: Language;
  network: string;
}

export interface Staff {
  id: number;
  name: string;
  email: string | null;
  roles: Role[];
}

/** Viewer or admin: somebody who may read what the public may not. */
export function isStaff(person: Staff | null): person is Staff {
  return person !== null && person.roles.length > 0;
}
