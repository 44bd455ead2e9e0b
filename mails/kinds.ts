import { pledgeRequest, samples as requests } from './pledge-request.ts';
import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import type { MailFrame } from './frame.ts';
import { giftReceived, samples as receptions } from './gift-received.ts';
import { giftThanks, samples as thanks } from './gift-thanks.ts';
import type { Mail } from './layout.ts';
import { pageLink, samples as pages } from './page-link.ts';
import { pledgeCancelled, samples as cancellations } from './pledge-cancelled.ts';
import { pledgeConfirmed, samples as confirmations } from './pledge-confirmed.ts';

/** Every mail by its kind, as the outbox knows it. */
export const templates = {
  'pledge-request': pledgeRequest,
  'pledge-confirmed': pledgeConfirmed,
  'pledge-cancelled': pledgeCancelled,
  'gift-thanks': giftThanks,
  'gift-received': giftReceived,
  'page-link': pageLink,
};
export type MailKind = keyof typeof templates;

export type MailProps<K extends MailKind> = Parameters<(typeof templates)[K]>[0];
/** What a mail of a kind tells, without its frame. */
export type MailData<K extends MailKind> = Omit<MailProps<K>, keyof MailFrame>;

export function writeMail<K extends MailKind>(kind: K, props: MailProps<K>, t: Translate, language: Language): Mail {
  const write = templates[kind] as (props: MailProps<K>, t: Translate, language: Language) => Mail;
  return write(props, t, language);
}

/** For the preview and for tests: each mail as it usually is, and with everything that strains it. */
export const samples = {
  'pledge-request': requests,
  'pledge-confirmed': confirmations,
  'pledge-cancelled': cancellations,
  'gift-thanks': thanks,
  'gift-received': receptions,
  'page-link': pages,
} satisfies Record<MailKind, object>;
