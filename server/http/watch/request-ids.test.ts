/** @module-tag slow */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let made: Awaited<ReturnType<typeof aSyncedEvent>>;
let event: Event;
let participant: Participant;

beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: 'loopback' } });
  vera = await app.signedIn('vera');
  made = await aSyncedEvent(app, vera);
  ({ event } = made);
  participant = made.participants[0] as Participant;
});
afterAll(() => app.stop());

const OURS = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const behind = { 'x-forwarded-for': '203.0.113.7' };
const numberOf = async (path: string, headers: Record<string, string> = {}, of = app) =>
  (await fetch(of.url + path, { headers })).headers.get('x-request-id');

interface Line extends Record<string, unknown> {
  msg: string;
  request?: string;
  job?: string;
  round?: string;
}
const lines = (of = app) => of.logs.map((line) => JSON.parse(line) as Line);

describe('the number of a request', () => {
  test.each(['/', '/nope', '/api/events', '/api/nope', '/healthz', '/api/%zz'])('is told at %s', async (path) => {
    const [first, second] = [await numberOf(path), await numberOf(path)];
    expect(first).toMatch(OURS);
    expect(second).toMatch(OURS);
    expect(first).not.toBe(second);
  });

  test.each(['/', '/api/nope', '/participants'])('is that of a proxy we believe, at %s', async (path) => {
    const given = '0af7651916cd43dd8448eb211c80319c';
    expect(await numberOf(path, { ...behind, 'x-request-id': given })).toBe(given);
  });

  test.each(['short', 'x'.repeat(65), 'anna@example.test', 'two words', 'a"b,c:d{e}f', ''])(
    'is never what no program makes: %s',
    async (given) => {
      expect(await numberOf('/', { ...behind, 'x-request-id': given })).toMatch(OURS);
    },
  );

  test('is nobody else’s to choose', async () => {
    const given = 'chosen-by-a-stranger';
    // Nobody stands between.
    expect(await numberOf('/', { 'x-request-id': given })).toMatch(OURS);
    const alone = await startApp();
    try {
      expect(await numberOf('/', { ...behind, 'x-request-id': given }, alone)).toMatch(OURS);
    } finally {
      await alone.stop();
    }
  });
});

describe('each line of the log names what was under way', () => {
  test('a request, from its form to what an adapter says, also when it came with a body', async () => {
    app.timing.fault(made.list, { kind: 'html', times: 1 });
    const headers = { ...behind, 'x-request-id': 'request-of-the-sync' };
    await vera.expect(502, `POST /api/events/${event.id}/sync-participants`, { headers, body: {} });
    const told = lines().filter(({ request }) => request === 'request-of-the-sync');
    expect(told.map(({ msg }) => msg)).toContain('timing failed');
  });

  test('two at once are told apart, whatever they wait for', async () => {
    const numbers = Array.from({ length: 8 }, (_, n) => `request-number-${n}`);
    const sent = await Promise.all(
      numbers.map(async (number, n) => {
        const headers = { ...behind, 'x-request-id': number };
        const body = pledgeBody(participant, { donor_name: 'Nora Kern', donor_email: `nora${n}@example.test` });
        const { id } = await app.client().expect<{ id: number }>(201, 'POST /api/donations', { headers, body });
        return { number, id };
      }),
    );
    const pledged = lines().filter(({ msg }) => msg === 'pledged');
    for (const { number, id } of sent)
      expect(pledged).toContainEqual(expect.objectContaining({ request: number, pledge: id }));
  });

  test('a failure of ours', async () => {
    const broken = await startApp();
    try {
      await sql`alter table events rename to lost`.execute(broken.product.ctx.db);
      const number = await numberOf('/api/events', {}, broken);
      const told = lines(broken).filter(({ msg }) => msg === 'request failed');
      expect(told).toMatchObject([{ request: number, route: 'GET /api/events' }]);
    } finally {
      await broken.stop();
    }
  });
});

test('a slow request names itself', async () => {
  const { db } = app.product.ctx;
  const slow = await db.transaction().execute(async (tx) => {
    await sql`lock table participants`.execute(tx);
    const waiting = numberOf(`/api/events/${event.id}/participants?q=anna`);
    await sql`select pg_sleep(1.1)`.execute(tx);
    return { waiting };
  });
  const number = await slow.waiting;
  const line = { msg: 'slow request', request: number, route: 'GET /api/events/:id/participants' };
  await vi.waitFor(() => expect(lines()).toContainEqual(expect.objectContaining(line)));
});

test('a pledge is followed from its form to its mail', async () => {
  const { id } = await aPledge(app, participant);
  await vi.waitFor(() => {
    const told = lines().filter(({ pledge }) => pledge === id);
    expect(told).toMatchObject([
      { msg: 'pledged', request: expect.stringMatching(OURS) },
      {
        msg: 'mail sent',
        kind: 'pledge-request',
        job: 'mails',
        round: expect.stringMatching(/^[0-9a-f]{8}$/),
        tries: 1,
      },
    ]);
    expect(told[1]).not.toHaveProperty('request');
  }, 5000);
  expect(app.logs.join('\n')).not.toMatch(/@example\.test|Kern/);
});
