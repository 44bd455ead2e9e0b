/** @module-tag slow */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { GiftByHolder } from '#contract/gifts.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift, type GiftReply } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';

let app: App;
let participant: Participant;
let gift: GiftReply;

beforeAll(async () => {
  app = await startApp();
  const { participants } = await aGiftEvent(app, await app.signedIn('vera'));
  participant = participants[0] as Participant;
  gift = await anOpenGift(app, participant);
});
afterAll(() => app.stop());

interface Sent {
  body: string;
  type?: string;
  key?: string | null;
  signature?: string;
}

/** As the provider sends it, signed with the account's key. */
async function deliver({
  body,
  type = 'application/json',
  key = app.payrexx.webhookKeys.demo ?? null,
  signature,
}: Sent) {
  const signed = signature ?? (key === null ? null : createHmac('sha256', key).update(body).digest('hex'));
  const response = await fetch(`${app.url}/api/payrexx/webhook`, {
    method: 'POST',
    headers: { ...(type && { 'content-type': type }), ...(signed !== null && { 'x-webhook-signature': signed }) },
    body,
  });
  return { status: response.status, body: (await response.json()) as Problem };
}

const about = (reference: string | null, fields: object = {}) =>
  JSON.stringify({
    transaction: { id: 7, uuid: 'abc', status: 'confirmed', amount: 5000, referenceId: reference, ...fields },
  });
const kept = async () => (await app.product.ctx.db.selectFrom('notices').selectAll().orderBy('id').execute()).length;
const booked = async () => (await sql`select from payments`.execute(app.product.ctx.db)).rows.length;

describe('a notice', () => {
  test('of a checkout of ours is kept once, and books nothing by itself', async () => {
    const body = about(`${gift.id}.1`);
    for (let copy = 0; copy < 3; copy += 1) expect(await deliver({ body })).toMatchObject({ status: 200 });
    expect(await kept()).toBe(1);
    const form = 'transaction[id]=7&transaction[uuid]=abd&transaction[status]=confirmed&transaction[referenceId]=';
    const type = 'application/x-www-form-urlencoded';
    expect(await deliver({ body: `${form}${gift.id}.1`, type })).toMatchObject({ status: 200 });
    await deliver({ body: about(`${gift.id}.1`, { status: '\u0000\ud800' }) });
    expect(await kept()).toBe(3);
    await vi.waitFor(async () => {
      app.forward(11_000);
      const open = sql`select from notices where handled_at is null`;
      expect((await open.execute(app.product.ctx.db)).rows).toEqual([]);
    }, 15_000);
    expect(await booked()).toBe(0);
    const seen = await app.client().expect<GiftByHolder>(200, `GET /api/gifts/${gift.id}`);
    expect(seen.status).toBe('open');
  });

  test('that names a checkout by its number alone is one too', async () => {
    const before = await kept();
    const [checkout] = await app.product.ctx.db.selectFrom('checkouts').select('gateway_id').execute();
    await deliver({ body: about(null, { uuid: 'abe', invoice: { paymentRequestId: Number(checkout?.gateway_id) } }) });
    expect(await kept()).toBe(before + 1);
  });

  test.each<[string, (id: string) => Sent, number, string | undefined]>([
    ['without a signature', (id) => ({ body: about(`${id}.1`), key: null }), 401, 'wrong_signature'],
    ['signed by somebody else', (id) => ({ body: about(`${id}.1`), key: 'guess' }), 401, 'wrong_signature'],
    ['signed for other bytes', (id) => ({ body: about(`${id}.1`), signature: 'f'.repeat(64) }), 401, 'wrong_signature'],
    ['of another shop', () => ({ body: about('order-17') }), 200, undefined],
    ['of an attempt that never was', (id) => ({ body: about(`${id}.9`) }), 200, undefined],
    ['of what no database keeps', () => ({ body: about('Eva\u0000\ud800') }), 200, undefined],
    [
      'of a number that is none',
      () => ({ body: about(null, { invoice: { paymentRequestId: '1\u0000' } }) }),
      200,
      undefined,
    ],
    ['of nothing', () => ({ body: '{}' }), 200, undefined],
    ['that is none', () => ({ body: 'null' }), 200, undefined],
    ['that is no JSON', () => ({ body: '{"transaction"' }), 200, undefined],
    ['that is empty', () => ({ body: '' }), 200, undefined],
    ['of another type', () => ({ body: '<transaction/>', type: 'text/xml' }), 200, undefined],
    ['of no type', () => ({ body: about('order-18'), type: '' }), 200, undefined],
    [
      'with strange keys',
      () => ({ body: '{"__proto__":{"transaction":1},"transaction":{"referenceId":{}}}' }),
      200,
      undefined,
    ],
    ['of 65 kB', (id) => ({ body: about(`${id}.1`, { padding: 'x'.repeat(65_536) }) }), 413, 'too_large'],
  ])('%s is not kept', async (_what, sent, status, code) => {
    const before = await kept();
    const answer = await deliver(sent(gift.id));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await kept()).toBe(before);
  });

  test('of the button that asks whether they arrive is answered', async () => {
    const before = await kept();
    app.payrexx.sendTestNotice('demo');
    await app.payrexx.notices.settled();
    expect(app.payrexx.notices.list[0]).toMatchObject({ about: 'test', answer: 200 });
    expect(await kept()).toBe(before);
  });

  test('is answered whatever the page it seems to come from', async () => {
    const response = await fetch(`${app.url}/api/payrexx/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(((await response.json()) as Problem).code).toBe('wrong_signature');
  });
});

describe('a payment told by form', () => {
  test('counts as one told by JSON', async () => {
    app.payrexx.notices.format = 'form';
    const other = await anOpenGift(app, participant);
    app.payrexx.pay(other.link);
    app.payrexx.notices.format = 'json';
    await vi.waitFor(async () => expect(await booked()).toBe(1), 15_000);
    const seen = await app.client().expect<GiftByHolder>(200, `GET /api/gifts/${other.id}`);
    expect(seen).toMatchObject({ status: 'paid', net: '50.00' });
  });
});

test('what must hold holds, and no log names a gift', async () => {
  await expectInvariantsOverRestart(app);
  expect(app.logs.join('\n')).not.toContain(gift.id);
});
