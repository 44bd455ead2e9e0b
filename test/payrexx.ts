import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { rappenOf } from '#domain/money.ts';
import { close } from '#sandbox/listen.ts';
import { startPayrexx, type Payrexx } from '#sandbox/payrexx.ts';
import { payrexx } from '#server/outside/payrexx.ts';
import type { Together } from '#server/outside/payrexx/budget.ts';
import type { CheckoutWish, Delivered, Payments } from '#server/services/payments.ts';

/** A provider with two accounts that tells nobody of its payments. */
export function aProvider(): Promise<Payrexx> {
  return startPayrexx({ webhookUrl: 'http://127.0.0.1:9/', instances: ['demo', 'thun'], pauses: [] });
}

interface Connection {
  apiUrl?: string;
  secrets?: Record<string, string>;
  clock?: () => Date;
  together?: Together;
}

export function paymentsAt(
  provider: Payrexx,
  { apiUrl, secrets, clock = () => new Date(), together = async () => null }: Connection = {},
): Payments {
  const settings = {
    apiUrl: apiUrl ?? provider.settings.PAYREXX_API_URL,
    secrets: new Map(Object.entries(secrets ?? provider.secrets)),
    webhookKeys: new Map<string, string>(),
  };
  return payrexx(settings, clock, together);
}

let gifts = 0;

export function aWish(fields: Partial<CheckoutWish> = {}): CheckoutWish {
  gifts += 1;
  return {
    instance: 'demo',
    amount: rappenOf(5000),
    reference: `g${gifts}.1`,
    purpose: 'Für Anna M., Spendenlauf Thun',
    language: 'de',
    donor: { name: 'Beat von Beispiel', email: 'beat@example.test' },
    back: { paid: 'http://givelap.test/gift/1', failed: 'http://givelap.test/f', cancelled: 'http://givelap.test/c' },
    minutes: 1440,
    ...fields,
  };
}

export async function aCheckout(payments: Payments, fields: Partial<CheckoutWish> = {}) {
  const wish = aWish(fields);
  const opened = await payments.openCheckout(wish);
  const place = { instance: wish.instance, id: opened.id };
  return { ...opened, wish, place, read: () => payments.readCheckout(place, 'job') };
}

export async function allOf<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

/** Hears notices as they come; `status` is what it answers from now on. */
export async function aListener() {
  const heard: Delivered[] = [];
  const listener = { status: 200, heard, url: '', stop: () => close(server) };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { 'content-type': contentType = '', 'x-webhook-signature': signature } = request.headers;
      heard.push({ body, contentType, signature: typeof signature === 'string' ? signature : null });
      response.writeHead(listener.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  listener.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return listener;
}
