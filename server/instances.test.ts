/** @module-tag slow */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { freePort } from '#sandbox/ports.ts';
import { readConfig } from '#server/config.ts';
import { payrexxShare } from '#server/limits/actions.ts';
import { startProduct, type Product } from '#server/product.ts';
import { startApp, type App } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { aPerson, aSyncedEvent, pledgeBody } from '#test/factories.ts';

/** Two instances on one database, each asked directly. */
let app: App;
let second: Product;
let vera: TestClient;
let first: TestClient;
let other: TestClient;

beforeAll(async () => {
  app = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '20/10m' } });
  const port = String(await freePort());
  second = await startProduct(readConfig({ ...app.env, PORT: port }), { log: pino({ level: 'silent' }) });
  vera = await app.signedIn('vera');
  first = app.client('de');
  other = new TestClient(second.address, 'de');
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

/** What is stored for everybody is 2 s old at most; the rest is for a busy machine to make it anew. */
const SEEN_WITHIN_MS = 2500;

test('a sync on one is seen on the other: its list at once, its pages within two seconds', async () => {
  const { event, source } = await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Bevor' })]);
  const page = `GET /participants/${event.slug}`;
  const list = `GET /api/events/${event.id}/participants`;
  const names = async () => (await other.expect<Participant[]>(200, list)).map((person) => person.last_name);
  expect(await names()).toEqual(['Bevor']);
  expect(await other.expect(200, page)).toContain('Bevor');

  source.people = [...source.people, aPerson({ Lastname: 'Nachher' })];
  await vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
  expect(await names()).toEqual(['Bevor', 'Nachher']);
  await vi.waitFor(async () => expect(await other.expect(200, page)).toContain('Nachher'), {
    timeout: SEEN_WITHIN_MS,
    interval: 25,
  });
});

test('what staff change on one is seen on the other within two seconds', async () => {
  const { event } = await aSyncedEvent(app, vera);
  const names = async () => (await other.expect<Event[]>(200, 'GET /api/events')).map(({ name }) => name);
  expect(await names()).toContain(event.name);
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { name: 'Neuer Name' } });
  await vi.waitFor(async () => expect(await names()).toContain('Neuer Name'), {
    timeout: SEEN_WITHIN_MS,
    interval: 25,
  });
});

test('a session of one is one of the other, and ended on one it is ended on both', async () => {
  const lea = await app.signedIn('lea');
  const headers = { cookie: lea.cookie };
  const me = async () => (await fetch(`${second.address}/api/auth/me`, { headers })).status;
  expect(await me()).toBe(200);
  await lea.send('GET /auth/logout');
  expect(await me()).toBe(401);
});

test('a form that is sent to both under one key is stored once', async () => {
  const { participants } = await aSyncedEvent(app, vera);
  const sending = { body: pledgeBody(participants[0] as Participant), headers: { 'idempotency-key': 'both' } };
  const answers = await Promise.all(
    [first, other, first, other].map((client) => client.send<{ id: number }>('POST /api/donations', sending)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test('what an address may send counts over both, and each mail leaves one of them', async () => {
  const { participants } = await aSyncedEvent(app, vera);
  const to = new Set<string>();
  const refused: number[] = [];
  for (let n = 0; n < 24; n += 1) {
    const body = pledgeBody(participants[0] as Participant);
    const { status } = await (n % 2 ? first : other).send('POST /api/donations', { body });
    if (status === 201) to.add(body.donor_email);
    else refused.push(status);
  }
  // Four were sent before from the same address, all or some of them as one form that came again.
  expect(to.size).toBeGreaterThanOrEqual(16);
  expect(to.size).toBeLessThan(20);
  expect(new Set(refused)).toEqual(new Set([429]));
  const copies = async () => (await app.mailbox.messages()).filter((mail) => to.has(mail.envelope.to[0] ?? ''));
  await vi.waitFor(async () => expect(new Set((await copies()).map((mail) => mail.envelope.to[0]))).toEqual(to), {
    timeout: 15_000,
    interval: 50,
  });
  expect((await copies()).length).toBe(to.size);
});

test('lists are fetched by one of them at a time', async () => {
  const { event, list } = await aSyncedEvent(app, vera);
  // Long enough for all to come while the first is waiting.
  app.timing.fault(list, { kind: 'delay', ms: 1500, times: 1 });
  const press = { headers: { cookie: vera.cookie, 'sec-fetch-site': 'same-origin' }, method: 'POST' };
  const sync = `/api/events/${event.id}/sync-participants`;
  const answers = await Promise.all([
    fetch(app.url + sync, press),
    fetch(second.address + sync, press),
    fetch(second.address + sync, press),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const ends = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { finished_at: string }).finished_at),
  );
  expect(new Set(ends).size).toBe(1);
});

test('what they ask of one payment account counts over both, for five minutes', async () => {
  let later = 0;
  const clock = () => new Date(Date.now() + later);
  const shares = [app.product.ctx, second.ctx].map(({ db }) => payrexxShare({ db, clock }));
  const ask = async (times: number) => {
    const answers: (Date | null)[] = [];
    for (let n = 0; n < times; n += 1) answers.push((await shares[n % 2]?.('demo', 10)) ?? null);
    return answers.filter((busy) => busy === null).length;
  };
  expect(await ask(12)).toBe(10);
  const busy = await shares[0]?.('demo', 10);
  expect(busy?.getTime()).toBeGreaterThan(clock().getTime());
  expect(await shares[1]?.('thun', 10)).toBeNull();
  later = 5 * 60_000 - 1000;
  expect(await ask(2)).toBe(0);
  later = 6 * 60_000;
  expect(await ask(2)).toBe(2);
});
