/** @module-tag slow */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Payrexx } from '#sandbox/payrexx.ts';
import type { PayrexxFault } from '#sandbox/payrexx/faults.ts';
import { freePort } from '#sandbox/ports.ts';
import {
  PaymentsAway,
  PaymentsBusy,
  PaymentsRefused,
  PaymentsUnsure,
  type Payments,
} from '#server/services/payments.ts';
import { aCheckout, allOf, aProvider, aWish, paymentsAt } from '#test/payrexx.ts';

const MINUTE = 60_000;
let provider: Payrexx;
let payments: Payments;
let later = 0;
const clock = () => new Date(Date.now() + later);

beforeAll(async () => {
  provider = await aProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  later = 0;
  payments = paymentsAt(provider, { clock });
});
afterEach(() => provider.faults.clear());

const opened = () => provider.calls.filter(({ operation }) => operation === 'open');

describe('an answer that is none', () => {
  const faults: [string, PayrexxFault][] = [
    ['500', { does: 'status', status: 500 }],
    ['a page', { does: 'html' }],
    ['nothing', { does: 'empty' }],
    ['half of it', { does: 'half' }],
    ['more than anybody reads', { does: 'huge' }],
    ['one cut in the middle', { does: 'cut' }],
    ['a line that is closed', { does: 'lost' }],
    ['a way elsewhere', { does: 'redirect', to: 'http://127.0.0.1:9/' }],
  ];

  test.each(faults)('%s: a checkout may have been opened, and is not tried again', async (_, fault) => {
    provider.faults.add({ ...fault, at: 'open' });
    const before = opened().length;
    await expect(payments.openCheckout(aWish())).rejects.toThrow(PaymentsUnsure);
    await expect.poll(() => opened().length).toBe(before + 1);
  });

  test.each(faults)('%s: what is read or closed may be asked again', async (_, fault) => {
    const { place, read } = await aCheckout(payments);
    for (const at of ['read', 'close', 'list'] as const) provider.faults.add({ ...fault, at, times: 1 });
    await expect(read()).rejects.toThrow(PaymentsAway);
    await expect(payments.closeCheckout(place)).rejects.toThrow(PaymentsAway);
    await expect(allOf(payments.listPayments('demo', new Date(), new Date()))).rejects.toThrow(PaymentsAway);
    await expect(payments.closeCheckout(place)).resolves.toBeUndefined();
  });

  test('late: it is waited for', async () => {
    provider.faults.add({ does: 'delay', ms: 300, times: 1 });
    expect(await payments.openCheckout(aWish())).toMatchObject({ id: expect.any(String) });
  });

  test('never: it is left after a quarter of a minute', async () => {
    const { read } = await aCheckout(payments);
    provider.faults.add({ does: 'stall' });
    const began = performance.now();
    const [opening, reading] = await Promise.allSettled([payments.openCheckout(aWish()), read()]);
    expect([opening, reading]).toMatchObject([
      { reason: expect.any(PaymentsUnsure) },
      { reason: expect.any(PaymentsAway) },
    ]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test('nobody listens: nothing was done', async () => {
    const nobody = paymentsAt(provider, { apiUrl: `http://127.0.0.1:${await freePort()}/v1.16` });
    await expect(nobody.openCheckout(aWish())).rejects.toThrow(PaymentsAway);
    await expect(nobody.readCheckout({ instance: 'demo', id: '1' }, 'job')).rejects.toThrow(PaymentsAway);
  });
});

describe('a no', () => {
  test('to our secret', async () => {
    const wrong = paymentsAt(provider, { secrets: { demo: 'hunter2' } });
    const refusal = await wrong.openCheckout(aWish()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'PaymentsRefused', fault: 'secret' });
    expect(refusal).toBeInstanceOf(PaymentsRefused);
    expect(String(refusal)).not.toContain('hunter2');
  });

  test('to an instance whose secret nobody gave us: it is not even asked', async () => {
    const before = provider.calls.length;
    await expect(payments.openCheckout(aWish({ instance: 'bern' }))).rejects.toMatchObject({ fault: 'instance' });
    expect(provider.calls.length).toBe(before);
  });

  test('to the request: in the provider’s words, without those of the donor', async () => {
    const message =
      'The field surname (Beispiel) of beat@example.test in g0.1 (http://givelap.test/gift/1) is not valid';
    provider.faults.add({ does: 'status', status: 400, message, times: 1 });
    const refusal = await payments.openCheckout(aWish({ reference: 'g0.1' })).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ fault: 'request', message: expect.stringContaining('answered 400: The field') });
    expect(String(refusal)).not.toMatch(/Beispiel|beat@|g0|gift/);
  });

  test('to the version', async () => {
    const next = paymentsAt(provider, { apiUrl: provider.settings.PAYREXX_API_URL.replace('1.16', '1.17') });
    await expect(next.readCheckout({ instance: 'demo', id: '1' }, 'job')).rejects.toMatchObject({ fault: 'request' });
  });

  test('of an older version, which answers 200 to everything', async () => {
    const apiUrl = provider.settings.PAYREXX_API_URL.replace('1.16', '1.14');
    const { place } = await aCheckout(payments);
    expect(await paymentsAt(provider, { apiUrl }).readCheckout(place, 'job')).toMatchObject({ id: place.id });
    expect(await paymentsAt(provider, { apiUrl }).readCheckout({ ...place, id: '1' }, 'job')).toBeNull();
    const wrong = paymentsAt(provider, { apiUrl, secrets: { demo: 'hunter2' } });
    await expect(wrong.readCheckout(place, 'job')).rejects.toMatchObject({ fault: 'secret' });
  });
});

describe('the firewall', () => {
  const busyUntil = async (work: Promise<unknown>) => {
    const error = await work.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(PaymentsBusy);
    return (error as PaymentsBusy).until.getTime() - clock().getTime();
  };

  test.each([405, 403, 429] as const)('%d with a page: nobody asks before it is over', async (status) => {
    const { read, place, link } = await aCheckout(payments);
    provider.faults.add({ does: 'firewall', status, times: 1 });
    expect(await busyUntil(read())).toBeGreaterThan(59_000);
    const before = provider.calls.length;
    await busyUntil(read());
    await busyUntil(payments.readCheckout(place, 'donor'));
    await busyUntil(allOf(payments.listPayments('demo', new Date(), new Date())));
    expect(provider.calls.length).toBe(before);
    later = MINUTE + 1000;
    provider.pay(link);
    expect(await read()).toMatchObject({ status: 'confirmed' });
  });

  test('as long as it says, and longer each time when it says nothing', async () => {
    const { read } = await aCheckout(payments);
    provider.faults.add({ does: 'firewall', status: 405, retryAfter: 7, times: 1 });
    const told = await busyUntil(read());
    expect([told > 6000, told <= 7000]).toEqual([true, true]);
    later += 8000;
    provider.faults.add({ does: 'firewall', status: 403, times: 2 });
    const first = await busyUntil(read());
    later += first + 1000;
    expect(await busyUntil(read())).toBeGreaterThan(first + 30_000);
  });

  test('holds up the account that asked too often, and no other', async () => {
    const { read } = await aCheckout(payments);
    const other = await aCheckout(payments, { instance: 'thun' });
    provider.faults.add({ does: 'firewall', status: 405, times: 1 });
    await busyUntil(read());
    expect(await other.read()).toMatchObject({ status: 'waiting' });
  });

  test('is tried by whoever wants to pay; when it lets him through it is open for all', async () => {
    const { read } = await aCheckout(payments);
    provider.faults.add({ does: 'firewall', status: 405, times: 2 });
    await busyUntil(read());
    expect(await busyUntil(payments.openCheckout(aWish()))).toBeGreaterThan(0);
    await busyUntil(read());
    expect(await payments.openCheckout(aWish())).toMatchObject({ link: expect.any(String) });
    expect(await read()).toMatchObject({ status: 'waiting' });
  });

  test('never sees more than its measure: of a flood of reads a hundred leave, and the others still have theirs', async () => {
    const { place } = await aCheckout(payments);
    const before = provider.calls.length;
    const flood = await Promise.allSettled(Array.from({ length: 1000 }, () => payments.readCheckout(place, 'job')));
    const reasons = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(reasons).toHaveLength(900);
    expect(reasons.every((reason) => reason instanceof PaymentsBusy)).toBe(true);
    expect(provider.calls.length - before).toBe(100);
    expect(await payments.readCheckout(place, 'donor')).toMatchObject({ id: place.id });
    expect(await allOf(payments.listPayments('demo', new Date(0), new Date(0)))).toEqual([]);
    expect(await payments.openCheckout(aWish())).toMatchObject({ link: expect.any(String) });
    expect(await busyUntil(payments.readCheckout(place, 'job'))).toBeLessThanOrEqual(5 * MINUTE);
    later = 5 * MINUTE;
    expect(await payments.readCheckout(place, 'job')).toMatchObject({ id: place.id });
  });

  test('is spared by all instances together: who wants to pay has the room that the others leave', async () => {
    const { place } = await aCheckout(payments);
    const until = new Date(Date.now() + MINUTE);
    const asked: [string, number][] = [];
    const crowded = paymentsAt(provider, {
      together: async (account, most) => {
        asked.push([account, most]);
        return most < 400 ? until : null;
      },
    });
    await expect(crowded.readCheckout(place, 'job')).rejects.toMatchObject({ name: 'PaymentsBusy', until });
    expect(await crowded.openCheckout(aWish())).toMatchObject({ link: expect.any(String) });
    expect(asked).toEqual([
      ['demo', 350],
      ['demo', 550],
    ]);
  });
});
