import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Delivered, Notice } from '#server/services/payments.ts';

/**
 * Whether the delivery is signed by one of the keys, which stand by instance; by that of `instance` where it has one.
 * True where there are no keys.
 */
export function isGenuine(keys: ReadonlyMap<string, string>, delivery: Delivered, instance?: string): boolean {
  const own = instance === undefined ? undefined : keys.get(instance.toLowerCase());
  const possible = own === undefined ? [...keys.values()] : [own];
  return possible.length === 0 || possible.some((key) => isSignedBy(key, delivery));
}

/** Lower-case hex of the HMAC-SHA256 over the bytes as they came. */
function isSignedBy(key: string, { body, signature }: Delivered): boolean {
  const expected = Buffer.from(createHmac('sha256', key).update(body).digest('hex'));
  const given = Buffer.from(signature?.trim() ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whoever made it up: no longer than a reference of anybody's, and nothing that no column takes. */
const Word = z
  .union([z.string().regex(/^[^\0]{0,200}$/), z.number()])
  .nullish()
  .transform((word) => (word === null || word === undefined || word === '' ? null : String(word)))
  .catch(null);
const NoticeBody = z.object({
  transaction: z.object({
    id: Word,
    uuid: Word,
    status: Word,
    amount: Word,
    referenceId: Word,
    invoice: z
      .object({
        referenceId: Word,
        paymentRequestId: Word,
        refundedAmount: Word,
        paymentLink: z.object({ referenceId: Word }).catch({ referenceId: null }),
      })
      .catch({ referenceId: null, paymentRequestId: null, refundedAmount: null, paymentLink: { referenceId: null } }),
  }),
});

export function readNotice({ body, contentType }: Delivered): Notice | null {
  const { data } = NoticeBody.safeParse(isForm(contentType) ? readForm(body) : readJson(body));
  if (!data) return null;
  const { id, uuid, status, amount, referenceId, invoice } = data.transaction;
  const row = uuid ?? id;
  return {
    reference: referenceId ?? invoice.referenceId ?? invoice.paymentLink.referenceId,
    checkoutId: invoice.paymentRequestId,
    // A second refund leaves row and status as they are.
    key: row && status && [row, status, amount, invoice.refundedAmount].join(':'),
  };
}

function isForm(contentType: string): boolean {
  return contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** As PHP writes what is nested: `transaction[invoice][paymentRequestId]=17`. */
function readForm(body: Buffer): unknown {
  const form = new URLSearchParams(body.toString('utf8'));
  const at = (...path: string[]) => form.get(`transaction${path.map((name) => `[${name}]`).join('')}`);
  if (![...form.keys()].some((name) => name.startsWith('transaction['))) return null;
  return {
    transaction: {
      id: at('id'),
      uuid: at('uuid'),
      status: at('status'),
      amount: at('amount'),
      referenceId: at('referenceId'),
      invoice: {
        referenceId: at('invoice', 'referenceId'),
        paymentRequestId: at('invoice', 'paymentRequestId'),
        refundedAmount: at('invoice', 'refundedAmount'),
        paymentLink: { referenceId: at('invoice', 'paymentLink', 'referenceId') },
      },
    },
  };
}
