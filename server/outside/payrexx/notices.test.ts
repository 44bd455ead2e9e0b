import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPayrexx, type Payrexx } from '#sandbox/payrexx.ts';
import type { Delivered, Payments } from '#server/services/payments.ts';
import { aCheckout, aListener, paymentsAt } from '#test/payrexx.ts';
import { isGenuine, readNotice } from './notices.ts';

const json = (document: unknown, fields: Partial<Delivered> = {}): Delivered => ({
  body: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
  contentType: 'application/json',
  signature: null,
  ...fields,
});

describe('what the provider tells', () => {
  let listener: Awaited<ReturnType<typeof aListener>>;
  let provider: Payrexx;
  let payments: Payments;

  beforeAll(async () => {
    listener = await aListener();
    provider = await startPayrexx({ webhookUrl: listener.url, instances: ['demo', 'thun'], pauses: [] });
    payments = paymentsAt(provider);
  });
  afterAll(async () => {
    await provider.stop();
    await listener.stop();
  });
  beforeEach(() => {
    listener.heard.length = 0;
  });

  const keys = () => new Map(Object.entries(provider.webhookKeys));
  const told = async () => {
    await provider.notices.settled();
    return listener.heard.map(readNotice);
  };

  test.each(['json', 'form'] as const)('as %s: which checkout, and one key for each state', async (format) => {
    provider.notices.format = format;
    const { link, id, wish } = await aCheckout(payments);
    const { id: row } = provider.pay(link);
    provider.refund(row, 1000, 'original');
    provider.refund(row, 500, 'original');
    provider.refund(row, 500, 'row');
    const notices = await told();
    expect(notices).toHaveLength(4);
    for (const notice of notices) expect(notice).toMatchObject({ checkoutId: id, reference: wish.reference });
    expect(new Set(notices.map((notice) => notice?.key)).size).toBe(4);
    await provider.notices.send(provider.notices.list.slice(0, 1));
    expect((await told()).at(-1)?.key).toBe(notices.at(-1)?.key);
  });

  test.each(['json', 'form'] as const)('as %s: by whose key it is signed', async (format) => {
    provider.notices.format = format;
    provider.pay((await aCheckout(payments, { instance: 'thun' })).link);
    await told();
    const [delivery] = listener.heard as [Delivered];
    expect([isGenuine(keys(), delivery), isGenuine(keys(), delivery, 'Thun')]).toEqual([true, true]);
    expect(isGenuine(keys(), delivery, 'demo')).toBe(false);
    expect(isGenuine(keys(), delivery, 'bern')).toBe(true);
    const changed = { ...delivery, body: Buffer.concat([delivery.body, Buffer.from(' ')]) };
    expect(isGenuine(keys(), changed)).toBe(false);
  });

  test.each(['json', 'form'] as const)('as %s: the button that asks whether notices arrive', async (format) => {
    provider.notices.format = format;
    provider.sendTestNotice('demo');
    const [notice] = await told();
    expect(notice).toMatchObject({ reference: null, checkoutId: null });
    expect(isGenuine(keys(), listener.heard[0] as Delivered, 'demo')).toBe(true);
  });
});

describe('a signature', () => {
  const body = { transaction: { referenceId: 'g1.1' } };
  const sign = (key: string, text = JSON.stringify(body)) => createHmac('sha256', key).update(text).digest('hex');
  const keys = new Map([
    ['demo', 'schlüssel'],
    ['thun', 'k2'],
  ]);

  test.each([
    ['none', null],
    ['empty', ''],
    ['too short', 'ab'],
    ['of another key', sign('k3')],
    ['of other words', sign('k2', '{}')],
    ['in capitals', sign('k2').toUpperCase()],
    ['of as many characters, but not of bytes', 'ä'.repeat(64)],
  ])('%s proves nothing', (_, signature) => {
    expect(isGenuine(keys, json(body, { signature }))).toBe(false);
    expect(isGenuine(new Map(), json(body, { signature }), 'demo')).toBe(true);
  });

  test('is made with the key as text', () => {
    expect(isGenuine(keys, json(body, { signature: sign('schlüssel') }), 'demo')).toBe(true);
    expect(isGenuine(keys, json(body, { signature: `${sign('k2')}\n` }), 'thun')).toBe(true);
  });
});

describe('a notice', () => {
  test.each([
    ['no JSON', json('{')],
    ['nothing', json('')],
    ['a list', json([])],
    ['about a payout', json({ payout: { uuid: 'x' } })],
    ['about a row that is none', json({ transaction: 'x' })],
    ['a form about nothing', json('a=b', { contentType: 'application/x-www-form-urlencoded' })],
    ['bytes that are no text', { ...json(''), body: Buffer.from([0xff, 0xfe, 0x00]) }],
  ])('that is %s is about no payment', (_, delivery) => {
    expect(readNotice(delivery)).toBeNull();
  });

  test.each<[object, object]>([
    [
      { referenceId: null, invoice: { referenceId: 'g1.1' } },
      { reference: 'g1.1', checkoutId: null, key: null },
    ],
    [
      { invoice: { paymentLink: { referenceId: 'g1.1' }, paymentRequestId: '17' } },
      { reference: 'g1.1', checkoutId: '17' },
    ],
    [
      { referenceId: ['g1.1'], invoice: [], uuid: {}, id: 5, status: 'confirmed' },
      { reference: null, key: '5:confirmed::' },
    ],
    [
      { referenceId: 17, __proto__: { uuid: 'x' } },
      { reference: '17', key: null },
    ],
  ])('%j is read as far as it can be', (transaction, notice) => {
    expect(readNotice(json({ transaction }))).toMatchObject(notice);
  });
});
