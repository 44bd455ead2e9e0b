import { mailboxKey } from '#domain/email.ts';
import type { Language } from '#domain/language.ts';
import type { Tx } from '#server/db/connect.ts';
import { deleteLonelyDonors, upsertDonor } from './queries.ts';

/** The donor behind an address, made when new; where none was given, somebody of his own. */
export function donorBehind(tx: Tx, email: string | null, language: Language) {
  return upsertDonor(tx, { email_key: email === null ? null : mailboxKey(email), language });
}

/** Donors who gave and promised nothing that is still there. */
export function forgetLonelyDonors(tx: Tx): Promise<void> {
  return deleteLonelyDonors(tx);
}
