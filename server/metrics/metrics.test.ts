/** @module-tag slow */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { readConfig } from '#server/config.ts';
import { connect, poolState } from '#server/db/connect.ts';
import { startProduct } from '#server/product.ts';
import { startApp, type App } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { aGiftEvent, anEvent, anOpenGift, aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { writeMetrics } from './actions.ts';
import { startMeters } from './meters.ts';

const METRICS_TOKEN = 'a-token-for-the-tests';
const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };

let app: App;
let vera: TestClient;

beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN, SYNC_INTERVAL_MINUTES: '60' } });
  vera = await app.signedIn('vera');
});
afterAll(() => app.stop());

const metrics = (of: TestClient = app.client()) => of.expect<string>(200, 'GET /metrics', { headers: bearer });

/** The value of a line; undefined where it is not told. */
function valueIn(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}
const value = async (line: string) => valueIn(await metrics(), line);

describe('the door', () => {
  const refused: [string, Record<string, string>][] = [
    ['no token', {}],
    ['another token', { authorization: 'Bearer a-token-of-somebody-else' }],
    ['the beginning of it', { authorization: `Bearer ${METRICS_TOKEN.slice(0, -1)}` }],
    ['more than it', { authorization: `Bearer ${METRICS_TOKEN}x` }],
    ['no bearer', { authorization: `Basic ${btoa(`:${METRICS_TOKEN}`)}` }],
    ['nothing at all', { authorization: '' }],
    ['bytes', { authorization: 'Bearer \u00e4\u00f6' }],
  ];

  test.each(refused)('is shut to %s', async (_what, headers) => {
    const answer = await app.client().send<Problem>('GET /metrics', { headers });
    expect([answer.status, answer.body.code]).toEqual([401, 'signed_out']);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(JSON.stringify(answer.body)).not.toContain('givelap_');
  });

  test.each(['otto', 'lea', 'vera'] as const)('is shut to %s, who has another key', async (who) => {
    await (await app.signedIn(who)).expect(401, 'GET /metrics');
  });

  test('takes no token from the address, and no form', async () => {
    const stranger = app.client();
    await stranger.expect(401, `GET /metrics?token=${METRICS_TOKEN}&access_token=${METRICS_TOKEN}`);
    await stranger.expect(404, 'POST /metrics', { headers: bearer, body: {} });
  });

  test('opens to the token alone, and nobody keeps what it says', async () => {
    const answer = await app.client().send<string>('GET /metrics', { headers: bearer });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('is not there where nobody asked for it', async () => {
    const quiet = await startApp();
    try {
      const visitor = quiet.client();
      await visitor.expect(404, 'GET /metrics', { headers: bearer });
    } finally {
      await quiet.stop();
    }
  });
});

test('the text is what Prometheus reads', async () => {
  const lines = (await metrics()).trimEnd().split('\n').filter(Boolean);
  const types = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', type = ''] = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (name) expect(types.has(name)).toBe(false);
    if (name) types.set(name, type);
    expect(line).toMatch(
      /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\\\n]*",?)*\})? (-?[\d.]+(e[+-]?\d+)?|[+-]Inf|Na[Nn]))$/,
    );
  }
  expect([...types.keys()]).toEqual(
    expect.arrayContaining([
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
      'givelap_http_requests_total',
      'givelap_queue_oldest_seconds',
    ]),
  );
  expect(valueIn(lines.join('\n'), 'givelap_build_info{version="0.1.0"}')).toBe(1);
});

describe('what this process counts', () => {
  test('requests by pattern, with no path in it', async () => {
    const line = 'givelap_http_requests_total{method="GET",route="/api/events/:id/participants",status="4xx"}';
    const before = (await value(line)) ?? 0;
    await app.client().expect(404, 'GET /api/events/999999/participants');
    await app.client().expect(404, 'GET /api/events/999998/participants');
    await app.client().expect(404, 'GET /nobody-has-this-address');
    await vi.waitFor(async () => expect(await value(line)).toBe(before + 2));
    const text = await metrics();
    expect(text).toContain(
      'givelap_http_request_duration_seconds_bucket{le="0.1",method="GET",route="/api/events/:id/participants"}',
    );
    expect(text).toContain('route="unknown"');
    expect(text).not.toMatch(/\/99999[89]|nobody-has/);
  });

  test('rounds of the jobs, and connections to the database', async () => {
    await vi.waitFor(async () =>
      expect(await value('givelap_job_rounds_total{name="checkouts",outcome="done"}')).toBeGreaterThan(0),
    );
    expect(await value('givelap_database_connections{state="total"}')).toBeGreaterThan(0);
    expect(await value('givelap_database_connections{state="waiting"}')).toBe(0);
  });

  test('calls to the services behind us, by how they ended', async () => {
    const calls = (service: string, call: string, outcome: string) =>
      value(`givelap_service_calls_total{service="${service}",call="${call}",outcome="${outcome}"}`);
    const { event, list, participants } = await aGiftEvent(app, vera);
    expect(await calls('timing', 'list', 'done')).toBeGreaterThan(0);
    app.timing.fault(list, { kind: 'html', times: 1 });
    await vera.expect(502, `POST /api/events/${event.id}/sync-participants`);
    expect(await calls('timing', 'list', 'failed')).toBe(1);

    const participant = participants[0] as Participant;
    await anOpenGift(app, participant);
    expect(await calls('payments', 'open', 'done')).toBe(1);
    app.payrexx.faults.add({ does: 'firewall', status: 405, times: 1 });
    await anOpenGift(app, participant).catch(() => null);
    expect(await calls('payments', 'open', 'busy')).toBe(1);

    expect(await calls('identity', 'begin', 'done')).toBeGreaterThan(0);
    await app.identity.down(true);
    await app.client().send('GET /auth/keycloak');
    await app.identity.down(false);
    expect(await calls('identity', 'begin', 'failed')).toBe(1);
  });

  test('mails by what the other side said', async () => {
    const { participants } = await aSyncedEvent(app, vera);
    const participant = participants[0] as Participant;
    const outcome = (word: string) =>
      value(`givelap_service_calls_total{service="mail",call="deliver",outcome="${word}"}`);
    await aPledge(app, participant);
    app.mailbox.faults.add({ at: 'rcpt', does: 550, times: 1 });
    await app.client().expect(201, 'POST /api/donations', { body: pledgeBody(participant) });
    await vi.waitFor(async () => expect(await outcome('refused')).toBe(1), 5000);
    expect(await outcome('done')).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await value('givelap_queue_failed{queue="mails"}')).toBe(1), 5000);
    app.mailbox.faults.clear();
  });
});

describe('what the database says', () => {
  test('is the same on every instance, and none does the jobs of another', async () => {
    const other = await startProduct(readConfig({ ...app.env, PORT: '0', JOBS: 'off' }), { log: app.product.ctx.log });
    try {
      const texts = await Promise.all([metrics(), metrics(new TestClient(other.address))]);
      const told = texts.map((text) =>
        text.split('\n').filter((line) => /^givelap_(queue_(length|failed)|sync_failures|gifts_flagged)/.test(line)),
      );
      expect(told[0]?.length).toBeGreaterThan(8);
      expect(told[1]).toEqual(told[0]);
    } finally {
      await other.stop();
    }
  });

  test('how old lists are, of active events only', async () => {
    const { event, list } = await aSyncedEvent(app, vera);
    const never = await anEvent(app, vera, undefined, { is_active: true });
    const over = await anEvent(app, vera, undefined, { is_active: false });
    const age = (id: number) => value(`givelap_sync_age_seconds{event="${id}"}`);
    const failures = (id: number) => value(`givelap_sync_failures{event="${id}"}`);
    expect(await age(event.id)).toBeLessThan(60);
    expect(await age(never.event.id)).toBeLessThan(60);
    expect(await age(over.event.id)).toBeUndefined();
    app.timing.fault(list, { kind: 'html', times: 2 });
    await vera.expect(502, `POST /api/events/${event.id}/sync-participants`);
    await vera.expect(502, `POST /api/events/${event.id}/sync-participants`);
    expect(await failures(event.id)).toBe(2);
    await vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
    expect(await failures(event.id)).toBe(0);
    expect(await value('givelap_sync_interval_seconds')).toBe(3600);
  });

  test('what waits, and for how long', async () => {
    const idle = await startApp({ env: { METRICS_TOKEN, JOBS: 'off' } });
    try {
      const ask = async (line: string) => valueIn(await metrics(idle.client()), line);
      const admin = await idle.signedIn('vera');
      const { participants } = await aGiftEvent(idle, admin, undefined, { donation_per_unit: 'true' });
      const participant = participants[0] as Participant;
      expect(await ask('givelap_workers')).toBe(0);
      expect(await ask('givelap_queue_oldest_seconds{queue="mails"}')).toBe(0);
      await idle.client().expect(201, 'POST /api/donations', { body: pledgeBody(participant) });
      await anOpenGift(idle, participant);
      await admin.expect(200, 'POST /api/sync/manual');
      expect(await ask('givelap_queue_length{queue="checkouts",state="later"}')).toBe(1);
      idle.forward(600_000);
      for (const queue of ['mails', 'checkouts', 'syncs', 'accounts']) {
        expect([queue, await ask(`givelap_queue_length{queue="${queue}",state="due"}`)]).toEqual([queue, 1]);
        const age = await ask(`givelap_queue_oldest_seconds{queue="${queue}"}`);
        expect([queue, age]).toEqual([queue, expect.closeTo(600, -2)]);
      }
      expect(await ask('givelap_mail_waiting_seconds')).toBeGreaterThanOrEqual(600);
      expect(await ask('givelap_payments_unread_seconds')).toBeGreaterThanOrEqual(600);
    } finally {
      await idle.stop();
    }
  });

  test('is left out while it is away; the process itself goes on telling', async () => {
    const { ctx } = app.product;
    expect(valueIn(await metrics(), 'givelap_database_up')).toBe(1);
    const db = connect('postgres://givelap:x@127.0.0.1:9/givelap', ctx.log);
    const text = await writeMetrics(
      { ...ctx, db },
      startMeters('0.1.0', () => poolState(db)),
    );
    expect(valueIn(text, 'givelap_database_up')).toBe(0);
    expect(text).not.toContain('givelap_queue');
    expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    await db.destroy();
  });
});

test('nobody’s name, address or token is in it, nor any of ours', async () => {
  const { participants } = await aSyncedEvent(app, vera);
  const { token, body } = await aPledge(app, participants[0] as Participant);
  await app.client().send(`GET /donation/confirm/${token}`);
  await app.client().send(`POST /api/donations/confirm/${token}`);
  const gift = await anOpenGift(app, (await aGiftEvent(app, vera)).participants[0] as Participant);
  await app.client().send(`GET /gift/${gift.id}`);
  const text = await metrics();
  expect(text).toContain('route="/donation/confirm/:token"');
  for (const secret of [
    token,
    gift.id,
    body.donor_email,
    body.donor_name,
    METRICS_TOKEN,
    ...Object.values(app.payrexx.secrets),
  ])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/@|http:|huber|luchsinger/i);
  const { rows } = await sql<{ address: string }>`select timing_address as address from events`.execute(
    app.product.ctx.db,
  );
  for (const { address } of rows) expect(text).not.toContain(address);
});
