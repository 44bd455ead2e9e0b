import { z } from 'zod';
import { cameIn, type PaymentStatus } from '#domain/gift.ts';
import type { Checkout, Payment } from '#server/services/payments.ts';

/** The provider's words; each other one is `unknown`, and no money. */
const statuses = new Map<string, PaymentStatus>([
  ['waiting', 'waiting'],
  ['initiated', 'waiting'],
  ['authorized', 'waiting'],
  ['reserved', 'waiting'],
  ['uncaptured', 'waiting'],
  ['confirmed', 'confirmed'],
  ['cancelled', 'failed'],
  ['declined', 'failed'],
  ['error', 'failed'],
  ['expired', 'failed'],
  ['refund_pending', 'refund_pending'],
  ['partially-refunded', 'partly_refunded'],
  ['refunded', 'refunded'],
  ['chargeback', 'charged_back'],
  ['disputed', 'disputed'],
]);
const statusOf = (raw: string): PaymentStatus => statuses.get(raw) ?? 'unknown';

// PHP writes numbers as text at times, an empty object as a list, and a list with gaps as an object.
const Whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);
const Id = z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)]).transform(String);
const NoId = z.union([z.literal(['', '0', 0, false]), z.null(), z.undefined()]).transform(() => null);
const Words = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((words) => (words === null || words === undefined || words === '' ? null : String(words)));
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.preprocess((value) => (value === null || Array.isArray(value) ? {} : value), z.object(shape)).optional();
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === 'object' && value ? Object.values(value) : []), z.array(item));

const invoice = {
  currency: Words,
  /** In documents of lists; elsewhere it is `currency`. */
  currencyAlpha3: Words,
  test: z.union([z.boolean(), Whole]).nullish(),
  referenceId: Words,
  paymentRequestId: z.union([NoId, Id]).catch(null),
  paymentLink: object({ referenceId: Words }).catch({ referenceId: null }),
  /** In lists; elsewhere the row itself has its amount. */
  totalAmount: Whole.nullish(),
  originalAmount: Whole.nullish(),
  refundedAmount: Whole.nullish(),
};

const Transaction = z
  .object({
    id: Id,
    uuid: Words,
    status: z.string(),
    time: Words.catch(null),
    mode: Words,
    amount: Whole.nullish(),
    referenceId: Words,
    originalTransactionId: z.union([NoId, Id]).optional(),
    originalTransactionUuid: Words,
    payment: object({ brand: Words }).catch({ brand: null }),
    invoice: object(invoice),
  })
  .transform((row, { addIssue }) => {
    const amount = row.amount ?? row.invoice?.totalAmount;
    if (amount === null || amount === undefined) addIssue('no amount');
    return { ...row, amount: amount ?? 0 };
  });
type Transaction = z.output<typeof Transaction>;
type Invoice = NonNullable<Transaction['invoice']>;

const Gateway = z.object({
  id: Id,
  status: z.string(),
  referenceId: Words,
  invoices: list(z.object({ ...invoice, transactions: list(Transaction) })),
});

/** What the creation of a checkout answers. */
export const Opened = z.object({
  id: Id,
  link: z.url({ protocol: /^https?$/ }),
  amount: Whole,
  currency: z.string(),
  referenceId: z.string(),
});

/** Throws a `ZodError` for what is no checkout. */
export function readCheckoutRow(row: unknown): Checkout {
  const { id, status, referenceId, invoices } = Gateway.parse(row);
  const payments = invoices.flatMap(({ transactions, ...invoice }) => {
    // What an invoice says was given back cannot be shared out among several payments: their own rows say it then.
    const isShared = transactions.filter((one) => !isReversal(one) && cameIn.includes(statusOf(one.status))).length > 1;
    const shared = isShared ? { originalAmount: null, refundedAmount: null } : {};
    return transactions.map((one) => toPayment(one, { ...invoice, ...shared, ...present(one.invoice) }, transactions));
  });
  return {
    id,
    reference: referenceId,
    status: statusOf(status),
    statusRaw: status,
    payments: payments.map((payment) => ({ ...payment, checkoutId: id, reference: payment.reference ?? referenceId })),
  };
}

/** The rows that can be read: one of another shop on the account must not hide ours. Null when not one can. */
export function readPaymentRows(rows: unknown[]): Payment[] | null {
  const read = rows.map((row) => Transaction.safeParse(row)).flatMap(({ data }) => data ?? []);
  if (read.length === 0 && rows.length > 0) return null;
  return read.map((one) => toPayment(one, one.invoice ?? {}, read));
}

function toPayment(row: Transaction, invoice: Partial<Invoice>, siblings: Transaction[]): Payment {
  const status = statusOf(row.status);
  const isUntouched = isReversal(row) || status === 'confirmed';
  return {
    id: row.id,
    checkoutId: invoice.paymentRequestId ?? null,
    reference: row.referenceId ?? invoice.referenceId ?? invoice.paymentLink?.referenceId ?? null,
    status,
    statusRaw: row.status,
    mode: modeOf(row, invoice),
    currency: (invoice.currency ?? invoice.currencyAlpha3)?.toUpperCase() ?? null,
    // Rows that give back come with either sign; one that was given back from may show only what is left.
    amount: Math.abs(isUntouched ? row.amount : Math.max(invoice.originalAmount ?? 0, Math.abs(row.amount))),
    refunded: isReversal(row) ? 0 : Math.abs(invoice.refundedAmount ?? 0),
    reversal: isReversal(row) ? { of: originalOf(row, siblings) } : null,
    method: row.payment?.brand ?? null,
    at: momentOf(row.time),
  };
}

function isReversal({ originalTransactionId, originalTransactionUuid, amount }: Transaction): boolean {
  return Boolean(originalTransactionId) || originalTransactionUuid !== null || amount < 0;
}

function originalOf(row: Transaction, siblings: Transaction[]): string | null {
  const { originalTransactionId: id, originalTransactionUuid: uuid } = row;
  return id ?? siblings.find((one) => one.uuid === uuid)?.id ?? null;
}

function modeOf({ mode }: Transaction, { test }: Partial<Invoice>): Payment['mode'] {
  if (mode === 'TEST' || Number(test ?? 0) === 1) return 'test';
  return mode === 'LIVE' ? 'live' : 'unknown';
}

/** `2026-07-20T09:36:07+00:00`, or `2026-07-20 09:36:07`, which names no zone: in UTC as the filters of its list are. */
function momentOf(time: string | null): Date | null {
  const moment = new Date(time?.replace(/^(\S+) (\S+)$/, '$1T$2Z') ?? NaN);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function present(invoice: Transaction['invoice']): Partial<Invoice> {
  return Object.fromEntries(Object.entries(invoice ?? {}).filter(([, value]) => value !== null && value !== undefined));
}
