import { plainMoney, rappenOf } from '#domain/money.ts';
import type { Database } from '#server/db/connect.ts';
import type { Payment } from '#server/services.ts';
import { listKnown, listMirrored, listByReferences, type PaymentRow } from './queries.ts';

/** Something that the provider and our ledger say otherwise. */
export interface Difference {
  what: string;
}

/**
 * Where the payments of an account and our ledger differ: rows of ours that are not there, rows of theirs under our
 * references that we do not have, and rows that say something else. `span` bounds what of ours is looked for.
 */
export async function differences(
  db: Database,
  instance: string,
  payments: readonly Payment[],
  span: { from: Date; until: Date } | null = null,
): Promise<Difference[]> {
  const references = payments.flatMap(({ reference }) => reference ?? []);
  const ours = new Set((await listByReferences(db, instance, references)).map(({ reference }) => reference));
  const theirs = new Map(payments.filter(({ reference }) => ours.has(reference ?? '')).map((one) => [one.id, one]));
  const known = span
    ? await listMirrored(db, instance, span.from, span.until)
    : await listKnown(
        db,
        instance,
        payments.map(({ id }) => id),
      );
  const mirrored = new Map(known.map((row) => [row.provider_ref, row]));
  const missing = [...theirs.values()].filter(({ id }) => !mirrored.has(id)).map(notBooked);
  const other = known.flatMap((row) => {
    const payment = theirs.get(row.provider_ref);
    return payment ? otherThan(row, payment) : [{ what: `payment ${row.provider_ref}: only we have it, ${said(row)}` }];
  });
  return [...missing, ...other];
}

function notBooked(payment: Payment): Difference {
  const { id, reference, amount, currency, statusRaw } = payment;
  return { what: `payment ${id} of ${reference}: only they have it, ${money(amount, currency)} ${statusRaw}` };
}

function otherThan(row: PaymentRow, payment: Payment): Difference[] {
  const theirs = {
    ...row,
    amount: payment.amount,
    currency: payment.currency,
    mode: payment.mode,
    status_raw: payment.statusRaw,
    refunded_amount: payment.refunded,
  };
  if (said(row) === said(theirs)) return [];
  return [{ what: `payment ${row.provider_ref}: we have ${said(row)}, they have ${said(theirs)}` }];
}

type Said = Pick<PaymentRow, 'amount' | 'currency' | 'mode' | 'status_raw' | 'refunded_amount'>;

function said({ amount, currency, mode, status_raw, refunded_amount }: Said): string {
  const back = refunded_amount > 0 ? `, ${money(refunded_amount, currency)} of it back` : '';
  return `${money(amount, currency)} ${mode} ${status_raw}${back}`;
}

function money(amount: number, currency: string | null): string {
  return `${currency ?? '?'} ${plainMoney(rappenOf(amount))}`;
}
