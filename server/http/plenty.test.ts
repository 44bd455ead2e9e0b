/** @module-tag slow */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { paths } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import type { Route } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { pledgeBody, type PledgeReply } from '#test/factories.ts';
import { plenty } from '#test/plenty.ts';
import { pageRoutes } from './page-data.ts';

/** One of the many who run in the seventh event. */
const PARTICIPANT = 2500;
const EVENT = 7;
const keys = { token: '', receipt: '' };

/** What visitors ask for: each costs a few statements, whatever there is. `{token}` and `{receipt}` of a pledge. */
const asked: [line: string, most: number][] = [
  [`GET ${paths.home}`, 2],
  [`GET ${paths.participants}`, 1],
  [`GET ${paths.participants}?eventId=${EVENT}`, 4],
  [`GET ${paths.event('lauf-7')}`, 4],
  [`GET ${paths.event('lauf-7')}?page=150`, 4],
  [`GET ${paths.event('lauf-7')}?q=ozturk%202`, 4],
  [`GET ${paths.event('lauf-7')}?sort=-gifts`, 4],
  [`GET ${paths.give(PARTICIPANT)}`, 4],
  [`GET ${paths.card(PARTICIPANT)}`, 4],
  [`GET ${paths.pledgeSent('{receipt}')}`, 5],
  [`GET ${paths.pledgeResult('confirm', '{token}')}`, 5],
  [`GET ${paths.pledgeResult('cancel', '{token}')}`, 5],
  [`GET ${paths.apiDocs}`, 0],
  [`GET ${paths.legal('privacy')}`, 0],
  ['GET /api/events', 1],
  ['GET /api/events?q=lauf&sort=-name&limit=50', 2],
  [`GET /api/events/${EVENT}/participants`, 3],
  [`GET /api/events/${EVENT}/participants?limit=50&offset=2000`, 3],
  [`GET /api/participants/${PARTICIPANT}`, 1],
  [`GET /api/donations/totals/${EVENT}`, 2],
  [`GET /api/donations/totals/${EVENT}?limit=50&offset=1000`, 3],
  [`GET /api/donations/event/${EVENT}`, 2],
  [`GET /api/payrexx/total-donations/${EVENT}`, 2],
  [`GET /api/payrexx/donation-amounts/${EVENT}`, 2],
  [`GET /api/payrexx/donation-amounts/${EVENT}?limit=50&offset=1000`, 3],
  ['GET /api/donations/by-token/{token}', 5],
  // Begin, link, move, event, participant, donor, mail, totals with history, commit.
  ['POST /api/donations/confirm/{token}', 9],
  // As before, and how often the pledge has moved today; its donor is known by now.
  ['POST /api/donations/cancel/{token}', 10],
];

let app: App;
let visitor: TestClient;
const statements = vi.spyOn(pg.Client.prototype, 'query');

const body = (n: number) => pledgeBody({ id: PARTICIPANT, event_id: EVENT }, { donor_email: `new${n}@example.test` });

beforeAll(async () => {
  app = await startApp({ env: { JOBS: 'off' } });
  visitor = app.client('de');
  await plenty(app.databaseUrl, { events: 200, participants: 2000, crowd: 5000, pledges: 50_000, gifts: 10_000 });
  const { id, receipt } = await visitor.expect<PledgeReply>(201, 'POST /api/donations', { body: body(0) });
  const { rows } = await sql<{ token: string }>`
    select secrets->>'token' as token from mails where pledge_id = ${id}`.execute(app.product.ctx.db);
  Object.assign(keys, { token: rows[0]?.token, receipt });
}, 60_000);
afterAll(async () => {
  statements.mockRestore();
  await app.stop();
});

test.each(asked)('%s asks the database %i times at most', async (line, most) => {
  statements.mockClear();
  await visitor.expect(200, line.replace('{token}', keys.token).replace('{receipt}', keys.receipt));
  const count = statements.mock.calls.length;
  expect(count).toBeLessThanOrEqual(most);
  expect(count).toBeGreaterThanOrEqual(Math.min(1, most));
});

test('a pledge is made in a dozen statements', async () => {
  statements.mockClear();
  await visitor.expect(201, 'POST /api/donations', { body: body(1), headers: { 'idempotency-key': 'a-key' } });
  // Key, limit, begin, event, participant, donor, pledge, mail, link, commit; for who is known also his earlier mails.
  expect(statements.mock.calls.length).toBeLessThanOrEqual(10);
  statements.mockClear();
  await visitor.expect(201, 'POST /api/donations', { body: body(1), headers: { 'idempotency-key': 'another' } });
  expect(statements.mock.calls.length).toBeLessThanOrEqual(11);
});

test('each page that everybody may see is among them', () => {
  const shown = asked.map(([line]) => line);
  const isCovered = (pattern: string) => {
    const address = new RegExp(`^GET ${pattern.replace(/:\w+/g, '[^/?]+')}(\\?|$)`);
    return shown.some((line) => address.test(line));
  };
  const kept = Object.entries(pageRoutes).filter(([, { stored }]) => stored);
  const legal = [paths.legal('contact'), paths.legal('terms'), paths.legal('accessibility'), paths.legal('imprint')];
  const missing = kept.map(([pattern]) => pattern).filter((pattern) => !isCovered(pattern));
  expect(kept.length).toBeGreaterThan(8);
  // All of them are the same page with other words.
  expect(missing.toSorted()).toEqual(legal.toSorted());
});

test('each list that everybody may ask for is among them', () => {
  const lists = Object.entries<Route>(routes).filter(([line, { stored }]) => line.startsWith('GET ') && stored);
  const lines = lists.map(([line]) => line.replace(/\{eventId\}|\{id\}/, String(EVENT)));
  const shown = asked.map(([line]) => line);
  expect(lines.length).toBeGreaterThan(4);
  // The amount of one page needs a page, and asks for less than its list.
  expect(lines.filter((line) => !shown.includes(line))).toEqual(['GET /api/payrexx/donation-amount/{pageId}']);
});
