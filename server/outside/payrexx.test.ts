import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Payrexx } from '#sandbox/payrexx.ts';
import { freePort } from '#sandbox/ports.ts';
import type { Payments } from '#server/services/payments.ts';
import { aCheckout, allOf, aProvider, paymentsAt } from '#test/payrexx.ts';

const MINUTE = 60_000;
let provider: Payrexx;
let payments: Payments;

beforeAll(async () => {
  provider = await aProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  payments = paymentsAt(provider);
});
afterEach(() => provider.faults.clear());

describe('a checkout', () => {
  test('is opened with everything the donor sees, and nothing twice', async () => {
    const { link, id, wish } = await aCheckout(payments);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/de\/\?payment=[0-9a-f]{32}$/);
    expect(provider.gateways.at(-1)).toMatchObject({
      id: Number(id),
      instance: 'demo',
      wish: {
        amount: 5000,
        currency: 'CHF',
        referenceId: wish.reference,
        purpose: wish.purpose,
        language: 'de',
        validity: 1440,
        skipResultPage: true,
        fields: {
          forename: { value: 'Beat von' },
          surname: { value: 'Beispiel' },
          email: { value: 'beat@example.test' },
        },
        successRedirectUrl: 'http://givelap.test/gift/1',
        failedRedirectUrl: 'http://givelap.test/f',
        cancelRedirectUrl: 'http://givelap.test/c',
      },
    });
  });

  test('of somebody who says neither name nor address names nobody', async () => {
    await aCheckout(payments, { donor: { name: null, email: null } });
    expect(provider.gateways.at(-1)?.wish.fields).toEqual({});
    await aCheckout(payments, { donor: { name: 'Beat', email: null } });
    expect(provider.gateways.at(-1)?.wish.fields).toEqual({ surname: { value: 'Beat' } });
  });

  test('waits, is paid, and says how', async () => {
    const { read, link, id, wish } = await aCheckout(payments);
    expect(await read()).toEqual({
      id,
      reference: wish.reference,
      status: 'waiting',
      statusRaw: 'waiting',
      payments: [],
    });
    const { id: row } = provider.pay(link);
    expect(await read()).toMatchObject({
      status: 'confirmed',
      payments: [
        {
          id: String(row),
          checkoutId: id,
          reference: wish.reference,
          status: 'confirmed',
          statusRaw: 'confirmed',
          mode: 'live',
          currency: 'CHF',
          amount: 5000,
          refunded: 0,
          reversal: null,
          method: 'twint',
          at: expect.any(Date),
        },
      ],
    });
    const at = (await read())?.payments[0]?.at?.getTime() ?? 0;
    expect(Math.abs(at - Date.now())).toBeLessThan(MINUTE);
  });

  test('an instance is the same in capitals', async () => {
    const { place, link } = await aCheckout(payments, { instance: 'DEMO' });
    provider.pay(link);
    expect(await payments.readCheckout({ ...place, instance: 'Demo' }, 'donor')).toMatchObject({ status: 'confirmed' });
    expect([payments.knows('Demo'), payments.knows('bern')]).toEqual([true, false]);
  });

  test('that is closed is gone, and may be closed again', async () => {
    const { place, read } = await aCheckout(payments);
    await payments.closeCheckout(place);
    expect(await read()).toBeNull();
    await expect(payments.closeCheckout(place)).resolves.toBeUndefined();
  });

  test('that was paid while it was closed is found in the list, with its reference', async () => {
    const { place, link, wish } = await aCheckout(payments);
    await payments.closeCheckout(place);
    provider.pay(link);
    const rows = await allOf(payments.listPayments('demo', new Date(Date.now() - MINUTE), new Date()));
    expect(rows).toContainEqual(expect.objectContaining({ reference: wish.reference, amount: 5000 }));
  });

  test.each([
    [{ currency: 'EUR' }, { currency: 'EUR', mode: 'live', status: 'confirmed' }],
    [{ mode: 'TEST' as const }, { currency: 'CHF', mode: 'test', status: 'confirmed' }],
    [{ status: 'settled-somehow' }, { status: 'unknown', statusRaw: 'settled-somehow' }],
    [{ status: 'declined' }, { status: 'failed', statusRaw: 'declined' }],
    [{ status: 'authorized' }, { status: 'waiting', statusRaw: 'authorized' }],
    [{ amount: 4000 }, { status: 'confirmed', amount: 4000 }],
  ])('paid with %o is told as it is', async (paying, told) => {
    const { read, link } = await aCheckout(payments);
    provider.pay(link, paying);
    expect(await read()).toMatchObject({ payments: [told] });
  });

  test.each([
    ['row', { status: 'confirmed', amount: 5000, refunded: 0 }, [{ amount: 2000, status: 'partly_refunded' }]],
    ['original', { status: 'partly_refunded', amount: 5000, refunded: 2000 }, []],
    [
      'both',
      { status: 'partly_refunded', amount: 5000, refunded: 2000 },
      [{ amount: 2000, status: 'partly_refunded', refunded: 0 }],
    ],
  ] as const)('a part given back, shown as %s', async (shown, original, reversals) => {
    const { read, link } = await aCheckout(payments);
    const { id } = provider.pay(link);
    provider.refund(id, 2000, shown);
    const rows = (await read())?.payments ?? [];
    expect(rows).toMatchObject([
      { ...original, id: String(id), reversal: null },
      ...reversals.map((one) => ({ ...one, reversal: { of: String(id) } })),
    ]);
  });

  test('taken back by the bank, or disputed', async () => {
    const { read, link } = await aCheckout(payments);
    const { id } = provider.pay(link);
    provider.turn(id, 'disputed');
    expect(await read()).toMatchObject({ payments: [{ status: 'disputed', amount: 5000 }] });
    provider.turn(id, 'chargeback');
    expect(await read()).toMatchObject({ payments: [{ status: 'charged_back', amount: 5000 }] });
  });
});

describe('the list of payments', () => {
  test('goes through all pages, oldest first, and only through its span of time', async () => {
    const from = new Date();
    const { link, wish } = await aCheckout(payments, { instance: 'thun' });
    for (let n = 0; n < 230; n += 1) provider.pay(link, { amount: 100 + n });
    await aCheckout(payments).then((other) => provider.pay(other.link));
    const pages: number[] = [];
    const amounts: number[] = [];
    for await (const page of payments.listPayments('thun', from, new Date())) {
      pages.push(page.length);
      amounts.push(...page.map(({ amount }) => amount));
      expect(page[0]).toMatchObject({ checkoutId: null, reference: wish.reference, currency: 'CHF', mode: 'live' });
    }
    expect(pages).toEqual([100, 100, 30]);
    expect(amounts).toEqual(Array.from({ length: 230 }, (_, n) => 100 + n));
    expect(await allOf(payments.listPayments('thun', new Date(0), new Date(from.getTime() - 2000)))).toEqual([]);
  });
});

describe('how the instances are', () => {
  test('each for itself, and why not', async () => {
    const mixed = paymentsAt(provider, { secrets: { ...provider.secrets, thun: 'hunter2' } });
    expect(await mixed.answers()).toMatchObject([
      { instance: 'demo', state: 'well' },
      { instance: 'thun', state: 'refused' },
    ]);
    provider.faults.add({ does: 'firewall', status: 405, at: 'check', times: 1 });
    expect(await paymentsAt(provider, { secrets: { demo: provider.secrets.demo ?? '' } }).answers()).toMatchObject([
      { instance: 'demo', state: 'busy' },
    ]);
    const nobody = paymentsAt(provider, { apiUrl: `http://127.0.0.1:${await freePort()}/v1.16` });
    expect(await nobody.answers()).toMatchObject([{ state: 'away' }, { state: 'away' }]);
  });

  test('is asked once for all who want to know', async () => {
    const checks = () => provider.calls.filter(({ operation }) => operation === 'check').length;
    const before = checks();
    const [first] = await Promise.all([payments.answers(), payments.answers()]);
    expect(await payments.answers()).toEqual(first);
    expect(checks() - before).toBe(2);
  });
});
