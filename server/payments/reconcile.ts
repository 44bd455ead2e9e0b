import { plainMoney, rappenOf } from '#domain/money.ts';
import type { Database } from '#server/db/connect.ts';
import type { Payment } from '#server/services/payments.ts';
import { withKnown } from './book.ts';
import { listKnown, listMirrored, listByReferences, type PaymentRow } from './queries.ts';

/**
 * Where the payments of an account, as it lists them, and our ledger differ: rows of ours that are not there, rows of
 * theirs under our references that we do not have, rows that say something else. `span` bounds what of ours is looked
 * for; without it only what was listed is.
 */
export async function differences(
  db: Database,
  instance: string,
  payments: readonly Payment[],
  span: { from: Date; until: Date } | null = null,
): Promise<{ ours: PaymentRow[]; lines: string[] }> {
  const references = payments.flatMap(({ reference }) => reference ?? []);
  const known = new Set((await listByReferences(db, instance, references)).map(({ reference }) => reference));
  const theirs = new Map(payments.filter(({ reference }) => known.has(reference ?? '')).map((one) => [one.id, one]));
  const ids = payments.map(({ id }) => id);
  const ours = span ? await listMirrored(db, instance, span.from, span.until) : await listKnown(db, instance, ids);
  const mirrored = new Set(ours.map((row) => row.provider_ref));
  const missing = [...theirs.values()].filter(({ id }) => !mirrored.has(id)).map(notBooked);
  const other = ours.flatMap((row) => {
    const payment = theirs.get(row.provider_ref);
    return payment ? otherThan(row, payment) : `payment ${row.provider_ref}: only we have it, ${said(row)}`;
  });
  return { ours, lines: [...missing, ...other] };
}

/** Without the reference: whoever knows it sees the gift. */
function notBooked({ id, amount, currency, statusRaw }: Payment): string {
  return `payment ${id}: only they have it, ${money(amount, currency)} ${statusRaw}`;
}

function otherThan(row: PaymentRow, payment: Payment): string[] {
  const { amount, currency, mode, statusRaw, refunded } = withKnown(payment, row);
  const theirs = { amount, currency, mode, status_raw: statusRaw, refunded_amount: refunded };
  if (said(row) === said(theirs)) return [];
  return [`payment ${row.provider_ref}: we have ${said(row)}, they have ${said(theirs)}`];
}

type Said = Pick<PaymentRow, 'amount' | 'currency' | 'mode' | 'status_raw' | 'refunded_amount'>;

function said({ amount, currency, mode, status_raw, refunded_amount }: Said): string {
  const back = refunded_amount > 0 ? `, ${money(refunded_amount, currency)} of it back` : '';
  return `${money(amount, currency)} ${mode} ${status_raw}${back}`;
}

function money(amount: number, currency: string | null): string {
  return `${currency ?? '?'} ${plainMoney(rappenOf(amount))}`;
}
