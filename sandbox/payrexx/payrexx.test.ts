import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Payments } from '#server/services/payments.ts';
import { aCheckout, aListener, aWish, paymentsAt } from '#test/payrexx.ts';
import { startPayrexx, type Payrexx, type PayrexxOptions } from '../payrexx.ts';

let dir: string;
let listener: Awaited<ReturnType<typeof aListener>>;
let provider: Payrexx;
let payments: Payments;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'givelap-payrexx-'));
  listener = await aListener();
  await start();
});
afterEach(async () => {
  await provider.stop();
  await listener.stop();
  rmSync(dir, { recursive: true });
});

async function start(options: Partial<PayrexxOptions> = {}): Promise<void> {
  provider = await startPayrexx({ dir, webhookUrl: listener.url, ...options });
  payments = paymentsAt(provider);
}
async function restart(options: Partial<PayrexxOptions> = {}): Promise<void> {
  const { port } = provider;
  await provider.stop();
  await start({ port, ...options });
}

const send = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers });
const heard = async () => {
  await provider.notices.settled();
  return listener.heard.map(({ body }) => payments.readNotice({ body, contentType: 'json', signature: null })?.key);
};

describe('the page to pay on', () => {
  test.each([
    ['de', 'CHF 50.00 bezahlen'],
    ['en', 'Pay CHF 50.00'],
    ['fr', 'Payer CHF 50.00'],
    ['it', 'Paga CHF 50.00'],
  ] as const)('shows in %s what it is for', async (language, button) => {
    const { link, wish } = await aCheckout(payments, { language, purpose: 'Für <b>Anna</b>' });
    const answer = await fetch(link);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain(`<html lang="${language}">`);
    expect(page.replaceAll('\u00A0', ' ')).toContain(button);
    expect(page).toContain(wish.reference);
    expect(page).not.toContain('<b>Anna');
    expect(page).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' http://givelap.test");
  });

  test('leads back after each of its buttons; only one of them moves money', async () => {
    const { link, wish, read } = await aCheckout(payments);
    const press = async (button: string) => (await send(link, { do: button, method: 'visa' })).headers.get('location');
    expect(await press('decline')).toBe(wish.back.failed);
    expect(await press('cancel')).toBe(wish.back.cancelled);
    expect(await read()).toMatchObject({ status: 'waiting' });
    expect(await press('pay')).toBe(wish.back.paid);
    expect(await press('pay')).toBe(wish.back.paid);
    const rows = (await read())?.payments.map(({ status, method }) => [status, method]);
    expect(rows).toEqual([
      ['failed', 'visa'],
      ['failed', 'twint'],
      ['confirmed', 'visa'],
    ]);
    expect(await (await fetch(link)).text()).toContain('Schon bezahlt');
    provider.refund(provider.transactions.at(-1)?.id ?? 0);
    expect(await (await fetch(link)).text()).toContain('Schon bezahlt');
    expect(await read()).toMatchObject({ status: 'confirmed' });
  });

  test('is gone once it was closed, or was open for as long as it was to be', async () => {
    const { link, place } = await aCheckout(payments);
    await payments.closeCheckout(place);
    expect((await fetch(link)).status).toBe(404);
    expect((await send(link, { do: 'pay' })).status).toBe(404);
    expect((await fetch(`${provider.pageUrl}de/?payment=0`)).status).toBe(404);
    const late = await aCheckout(payments, { minutes: 30 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
    try {
      expect((await send(late.link, { do: 'pay' })).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
    expect(provider.transactions).toEqual([]);
  });
});

describe('the back office', () => {
  test('gives back a part, then no more than the rest; the bank may take it all', async () => {
    const { link, read } = await aCheckout(payments);
    const id = String(provider.pay(link).id);
    expect((await send(provider.pageUrl, { do: 'refund', id, amount: '20.00' })).headers.get('location')).toBe('/');
    const refused = await send(provider.pageUrl, { do: 'refund', id, amount: '30.05' });
    expect(refused.headers.get('location')).toBe('/?refused');
    expect(await (await fetch(`${provider.pageUrl}?refused`)).text()).toContain('more than there is');
    expect((await read())?.payments).toMatchObject([{ refunded: 2000 }, { amount: 2000, reversal: { of: id } }]);
    await send(provider.pageUrl, { do: 'chargeback', id });
    expect((await read())?.payments).toMatchObject([{ status: 'charged_back' }, {}]);
  });

  test('obeys no other site', async () => {
    const { link, read } = await aCheckout(payments);
    const id = String(provider.pay(link).id);
    const form = { do: 'chargeback', id };
    expect((await send(provider.pageUrl, form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await read()).toMatchObject({ payments: [{ status: 'confirmed' }] });
  });

  test('shows payments and notices, and sends one again', async () => {
    const { link, wish } = await aCheckout(payments);
    provider.pay(link, { mode: 'TEST' });
    await provider.notices.settled();
    const page = await (await fetch(provider.pageUrl)).text();
    expect(page).toContain(wish.reference);
    expect(page).toContain('TEST');
    expect(page).toContain('200, try 1');
    await send(provider.pageUrl, { do: 'again', id: '1' });
    await expect.poll(() => listener.heard.length).toBe(2);
  });
});

describe('a restart', () => {
  test('keeps secrets, checkouts and money, and numbers that never come twice', async () => {
    const { link, read, place, wish } = await aCheckout(payments);
    provider.pay(link);
    const { settings } = provider;
    const before = await read();
    await restart();
    expect(provider.settings).toEqual(settings);
    expect(await payments.readCheckout(place, 'job')).toEqual(before);
    expect(before).toMatchObject({ status: 'confirmed', reference: wish.reference });
    const next = await aCheckout(payments);
    expect(Number(next.id)).toBeGreaterThan(Number(before?.payments[0]?.id));
  });

  test('keeps notices that nobody heard, and tells them later', async () => {
    listener.status = 503;
    const { link } = await aCheckout(payments);
    provider.pay(link);
    expect(await heard()).toHaveLength(1);
    await restart();
    expect(provider.notices.list).toMatchObject([{ tries: 1, answer: 503, nextAt: expect.any(Number) }]);
    listener.status = 200;
    provider.notices.retry(Date.now() + 16 * 60_000);
    expect(await heard()).toHaveLength(2);
    expect(provider.notices.list).toMatchObject([{ tries: 2, answer: 200, nextAt: null }]);
  });
});

describe('notices', () => {
  test('come again until they are heard, ten times at most', async () => {
    await restart({ pauses: Array.from({ length: 9 }, () => 1) });
    listener.status = 500;
    provider.pay((await aCheckout(payments)).link);
    await expect.poll(() => listener.heard.length).toBe(10);
    await expect.poll(() => provider.notices.list[0]).toMatchObject({ tries: 10, nextAt: null });
  });

  test('come several times, late and in any order', async () => {
    const { link } = await aCheckout(payments);
    provider.notices.copies = 3;
    const { id } = provider.pay(link);
    expect(new Set(await heard()).size).toBe(1);
    expect(listener.heard).toHaveLength(3);
    provider.notices.isHolding = true;
    provider.refund(id, 1000, 'row');
    provider.turn(id, 'chargeback');
    expect(await heard()).toHaveLength(3);
    await provider.notices.send(provider.notices.held.toReversed());
    expect((await heard()).slice(3)).toEqual([
      expect.stringContaining('chargeback'),
      expect.stringContaining('partially-refunded'),
    ]);
  });
});

test('the firewall shuts out whoever asks too often', async () => {
  await restart({ callsInFiveMinutes: 2 });
  const { settings, secrets } = provider;
  const ask = () =>
    fetch(`${settings.PAYREXX_API_URL}/SignatureCheck/?instance=demo`, {
      headers: { 'x-api-key': secrets.demo ?? '' },
    });
  const answers = [];
  for (let n = 0; n < 53; n += 1) {
    const answer = await ask();
    answers.push(answer.status);
    await answer.text();
    await expect.poll(() => provider.calls.length).toBe(n + 1);
  }
  expect([...new Set(answers)]).toEqual([200, 405, 403]);
  expect(await payments.openCheckout(aWish()).catch((error: unknown) => error)).toMatchObject({ name: 'PaymentsBusy' });
});
