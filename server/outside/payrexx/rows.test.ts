import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { close } from '#sandbox/listen.ts';
import type { Payrexx } from '#sandbox/payrexx.ts';
import { PaymentsAway, PaymentsUnsure, type Payments } from '#server/services/payments.ts';
import { allOf, aProvider, aWish, paymentsAt } from '#test/payrexx.ts';

let provider: Payrexx;
beforeAll(async () => {
  provider = await aProvider();
});
afterAll(() => provider.stop());

describe('a provider of another kind', () => {
  let server: Server;
  afterEach(() => close(server));

  async function answering(listener: RequestListener | object): Promise<Payments> {
    server = createServer(
      typeof listener === 'function'
        ? (listener as RequestListener)
        : (_, response) =>
            response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listener)),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.16`;
    return paymentsAt(provider, { apiUrl, secrets: { demo: 'hunter2' } });
  }
  const success = (...data: unknown[]) => ({ status: 'success', data });
  const gateway = (transactions: unknown, fields: object = {}, invoice: object = {}) =>
    success({
      id: 17,
      status: 'confirmed',
      referenceId: 'g1.1',
      invoices: [{ currency: 'CHF', test: 0, transactions, ...invoice }],
      ...fields,
    });
  const row = { id: 1, uuid: 'aa', status: 'confirmed', mode: 'LIVE', amount: 5000, time: '2026-07-20 09:36:07' };
  const read = async (answer: object) => (await answering(answer)).readCheckout({ instance: 'demo', id: '17' }, 'job');

  test.each<[string, object]>([
    ['an amount in words', gateway([{ ...row, amount: '50.00' }])],
    ['an amount with cents of a cent', gateway([{ ...row, amount: 5000.5 }])],
    ['no amount', gateway([{ ...row, amount: null }])],
    ['no state', gateway([{ ...row, status: undefined }])],
    ['no number', gateway([{ ...row, id: null }])],
    ['another checkout', gateway([row], { id: 18 })],
    ['success without rows', success()],
    ['success without data', { status: 'success' }],
    ['another envelope', { result: 'ok', data: [] }],
    ['a list', []],
  ])('%s is no answer', async (_, answer) => {
    await expect(read(answer)).rejects.toThrow(PaymentsAway);
  });

  test('the ways PHP writes are understood', async () => {
    const paid = { currency: 'CHF', amount: 5000, mode: 'live', status: 'confirmed', method: null, reference: 'g1.1' };
    expect(await read(gateway([{ ...row, amount: '5000', id: '1', payment: [] }]))).toMatchObject({ payments: [paid] });
    await close(server);
    expect(await read(gateway({ 3: row }, { id: '17' }))).toMatchObject({ payments: [paid] });
    await close(server);
    const empty = { originalTransactionId: 0, originalTransactionUuid: '', payment: 'twint', referenceId: '' };
    expect(await read(gateway([{ ...row, ...empty }]))).toMatchObject({ payments: [{ ...paid, reversal: null }] });
    await close(server);
    const bare = { status: 'success', data: gateway([{ ...row, invoice: [] }]).data[0] };
    expect(await read(bare)).toMatchObject({ payments: [paid] });
    await close(server);
    expect(await read(gateway(null, { invoices: null }))).toMatchObject({ payments: [] });
  });

  test.each([
    ['2026-07-20 09:36:07', '2026-07-20T09:36:07.000Z'],
    ['2026-07-20T09:36:07+02:00', '2026-07-20T07:36:07.000Z'],
    ['gestern', null],
    [null, null],
  ])('the time %j', async (time, moment) => {
    const checkout = await read(gateway([{ ...row, time }]));
    expect(checkout?.payments[0]?.at?.toISOString() ?? null).toBe(moment);
  });

  test('a row that is a test by one word of two is a test; without a word it is not known', async () => {
    expect(await read(gateway([row], {}, { test: 1 }))).toMatchObject({ payments: [{ mode: 'test' }] });
    await close(server);
    expect(await read(gateway([{ ...row, mode: null }]))).toMatchObject({ payments: [{ mode: 'unknown' }] });
  });

  test('rows that give back: either sign, and found by either name', async () => {
    const rows = [
      row,
      { ...row, id: 2, status: 'refunded', amount: -2000, originalTransactionId: 1 },
      { ...row, id: 3, status: 'refunded', amount: 1000, originalTransactionUuid: 'aa' },
      { ...row, id: 4, status: 'refunded', amount: 500, originalTransactionUuid: 'zz' },
    ];
    expect((await read(gateway(rows)))?.payments).toMatchObject([
      { id: '1', reversal: null },
      { id: '2', amount: 2000, reversal: { of: '1' } },
      { id: '3', amount: 1000, reversal: { of: '1' } },
      { id: '4', amount: 500, reversal: { of: null } },
    ]);
  });

  test('a row below nothing gives back, also where it does not say from which', async () => {
    const rows = [row, { ...row, id: 2, status: 'refunded', amount: -2000 }];
    expect((await read(gateway(rows)))?.payments).toMatchObject([
      { id: '1', amount: 5000, reversal: null },
      { id: '2', amount: 2000, reversal: { of: null } },
    ]);
  });

  test('what an invoice says of several payments counts for none of them twice', async () => {
    const rows = [
      { ...row, amount: 2000 },
      { ...row, id: 2, uuid: 'bb', amount: 3000 },
    ];
    const invoice = { originalAmount: 5000, refundedAmount: 1000 };
    expect((await read(gateway(rows, {}, invoice)))?.payments).toMatchObject([
      { amount: 2000, refunded: 0 },
      { amount: 3000, refunded: 0 },
    ]);
    await close(server);
    const declined = { ...row, id: 3, status: 'declined' };
    expect((await read(gateway([declined, row], {}, invoice)))?.payments).toMatchObject([{}, { refunded: 1000 }]);
    await close(server);
    const left = { ...row, status: 'partially-refunded', amount: 4000 };
    expect((await read(gateway([left], {}, invoice)))?.payments).toMatchObject([{ amount: 5000, refunded: 1000 }]);
  });

  test.each<[string, object]>([
    ['for another amount', { amount: 500 }],
    ['in another currency', { currency: 'EUR' }],
    ['for another gift', { referenceId: 'g2.1' }],
    ['with a link that is none', { link: 'javascript:alert(1)' }],
    ['without a number', { id: null }],
  ])('a checkout %s is not given to anybody', async (_, fields) => {
    const good = { id: 1, link: 'https://demo.payrexx.com/x', amount: 5000, currency: 'CHF', referenceId: 'g1.1' };
    const wish = aWish({ reference: 'g1.1' });
    expect(await (await answering(success(good))).openCheckout(wish)).toEqual({ id: '1', link: good.link });
    await close(server);
    const other = await answering(success({ ...good, ...fields }));
    await expect(other.openCheckout(wish)).rejects.toThrow(PaymentsUnsure);
  });

  test('a row of another shop that cannot be read hides none of ours, and a list that repeats itself ends', async () => {
    const shops = await answering(success({ id: 'x' }, { ...row, invoice: { currencyAlpha3: 'chf' } }));
    expect(await allOf(shops.listPayments('demo', new Date(), new Date()))).toMatchObject([
      { id: '1', currency: 'CHF' },
    ]);
    await close(server);
    const nonsense = await answering(success({ id: 'x' }));
    await expect(allOf(nonsense.listPayments('demo', new Date(), new Date()))).rejects.toThrow(PaymentsAway);
  });

  test('gets our secret in a header, never in an address, and from nobody twice', async () => {
    const seen: { url: string | undefined; key: unknown; line: unknown }[] = [];
    const asked = await answering(({ url, headers, socket }, response) => {
      seen.push({ url, key: headers['x-api-key'], line: socket.remotePort });
      response.writeHead(302, { location: `http://localhost:${provider.port}/v1.16/SignatureCheck/` }).end();
    });
    const elsewhere = provider.calls.length;
    for (let n = 0; n < 2; n += 1) {
      await expect(asked.readCheckout({ instance: 'demo', id: '17' }, 'job')).rejects.toThrow(PaymentsAway);
    }
    expect(seen).toMatchObject([
      { url: '/v1.16/Gateway/17/?instance=demo', key: 'hunter2' },
      { url: '/v1.16/Gateway/17/?instance=demo', key: 'hunter2' },
    ]);
    expect(new Set(seen.map(({ line }) => line)).size).toBe(2);
    expect(provider.calls.length).toBe(elsewhere);
  });
});
