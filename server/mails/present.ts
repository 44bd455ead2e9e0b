import type { Translate } from '#locales/messages.ts';

/** What a failure comes to, by our own words and by those that the mail library begins with. */
const causes: Record<string, string> = {
  erased: 'erased',
  'cannot be written': 'unwritable',
  ECONNECTION: 'away',
  EDNS: 'away',
  ESOCKET: 'away',
  ETIMEDOUT: 'silent',
  ETLS: 'tls',
  EAUTH: 'auth',
};

/** Why a mail did not leave, as people read it: what the mail server said speaks for itself. */
export function tellReason(reason: string, t: Translate): string {
  const [, code = '', said = ''] = /^(E[A-Z]+) (.*)$/.exec(reason) ?? [];
  if (/^[45]\d\d[ -]/.test(said)) return said;
  return t('mails.notSent', { cause: causes[code || reason] ?? 'other' });
}
