import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Delivery } from '#sandbox/payrexx/notices.ts';
import { book } from '#server/payments/book.ts';
import { lookAtNext } from '#server/payments/look.ts';
import type { Checkout, Payment } from '#server/services/payments.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift } from '#test/factories.ts';
import { allOf } from '#test/payrexx.ts';
import { tell } from './figures.ts';
import { expectInvariants } from './invariants.ts';

/** Every order of five notices: 5! = 120. */
const EVENTS = 5;
const COPIES = 10;
/** Long runs say more: `ORDER_ROUNDS=20`. */
const ROUNDS = Number(process.env.ORDER_ROUNDS) || 1;

let app: App;
let participant: Participant;

beforeAll(async () => {
  app = await startApp({ env: { JOBS: 'off', LIMIT_FORMS_PER_ADDRESS: '999999/1d' } });
  const { participants } = await aGiftEvent(app, await app.signedIn('vera'));
  participant = participants[0] as Participant;
});
afterAll(() => app.stop());

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, n) => orders(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));
}

interface Story {
  gift: { id: string; link: string };
  checkout: { id: number; gift_id: number; instance: string; gateway_id: string };
}

async function aStory(): Promise<Story> {
  const gift = await anOpenGift(app, participant, { donor_email: '' });
  const { db } = app.product.ctx;
  const row = await db
    .selectFrom('checkouts')
    .select(['id', 'gift_id', 'instance', 'gateway_id'])
    .where('reference', '=', `${gift.id}.1`)
    .executeTakeFirstOrThrow();
  return { gift, checkout: { ...row, gateway_id: row.gateway_id ?? '' } };
}

/** What happens at the provider: paid, partly given back, paid again, that given back, the rest taken by the bank. */
function happen(link: string): (() => void)[] {
  const { payrexx } = app;
  let first = 0;
  let second = 0;
  return [
    () => (first = payrexx.pay(link).id),
    () => payrexx.refund(first, 2000, 'original'),
    () => (second = payrexx.pay(link).id),
    () => payrexx.refund(second),
    () => payrexx.turn(first, 'chargeback'),
  ];
}

const stateOf = async (giftIds: number[]) => {
  const { rows } = await sql<{ net: number; flag: string; state: string }>`
    select distinct g.net, g.flag, (
      select json_agg(json_build_array(status_raw, amount, refunded_amount, is_reversal) order by occurred_at, p.id)
      from payments p where p.gift_id = g.id
    )::text as state
    from gifts g where g.id = any(${giftIds})`.execute(app.product.ctx.db);
  return rows;
};

const ledger = async () => {
  const [from, until] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  return [{ instance: 'demo', payments: await allOf(app.product.ctx.payments.listPayments('demo', from, until)) }];
};

/** What the provider says after each step, and when it was asked. */
async function snapshots(story: Story): Promise<{ asked: Date; seen: Checkout }[]> {
  const { payments } = app.product.ctx;
  const seen = [];
  for (const step of happen(story.gift.link)) {
    step();
    app.forward(1000);
    const place = { instance: 'demo', id: story.checkout.gateway_id };
    seen.push({ asked: app.now(), seen: (await payments.readCheckout(place, 'job')) as Checkout });
  }
  return seen;
}

/** The same rows, as another gift would have them. */
const renumbered = (payments: Payment[], n: number): Payment[] =>
  payments.map((payment) => ({
    ...payment,
    id: `${payment.id}${n}`,
    reversal: payment.reversal && { of: payment.reversal.of && `${payment.reversal.of}${n}` },
  }));

/** Each of 120 gifts hears the same answers in an order of its own; resolves with the states they end in. */
async function tellInAllOrders(askedAt: (asked: Date) => Date) {
  const first = await aStory();
  const told = await snapshots(first);
  const giftIds: number[] = [];
  for (const [n, order] of orders(told).entries()) {
    const { checkout } = await aStory();
    giftIds.push(checkout.gift_id);
    for (const { asked, seen } of order) {
      const bookings = renumbered(seen.payments, 1000 + n).map((payment) => ({ checkout, payment }));
      await book(app.product.ctx, checkout.gift_id, askedAt(asked), bookings);
    }
  }
  expect(giftIds).toHaveLength(120);
  return stateOf(giftIds);
}

test('answers that overtake each other end in one state, in all 120 orders', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Our own budget of openings is one of five minutes.
    if (round > 0) app.forward(6 * 60_000);
    expect(await tellInAllOrders((asked) => asked)).toEqual([
      { net: 0, flag: 'charged_back', state: expect.stringContaining('chargeback') },
    ]);
  }
  await expectInvariants(app.product.ctx.db);
  tell({ row: 'orders of five notices', aim: 'one state', figure: `one state of ${ROUNDS} × 120 gifts` });
});

test('who believes the last answer ends in several (control)', async () => {
  let later = 0;
  expect((await tellInAllOrders(() => new Date(app.now().getTime() + (later += 1)))).length).toBeGreaterThan(1);
});

test(`${EVENTS} notices, each ${COPIES} times, in all 120 orders: each gift is looked at once, and all end in one state`, async () => {
  const { payrexx, product } = app;
  // What the tests before opened, and nobody pays.
  await sql`update checkouts set next_look_at = null, closed_at = now() where wanted_at is null`.execute(
    product.ctx.db,
  );
  await drain();
  payrexx.notices.isHolding = true;
  const stories: Story[] = [];
  const notices: Delivery[][] = [];
  for (let n = 0; n < 120; n += 1) {
    const story = await aStory();
    payrexx.notices.held.length = 0;
    for (const step of happen(story.gift.link)) step();
    stories.push(story);
    notices.push([...payrexx.notices.held]);
  }
  payrexx.notices.isHolding = false;
  expect(notices.every((told) => told.length === EVENTS)).toBe(true);
  const all = orders([0, 1, 2, 3, 4]);
  const inOrder = notices.map((told, n) => (all[n] ?? []).map((step) => told[step] as Delivery));
  await Promise.all(
    inOrder.map(async (told) => {
      for (let copy = 0; copy < COPIES; copy += 1) await payrexx.notices.send(told);
    }),
  );
  const checkouts = stories.map(({ checkout }) => checkout.id);
  const kept = await product.ctx.db.selectFrom('notices').select('id').where('checkout_id', 'in', checkouts).execute();
  expect(kept).toHaveLength(120 * EVENTS);

  const before = payrexx.calls.length;
  await drain();
  const reads = payrexx.calls.slice(before).filter(({ operation }) => operation === 'read');
  expect(reads).toHaveLength(120);
  const states = await stateOf(stories.map(({ checkout }) => checkout.gift_id));
  expect(states).toEqual([{ net: 0, flag: 'charged_back', state: expect.any(String) }]);
  await expectInvariants(product.ctx.db, { ledger: await ledger() });
});

/** Looks wherever something points to news, five minutes at a time: so long one budget of calls lasts. */
async function drain(): Promise<void> {
  const { ctx } = app.product;
  const isWanted = async () =>
    (await sql`select from checkouts where wanted_at is not null`.execute(ctx.db)).rows.length > 0;
  while (await isWanted()) {
    while (await lookAtNext(ctx));
    app.forward(301_000);
  }
}
