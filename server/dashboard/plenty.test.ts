/** @module-tag slow */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import type { Statistics } from '#contract/dashboard.ts';
import { routes } from '#contract/routes.ts';
import type { Route } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { plenty } from '#test/plenty.ts';

/** The last one of the seventh event, which changed all of its many participants. */
const RUN = 49_806;

/** What staff ask for of much: each call costs a few statements, whatever there is. */
const calls: [line: string, most: number][] = [
  ['GET /api/events', 2],
  ['GET /api/events?q=lauf&sort=-event_date&limit=50', 3],
  ['GET /api/events/deleted', 2],
  ['GET /api/statistics', 3],
  ['GET /api/activities', 1],
  ['GET /api/activities?event_id=7&action=event.changed&before=900', 1],
  ['GET /api/events/7/participants?status=all', 3],
  ['GET /api/events/7/participants?status=all&q=ozturk&sort=-last_name&limit=100&offset=20', 3],
  ['GET /api/events/7/participants?status=all&sort=-bib&limit=50', 3],
  ['GET /api/events/7/donations', 2],
  ['GET /api/events/7/donations?limit=50', 3],
  ['GET /api/events/7/donations?q=muller&status=confirmed&sort=-amount_per_unit&limit=500', 3],
  ['GET /api/participants/7/donations', 2],
  ['GET /api/participants/7/donations?limit=10', 3],
  ['GET /api/events/7/gifts', 2],
  ['GET /api/events/7/gifts?q=muller&status=paid&sort=-net&limit=500', 3],
  ['GET /api/gifts/export/event/8', 6],
  ['GET /api/donations/participants/7', 4],
  ['GET /api/donations/participants/7?q=ozturk&sort=name&limit=500', 4],
  ['GET /api/email-logs', 3],
  ['GET /api/email-logs?status=failed&q=donor&limit=500', 3],
  ['GET /api/email-logs/events/7', 4],
  // Whoever searches is told of: begin, line of the log, commit.
  ['GET /api/persons?q=muller', 5],
  ['GET /api/persons?q=ozturk%20123&limit=500&offset=50', 5],
  ['GET /api/persons/donor/7/export', 14],
  ['GET /api/persons/participant/7/export', 11],
  ['GET /api/sync/status', 2],
  ['GET /api/sync/runs', 2],
  ['GET /api/sync/runs?event_id=7&limit=500&offset=100', 2],
  [`GET /api/sync/runs/${RUN}`, 2],
  [`GET /api/sync/runs/${RUN}/changes`, 3],
  [`GET /api/sync/runs/${RUN}/changes?kind=changed&limit=500`, 3],
  ['GET /api/services', 6],
  ['GET /api/operation', 4],
  ['GET /api/settings/check', 0],
  // Begin, count, line of the log, commit; the event; and one for each thousand rows.
  ['GET /api/donations/export/event/8/confirmed', 6],
  ['GET /api/donations/export/event/8/pending?format=xlsx', 6],
];
/** Who is calling. */
const SESSION = 1;

let app: App;
let lea: TestClient;
const asked = vi.spyOn(pg.Client.prototype, 'query');

beforeAll(async () => {
  app = await startApp({ env: { JOBS: 'off' } });
  lea = await app.signedIn('lea');
  await plenty(app.databaseUrl, {
    events: 200,
    participants: 20_000,
    crowd: 20_000,
    pledges: 250_000,
    gifts: 50_000,
    runs: 50_000,
    activities: 10_000,
  });
}, 120_000);
afterAll(async () => {
  asked.mockRestore();
  await app.stop();
});

test.each(calls)('%s asks the database %i times at most', async (line, most) => {
  const statements = async () => {
    asked.mockClear();
    await lea.expect(200, line);
    return asked.mock.calls.length;
  };
  const first = await statements();
  // Once a minute a session is noted to be in use.
  const count = first > most + SESSION ? await statements() : first;
  expect(count).toBeGreaterThanOrEqual(Math.min(1, most) + SESSION);
  expect(count).toBeLessThanOrEqual(most + SESSION);
});

test('what is asked twice is counted twice (control)', async () => {
  asked.mockClear();
  await Promise.all([lea.expect(200, 'GET /api/email-logs'), lea.expect(200, 'GET /api/email-logs')]);
  expect(asked.mock.calls.length).toBeGreaterThan(2 + SESSION);
});

test('each call that shows staff something is among them', () => {
  const asked = calls.map(([line]) => line.replace(/\?.*/, '').replace(/\d+/, '{}'));
  const all = Object.entries<Route>(routes)
    .filter(([line, { access }]) => line.startsWith('GET ') && access !== 'anyone')
    .map(([line]) =>
      line
        .replace('{status}', 'confirmed')
        .replace('{kind}', 'donor')
        .replace(/\{\w+\}/g, '{}'),
    );
  expect(all.length).toBeGreaterThan(12);
  expect(asked).toEqual(expect.arrayContaining(all));
});

describe('what they say of much is true', () => {
  test('the dashboard', async () => {
    const said = await lea.expect<Record<string, never>>(200, 'GET /api/statistics');
    expect(said).toMatchObject({
      totalEvents: 200,
      activeEvents: 150,
      totalRegistrations: 40_000,
      pendingRegistrations: 0,
      confirmedPledges: 83_333,
      pendingPledges: 27_778,
      gifts: 50_000,
      flaggedGifts: 500,
      queuedMails: 0,
      // Of the 250 that failed those whose pledge still waits.
      failedMails: 28,
    });
  });

  test('the sums of an event are those of its participants', async () => {
    interface Sums {
      pledges: number;
      confirmed_per_unit: string;
      pending_per_unit: string;
    }
    const { items, total, totals } = await lea.expect<{ items: Sums[]; total: number; totals: Sums }>(
      200,
      'GET /api/donations/participants/8?limit=500',
    );
    const rappen = (text: string) => Math.round(Number(text) * 100);
    const sum = (field: 'confirmed_per_unit' | 'pending_per_unit') =>
      items.reduce((all, item) => all + rappen(item[field]), 0);
    expect(total).toBe(items.length);
    expect(items.reduce((all, item) => all + item.pledges, 0)).toBe(totals.pledges);
    expect(sum('confirmed_per_unit')).toBe(rappen(totals.confirmed_per_unit));
    expect(sum('pending_per_unit')).toBe(rappen(totals.pending_per_unit));
    expect(rappen(totals.pending_per_unit)).toBeGreaterThan(0);
  });
});

test('after a long outage everything that failed is sent once more at one press', async () => {
  const { db } = app.product.ctx;
  await sql`update mails set sent_at = null, failed_at = now(), last_error = '421' where id in (
    select m.id from mails m join pledges p on p.id = m.pledge_id
    where p.event_id = 7 and p.confirmed_at is null and p.cancelled_at is null order by m.id limit 450)`.execute(db);
  const vera = await app.signedIn('vera');
  const press = () => vera.expect(200, 'POST /api/email-logs/resend-failed', { body: { event_id: 7 } });
  const { failedMails: before } = await lea.expect<Statistics>(200, 'GET /api/statistics');
  const { queued } = (await press()) as { queued: number };
  expect(queued).toBeGreaterThanOrEqual(450);
  expect(await press()).toMatchObject({ queued: 0 });
  expect(await lea.expect(200, 'GET /api/statistics')).toMatchObject({
    failedMails: before - queued,
    queuedMails: queued,
  });
});
