import { wasPaid } from './account.ts';
import type { Gateway, Transaction } from './account.ts';

/** The provider's JSON, also where it says the same thing in different words. */

export function gatewayDocument(gateway: Gateway, transactions: readonly Transaction[], origin: string) {
  const { id, hash, wish, createdAt } = gateway;
  const originals = transactions.filter(({ originalId }) => originalId === null);
  return {
    id,
    status: gatewayStatus(originals.map(({ status }) => status)),
    hash,
    referenceId: referenceOf(gateway),
    link: linkOf(gateway, origin),
    invoices: originals.map((original) => ({
      ...invoiceOf(gateway, original),
      amount: wish.amount,
      transactions: transactions
        .filter((one) => one === original || one.originalId === original.id)
        .map((one) => ({ ...transactionOf(gateway, one), time: plainTime(one.at), ...reversed(one, transactions) })),
    })),
    preAuthorization: false,
    reservation: 0,
    fields: Object.keys(wish.fields).length > 0 ? wish.fields : [],
    psp: [],
    pm: [],
    amount: wish.amount,
    vatRate: null,
    currency: wish.currency,
    sku: null,
    createdAt: Math.floor(createdAt / 1_000),
    language: wish.language,
  };
}

function gatewayStatus(statuses: readonly string[]): string {
  if (statuses.some(wasPaid)) return 'confirmed';
  return ['authorized', 'reserved'].find((status) => statuses.includes(status)) ?? 'waiting';
}

export function linkOf({ hash, wish }: Gateway, origin: string): string {
  return `${origin}/${wish.language}/?payment=${hash}`;
}

/** As lists show it: amount and currency stand elsewhere there, and nothing names the checkout but the reference. */
export function transactionDocument(one: Transaction, all: readonly Transaction[], gateway: Gateway) {
  const { amount, ...row } = transactionOf(gateway, one);
  const { products, discount, shippingAmount, currency } = invoiceOf(gateway, one);
  return {
    ...row,
    ...reversed(one, all),
    time: plainTime(one.at),
    invoice: {
      currencyAlpha3: currency,
      products,
      discount,
      shippingAmount,
      totalAmount: amount,
      customFields: null,
    },
  };
}

/** As a notice shows it. */
export function noticeDocument(one: Transaction, all: readonly Transaction[], gateway: Gateway) {
  return {
    transaction: {
      ...transactionOf(gateway, one),
      ...reversed(one, all),
      time: `${new Date(one.at).toISOString().slice(0, 19)}+00:00`,
      instance: { name: one.instance, uuid: '00000000' },
      invoice: invoiceOf(gateway, one),
    },
  };
}

/** What the button in the back office sends that asks whether notices arrive. */
export function testDocument(instance: string) {
  return {
    transaction: {
      id: 1,
      uuid: null,
      amount: 10_000,
      referenceId: null,
      time: plainTime(Date.now()),
      status: 'confirmed',
      lang: 'de',
      psp: '',
      pspId: 1,
      mode: 'TEST',
      metadata: {},
      invoice: {
        number: '123456',
        products: [{ name: 123_456, price: 100, quantity: 1, sku: null, vatRate: null }],
        currency: 'CHF',
        test: 1,
        referenceId: null,
        paymentRequestId: null,
        paymentLink: null,
        originalAmount: 10_000,
        refundedAmount: 0,
      },
      payment: { brand: null, wallet: null },
      contact: { id: null, uuid: null, firstname: 'Vorname', lastname: 'Nachname', email: 'test@example.test' },
      subscription: null,
      pageUuid: null,
      instance: { name: instance, uuid: '00000000' },
    },
  };
}

function referenceOf(gateway: Gateway): string | null {
  return gateway.wish.referenceId || null;
}

function transactionOf(gateway: Gateway, one: Transaction) {
  const { id, uuid, amount, status, mode, brand } = one;
  return {
    id,
    uuid,
    amount,
    referenceId: referenceOf(gateway),
    status,
    lang: gateway.wish.language,
    psp: mode === 'TEST' ? 'TestMode' : 'Payrexx_Pay',
    pspId: mode === 'TEST' ? 1 : 44,
    mode,
    type: 'E-Commerce',
    refundable: status === 'confirmed',
    partiallyRefundable: status === 'confirmed',
    metadata: [],
    payment: { brand, wallet: null },
    contact: { id: '', uuid: '', title: '', ...contactOf(gateway) },
    subscription: null,
    pageUuid: null,
    payoutUuid: null,
  };
}

function contactOf(gateway: Gateway) {
  const value = (name: string) => gateway.wish.fields[name]?.value ?? '';
  return { firstname: value('forename'), lastname: value('surname'), email: value('email') };
}

function invoiceOf(gateway: Gateway, one: Transaction) {
  const reference = referenceOf(gateway);
  return {
    number: '',
    products: [{ name: gateway.wish.purpose, price: Math.abs(one.amount), quantity: 1, sku: null, vatRate: null }],
    discount: { code: null, amount: 0, percentage: null },
    shippingAmount: null,
    currency: one.currency,
    test: one.mode === 'TEST' ? 1 : 0,
    referenceId: reference,
    paymentRequestId: one.gatewayId,
    paymentLink: { hash: gateway.hash, referenceId: reference, email: '' },
    originalAmount: Math.abs(one.amount),
    refundedAmount: one.refunded,
    custom_fields: [],
  };
}

function reversed({ originalId }: Transaction, all: readonly Transaction[]) {
  if (originalId === null) return {};
  const original = all.find(({ id }) => id === originalId);
  return { originalTransactionId: originalId, originalTransactionUuid: original?.uuid ?? null };
}

function plainTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
