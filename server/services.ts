import type { Identity } from './services/identity.ts';
import type { Postman } from './services/mail.ts';
import type { Payments } from './services/payments.ts';
import type { Pictures } from './services/pictures.ts';
import type { Timing } from './services/timing.ts';

/** The outside services as actions know them: one small type each, and how it fails. `outside/` speaks their protocols. */
export interface Services {
  timing: Timing;
  pictures: Pictures;
  mail: Postman;
  identity: Identity;
  payments: Payments;
}
