import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { readConfig } from '#server/config.ts';
import { startProduct } from '#server/product.ts';
import { PaymentsBusy } from '#server/services/payments.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift, giftBody, type GiftReply } from '#test/factories.ts';
import { allOf } from '#test/payrexx.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { chanceOf, seed } from './chance.ts';
import { tell } from './figures.ts';
import { expectInvariants } from './invariants.ts';
import { Mortal } from './mortal.ts';
import { expectInvariantsOverRestart } from './verdict.ts';

/** Long runs say more: `LOST_ANSWERS=1000 FORGED_NOTICES=10000 GIFT_KILLS=100`. */
const LOST = Number(process.env.LOST_ANSWERS) || 60;
const FORGED = Number(process.env.FORGED_NOTICES) || 300;
const KILLS = Number(process.env.GIFT_KILLS) || 8;
const PEOPLE = 12;

const patiently = { timeout: 60_000, interval: 50 };
const spacious = { LIMIT_FORMS_PER_ADDRESS: '999999/1d' };

beforeAll(() => console.log(`SEED=${seed} repeats this run`));

interface Given {
  key: string;
  id: string;
  link: string;
}

/** One form, sent under one key until it is answered with a link. */
async function giveUntilAnswered(url: string, key: string, body: object, given: Given[], pause: () => number) {
  for (;;) {
    try {
      const response = await fetch(`${url}/api/gifts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      });
      const answer = (await response.json()) as GiftReply;
      if (response.ok) return void given.push({ key, ...answer });
      if (![502, 503].includes(response.status)) throw new Refused(`${response.status} ${JSON.stringify(answer)}`);
    } catch (error) {
      // Nobody is there, or was when the answer should have come.
      if (error instanceof Refused) throw error;
    }
    await sleep(pause());
  }
}
class Refused extends Error {}

const payments = async ({ product }: App) => {
  const [from, until] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
  return allOf(product.ctx.payments.listPayments('demo', from, until));
};
const sumOf = async (db: Database) =>
  (await sql<{ sum: number }>`select coalesce(sum(net), 0)::int as sum from gifts`.execute(db)).rows[0]?.sum;

describe('with the product in this process', () => {
  let app: App;
  let participant: Participant;
  afterEach(() => app.stop());

  async function begin(env: Record<string, string> = {}): Promise<void> {
    app = await startApp({ env: { ...spacious, ...env } });
    const { participants } = await aGiftEvent(app, await app.signedIn('vera'));
    participant = participants[0] as Participant;
  }

  test(`${LOST} lost answers: never two links out for one gift, and no payment lost`, async () => {
    await begin();
    const chance = chanceOf(1);
    const given: Given[] = [];
    const ways = ['lost', 'cut', 'half', 'html', 'empty'] as const;
    for (let lost = 0, form = 0; lost < LOST; form += 1) {
      const times = chance.whole(1, 3);
      for (let n = 0; n < times; n += 1) app.payrexx.faults.add({ at: 'open', does: chance.pick(ways), times: 1 });
      lost += times;
      // Our own budget of openings is one of five minutes.
      app.forward(60_000);
      const body = giftBody(participant, { donor_email: '' });
      const presses = chance.oneIn(3) ? 2 : 1;
      await Promise.all(
        Array.from({ length: presses }, () => giveUntilAnswered(app.url, `lost-${form}`, body, given, () => 10)),
      );
      app.payrexx.faults.clear();
    }
    const links = new Map(given.map(({ id, link }) => [id, link]));
    for (const link of links.values()) app.payrexx.pay(link);
    // Some were never given to anybody, and are paid all the same.
    const out = new Set(links.values());
    const unseen = app.payrexx.gateways.filter((gateway) => !out.has(app.payrexx.linkOf(gateway)));
    expect(unseen.length).toBeGreaterThan(LOST / 3);
    for (const gateway of unseen.slice(0, 5)) app.payrexx.pay(app.payrexx.linkOf(gateway));
    const total = 5000 * (links.size + 5);
    app.forward(6 * 60_000);
    await vi.waitFor(async () => {
      app.forward(5 * 60_000);
      expect(await sumOf(app.product.ctx.db)).toBe(total);
    }, patiently);
    const ledger = [{ instance: 'demo', payments: await payments(app) }];
    await expectInvariants(app.product.ctx.db, { given, ledger });
    await expectInvariantsOverRestart(app, { given, ledger });
    tell({
      row: 'lost answers',
      aim: 'one link out for each gift, no payment lost',
      figure: `${links.size} gifts, ${unseen.length} checkouts whose answer was lost, 5 of them paid: CHF ${total / 100} booked`,
    });
  });

  test(`${FORGED} forged notices: unsigned ones are refused, and nothing is booked or asked`, async () => {
    await begin();
    const gift = await anOpenGift(app, participant);
    const reads = () => app.payrexx.calls.filter(({ operation }) => operation === 'read').length;
    const since = performance.now();
    const statuses = new Map<number, number>();
    for (let n = 0; n < FORGED; n += 1) {
      const status = await forge(app, n, `${gift.id}.1`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[401, FORGED]]);
    expect(await app.product.ctx.db.selectFrom('notices').select('id').execute()).toEqual([]);
    // Its own looks are half a minute apart at least.
    expect(reads()).toBeLessThanOrEqual(Math.floor((performance.now() - since) / 30_000));
    tell({
      row: 'forged notices, with a key',
      aim: '0 booked, 0 calls for them',
      figure: `${FORGED}: 0 booked, 0 calls`,
    });
  });

  test(`${FORGED} forged notices where no key is configured: 0 booked, and calls stay within their budget`, async () => {
    await begin({ PAYREXX_WEBHOOK_KEYS: '' });
    const gifts: GiftReply[] = [];
    for (let n = 0; n < 30; n += 1) gifts.push(await anOpenGift(app, participant, { donor_email: '' }));
    const [honest] = gifts as [GiftReply];
    const began = app.payrexx.calls.length;
    const since = performance.now();
    const forgeAll = async (from: number, until: number) => {
      for (let n = from; n < until; n += 1) await forge(app, n, `${gifts[n % gifts.length]?.id}.1`);
    };
    await forgeAll(0, FORGED / 2);
    await looked(app);
    app.forward(11_000);
    await forgeAll(FORGED / 2, FORGED);
    await looked(app);
    const reads = app.payrexx.calls.slice(began).filter(({ operation }) => operation === 'read').length;
    expect(reads).toBeGreaterThanOrEqual(gifts.length);
    // At most once per checkout and ten seconds, eleven of which were skipped, and a hundred in five minutes.
    const windows = 3 + Math.floor((performance.now() - since) / 10_000);
    expect(reads).toBeLessThanOrEqual(Math.min(100, windows * gifts.length));
    expect(await sumOf(app.product.ctx.db)).toBe(0);
    const { rows } = await sql<{ n: number }>`
      select max(n)::int as n from (select count(*) as n from notices group by checkout_id) kept`.execute(
      app.product.ctx.db,
    );
    expect(rows[0]?.n).toBeLessThanOrEqual(50);
    // Somebody pays in the middle of it: the flood does not keep it from us.
    app.payrexx.pay(honest.link);
    app.forward(6 * 60_000);
    await vi.waitFor(async () => expect(await sumOf(app.product.ctx.db)).toBe(5000), patiently);
    await expectInvariants(app.product.ctx.db, { ledger: [{ instance: 'demo', payments: await payments(app) }] });
    tell({
      row: 'forged notices, no key',
      aim: '0 booked, at most 100 calls of the provider',
      figure: `${FORGED} about 30 checkouts: 0 booked, ${reads} calls`,
    });
  });

  test('donors who look more often than they may keep no payment from us', async () => {
    await begin();
    const [payer, asker] = [await anOpenGift(app, participant), await anOpenGift(app, participant)];
    const { db, payments: provider } = app.product.ctx;
    const lists = () => app.payrexx.calls.filter(({ operation }) => operation === 'list');
    await vi.waitFor(() => expect(lists()).not.toHaveLength(0), patiently);
    const checkouts = db.selectFrom('checkouts').select(['instance', 'gateway_id as id']);
    const place = (await checkouts.executeTakeFirstOrThrow()) as { instance: string; id: string };
    await expect(
      (async () => {
        for (;;) await provider.readCheckout(place, 'donor');
      })(),
    ).rejects.toThrow(PaymentsBusy);
    app.payrexx.notices.isHolding = true;
    app.payrexx.pay(payer.link);
    app.forward(3000);
    expect(await app.client().expect(200, `GET /api/gifts/${asker.id}`)).toMatchObject({ status: 'open' });
    // The first look of its own, long before the next list.
    app.forward(40_000);
    await vi.waitFor(async () => expect(await sumOf(db)).toBe(5000), patiently);
    expect(lists()).toHaveLength(1);
  });

  test('what no notice told is found within ten minutes, also once its checkout is closed', async () => {
    await begin();
    app.payrexx.notices.isHolding = true;
    const gifts: GiftReply[] = [];
    for (let n = 0; n < 5; n += 1) gifts.push(await anOpenGift(app, participant, { donor_email: '' }));
    const [late, ...others] = gifts as [GiftReply, ...GiftReply[]];
    for (const { link } of others) app.payrexx.pay(link);
    app.forward(10 * 60_000);
    await vi.waitFor(async () => expect(await sumOf(app.product.ctx.db)).toBe(4 * 5000), patiently);
    // The fifth is paid at the moment when it is closed.
    app.forward(25 * 3_600_000);
    const visitor = app.client();
    await vi.waitFor(
      async () => expect(await visitor.expect(200, `GET /api/gifts/${late.id}`)).toMatchObject({ status: 'failed' }),
      patiently,
    );
    app.payrexx.pay(late.link);
    app.forward(10 * 60_000);
    await vi.waitFor(async () => expect(await sumOf(app.product.ctx.db)).toBe(5 * 5000), patiently);
    expect(await visitor.expect(200, `GET /api/gifts/${late.id}`)).toMatchObject({ status: 'paid' });
    await expectInvariantsOverRestart(app, { ledger: [{ instance: 'demo', payments: await payments(app) }] });
  });

  test('while the provider is away, slow or shut, gifts wait, and all are found when it is back', async () => {
    await begin();
    const gifts: GiftReply[] = [];
    for (let n = 0; n < 6; n += 1) gifts.push(await anOpenGift(app, participant, { donor_email: '' }));
    app.payrexx.notices.isHolding = true;
    for (const fault of ['lost', 'html', 'half', 'cut'] as const) app.payrexx.faults.add({ does: fault, times: 6 });
    app.payrexx.faults.add({ does: 'status', status: 500, times: 6 });
    app.payrexx.faults.add({ does: 'firewall', status: 403, times: 2 });
    for (const { link } of gifts) app.payrexx.pay(link);
    const visitor = app.client();
    for (const { id } of gifts) {
      expect(await visitor.expect(200, `GET /api/gifts/${id}`)).toMatchObject({ status: 'open' });
    }
    app.payrexx.faults.clear();
    app.forward(11 * 60_000);
    await vi.waitFor(async () => expect(await sumOf(app.product.ctx.db)).toBe(6 * 5000), patiently);
    await expectInvariantsOverRestart(app, { ledger: [{ instance: 'demo', payments: await payments(app) }] });
  });

  test('npm run reconcile says that the ledgers agree, and names what does not', async () => {
    await begin();
    const gift = await anOpenGift(app, participant, { donor_email: '' });
    app.payrexx.pay(gift.link);
    await vi.waitFor(async () => expect(await sumOf(app.product.ctx.db)).toBe(5000), patiently);
    // It leaves alone what moved within the last ten minutes.
    const ago = new Date(Date.now() - 3_600_000);
    const { db } = app.product.ctx;
    for (const one of app.payrexx.transactions) Object.assign(one, { at: ago.getTime() });
    await db.updateTable('payments').set({ occurred_at: ago }).execute();
    expect(await reconcile(app)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^demo: 1 payments of CHF.50\.00 in 30 days, 0 differences\n$/),
    });
    await sql`update payments set amount = 4900`.execute(db);
    expect(await reconcile(app)).toMatchObject({ code: 1, out: expect.stringMatching(/we have CHF 49\.00 live/) });
    app.payrexx.faults.add({ does: 'status', status: 500 });
    expect(await reconcile(app)).toMatchObject({ code: 2, err: expect.stringContaining('did not answer') });
  });
});

/** Every look that notices ask for by now is done, and what it found is written down. */
async function looked(app: App): Promise<void> {
  const waiting = () =>
    sql`select from checkouts c where next_look_at <= ${app.now()} or wanted_at is null
      and exists (select from notices n where n.checkout_id = c.id and n.handled_at is null)`.execute(
      app.product.ctx.db,
    );
  await vi.waitFor(async () => expect((await waiting()).rows).toEqual([]), patiently);
}

/** As the provider writes it, but for the signature. */
async function forge(app: App, n: number, reference: string): Promise<number> {
  const body = JSON.stringify({
    transaction: {
      id: 900_000 + n,
      uuid: `f${n}`,
      status: 'confirmed',
      amount: 5000,
      mode: 'LIVE',
      referenceId: reference,
    },
  });
  const response = await fetch(`${app.url}/api/payrexx/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-signature': 'f'.repeat(64) },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

async function reconcile({ env }: Surroundings) {
  const program = fileURLToPath(new URL('../../server/reconcile.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as unknown, out, err };
}

describe('killed', () => {
  let surroundings: Surroundings;
  let db: Database;
  afterEach(async () => {
    await db.destroy();
    await surroundings.stop();
  });

  test(`${KILLS} times while ${PEOPLE} people give, it gives each of them one link and loses no payment`, async () => {
    surroundings = await startSurroundings(spacious);
    const log = pino({ level: 'silent' });
    db = connect(surroundings.databaseUrl, log);
    const product = await startProduct(readConfig(surroundings.env), { log });
    const { participants } = await aGiftEvent(surroundings, await surroundings.signedIn('vera'));
    await product.stop();
    const participant = participants[0] as Participant;

    // Slow enough that most kills hit between asking and keeping the answer.
    surroundings.payrexx.faults.add({ at: 'open', does: 'delay', ms: 200 });
    const given: Given[] = [];
    let leaving = false;
    const people = Array.from({ length: PEOPLE }, async (_, person) => {
      const chance = chanceOf(person);
      for (let n = 0; !leaving; n += 1) {
        const body = giftBody(participant, { donor_email: '' });
        await giveUntilAnswered(surroundings.url, `form-${person}-${n}`, body, given, () => chance.whole(30, 150));
        // Our budget lets 500 through in five minutes.
        await sleep(chance.whole(500, 1500));
      }
    });
    const mortal = new Mortal(surroundings);
    const chance = chanceOf(-1);
    for (let kills = 0; kills < KILLS; kills += 1) {
      mortal.launch();
      await mortal.ready();
      await sleep(chance.whole(100, 900));
      await mortal.kill();
    }
    mortal.launch();
    await mortal.ready();
    leaving = true;
    await Promise.all(people);
    surroundings.payrexx.faults.clear();
    const links = new Map(given.map(({ id, link }) => [id, link]));
    for (const link of links.values()) surroundings.payrexx.pay(link);
    // A hundred looks in five minutes.
    const timeout = 90_000 + Math.floor(links.size / 100) * 300_000;
    await vi.waitFor(async () => expect(await sumOf(db)).toBe(links.size * 5000), { timeout, interval: 250 });
    await mortal.kill();
    const opened = surroundings.payrexx.gateways.length;
    await expectInvariants(db, { given, logs: mortal.logs });
    tell({
      row: 'killed while giving',
      aim: 'every accepted gift is there once',
      figure: `${KILLS} kills, ${links.size} gifts, ${opened - links.size} checkouts whose answer was lost`,
    });
    expect(opened).toBeGreaterThan(links.size);
  });
});
