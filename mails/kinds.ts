import { confirmationRequest, samples as requests } from './confirmation-request.ts';
import { pledgeCancelled, samples as cancellations } from './pledge-cancelled.ts';
import { pledgeConfirmed, samples as confirmations } from './pledge-confirmed.ts';

/** Every mail by its kind, as the outbox knows it. */
export const templates = {
  'pledge-request': confirmationRequest,
  'pledge-confirmed': pledgeConfirmed,
  'pledge-cancelled': pledgeCancelled,
};
export type MailKind = keyof typeof templates;

/** For the preview and for tests: each mail as it usually is, and with everything that strains it. */
export const samples = {
  'pledge-request': requests,
  'pledge-confirmed': confirmations,
  'pledge-cancelled': cancellations,
} satisfies Record<MailKind, object>;
