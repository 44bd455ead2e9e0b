import { splitName } from '#domain/names.ts';
import type { Config } from '#server/config.ts';
import {
  PaymentsAway,
  PaymentsBusy,
  PaymentsRefused,
  PaymentsUnsure,
  type Checkout,
  type CheckoutWish,
  type InstanceState,
  type Payments,
} from '#server/services/payments.ts';
import type { Together } from './payrexx/budget.ts';
import { payrexxCalls, type PayrexxCalls } from './payrexx/calls.ts';
import { isGenuine, readNotice } from './payrexx/notices.ts';
import { Opened, readCheckoutRow, readPaymentRows } from './payrexx/rows.ts';
import { watched } from './watched.ts';

/** How many rows we ask for at once; how many it gives at most is written nowhere. */
const PAGE = 100;

export function payrexx(
  { apiUrl, secrets, webhookKeys }: Config['payrexx'],
  clock: () => Date,
  together: Together,
): Payments {
  const call = payrexxCalls(apiUrl, secrets, clock, together);
  const looks = [...secrets.keys()].map((instance) => ({ instance, look: watched(() => stateOf(call, instance)) }));

  return {
    openCheckout: async (wish) => {
      const rows = await call(
        {
          instance: wish.instance,
          method: 'POST',
          path: 'Gateway/',
          body: gatewayOf(wish),
          hidden: hiddenIn(wish),
        },
        'opening',
      );
      const { data } = Opened.safeParse(rows?.[0]);
      const isAsWished = data?.amount === wish.amount && data.currency === 'CHF' && data.referenceId === wish.reference;
      if (!data || !isAsWished) throw new PaymentsUnsure('POST Gateway/: answered with another checkout');
      return { id: data.id, link: data.link };
    },
    readCheckout: async ({ instance, id }, asker) => {
      const rows = await call({ instance, method: 'GET', path: pathOf(id) }, asker);
      return rows && readThis(id, rows[0]);
    },
    closeCheckout: async ({ instance, id }) => {
      await call({ instance, method: 'DELETE', path: pathOf(id) }, 'job');
    },
    async *listPayments(instance, from, until) {
      const seen = new Set<string>();
      for (let offset = 0; ;) {
        const query = {
          filterDatetimeUtcGreaterThan: secondOf(from, -1),
          filterDatetimeUtcLessThan: secondOf(until, 1),
          orderByTime: 'ASC',
          offset: String(offset),
          limit: String(PAGE),
        };
        const rows = (await call({ instance, method: 'GET', path: 'Transaction/', query }, 'list')) ?? [];
        const payments = readPaymentRows(rows);
        if (!payments) throw new PaymentsAway('GET Transaction/: answered with rows of another kind');
        const fresh = payments.filter(({ id }) => !seen.has(id));
        if (fresh.length === 0) return;
        yield fresh;
        for (const { id } of fresh) seen.add(id);
        offset += rows.length;
      }
    },
    knows: (instance) => secrets.has(instance.toLowerCase()),
    isGenuine: (delivery, instance) => isGenuine(webhookKeys, delivery, instance),
    readNotice,
    answers: () =>
      Promise.all(
        looks.map(async ({ instance, look }) => {
          const { said: state, since } = await look();
          return { instance, state, since };
        }),
      ),
  };
}

function gatewayOf({ amount, reference, purpose, language, donor, back, minutes }: CheckoutWish) {
  const { first_name: forename, last_name: surname } = splitName(donor.name ?? '');
  const fields = Object.entries({ forename, surname, email: donor.email }).filter(([, value]) => value);
  return {
    amount,
    currency: 'CHF',
    purpose,
    referenceId: reference,
    language,
    validity: minutes,
    skipResultPage: true,
    fields: Object.fromEntries(fields.map(([name, value]) => [name, { value }])),
    successRedirectUrl: back.paid,
    failedRedirectUrl: back.failed,
    cancelRedirectUrl: back.cancelled,
  };
}

/** Who gives, to whom, and the name of the gift, which is a permission. */
function hiddenIn({ donor, purpose, reference, back }: CheckoutWish): string[] {
  const { first_name, last_name } = splitName(donor.name ?? '');
  return [...Object.values(back), reference, purpose, donor.name ?? '', donor.email ?? '', first_name, last_name];
}

function pathOf(id: string): string {
  return `Gateway/${encodeURIComponent(id)}/`;
}

/** Money is counted by what this says: half of it, or that of another, is no answer. */
function readThis(id: string, row: unknown): Checkout {
  try {
    const checkout = readCheckoutRow(row);
    if (checkout.id === id) return checkout;
  } catch {
    // Falls through: what is not a checkout is not this one.
  }
  throw new PaymentsAway(`GET ${pathOf(id)}: answered with something else`);
}

/** `2026-07-20 09:36:07`, so many seconds later. */
function secondOf(moment: Date, later: number): string {
  return new Date(moment.getTime() + later * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

async function stateOf(call: PayrexxCalls, instance: string): Promise<InstanceState['state']> {
  try {
    await call({ instance, method: 'GET', path: 'SignatureCheck/' }, 'list');
    return 'well';
  } catch (error) {
    if (error instanceof PaymentsRefused) return 'refused';
    return error instanceof PaymentsBusy ? 'busy' : 'away';
  }
}
