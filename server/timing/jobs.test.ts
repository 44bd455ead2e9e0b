/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Activity } from '#contract/activity.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { anEvent, aPerson, type Made } from '#test/factories.ts';

interface Status {
  isRunning: boolean;
  nextRun: string | null;
  running: boolean;
}

const statusFor = (client: TestClient) => client.expect<Status>(200, 'GET /api/sync/status');
const countOf = async (client: TestClient, { event }: Made) =>
  (await client.expect<Participant[]>(200, `GET /api/events/${event.id}/participants`)).length;
const patiently = { timeout: 20_000, interval: 50 };

describe('without automatic sync', () => {
  let app: App;
  let vera: TestClient;

  beforeAll(async () => {
    app = await startApp();
    vera = await app.signedIn('vera');
  });
  afterAll(() => app.stop());

  const runsOf = ({ event }: Made) =>
    app.product.ctx.db.selectFrom('sync_runs').selectAll().where('event_id', '=', event.id).execute();

  test('one press begins a run for every active event, and each ends in its own way', async () => {
    const [good, late, broken, inactive] = [
      await anEvent(app, vera, [aPerson(), aPerson()]),
      await anEvent(app, vera, [aPerson()]),
      await anEvent(app, vera),
      await anEvent(app, vera, [aPerson()], { is_active: false }),
    ];
    app.timing.fault(late.list, { kind: 'delay', ms: 1500 });
    app.timing.fault(broken.list, { kind: 'html' });
    const { message, queued } = await vera.expect<{ message: string; queued: number }>(200, 'POST /api/sync/manual');
    expect(queued).toBe(3);
    expect(message).toContain('3');
    await vi.waitFor(async () => expect(await statusFor(vera)).toMatchObject({ running: true }), patiently);
    await vi.waitFor(async () => expect(await countOf(vera, good)).toBe(2), patiently);
    await vi.waitFor(async () => expect(await countOf(vera, late)).toBe(1), patiently);
    await vi.waitFor(async () => expect(await statusFor(vera)).toMatchObject({ running: false }), patiently);
    expect(await runsOf(broken)).toMatchObject([{ outcome: 'failed', reason: 'shape' }]);
    expect(await runsOf(inactive)).toEqual([]);
    expect(await app.product.ctx.db.selectFrom('sync_wishes').selectAll().execute()).toEqual([]);
    const activities = await vera.expect<Activity[]>(200, 'GET /api/activities');
    expect(activities.map(({ action }) => action)).toContain('timing.requested');
    expect(activities.filter(({ action }) => action === 'participants.synced')).toHaveLength(2);
  });

  test('a press while a run is under way is followed by another run', async () => {
    const made = await anEvent(app, vera, [aPerson()]);
    app.timing.fault(made.list, { kind: 'delay', ms: 1000, times: 1 });
    const first = vera.send(`POST /api/events/${made.event.id}/sync-participants`);
    await vi.waitFor(async () => expect(await runsOf(made)).toHaveLength(1), patiently);
    await vera.expect(200, 'POST /api/sync/manual');
    expect((await first).status).toBe(200);
    const done = [{ outcome: 'done' }, { outcome: 'done' }];
    await vi.waitFor(async () => expect(await runsOf(made)).toMatchObject(done), patiently);
  });

  test('a run whose instance died is ended', async () => {
    const made = await anEvent(app, vera);
    const died = new Date(Date.now() - 3_600_000);
    await app.product.ctx.db
      .insertInto('sync_runs')
      .values({ event_id: made.event.id, started_at: died, counts: '{}' })
      .execute();
    expect(await statusFor(vera)).toMatchObject({ running: true });
    await vi.waitFor(async () => expect(await statusFor(vera)).toMatchObject({ running: false }), patiently);
    expect(await runsOf(made)).toMatchObject([{ outcome: 'abandoned' }]);
  });

  test('a deleted event is waited for no longer', async () => {
    const made = await anEvent(app, vera);
    const { db } = app.product.ctx;
    await vera.expect(200, `DELETE /api/events/${made.event.id}`);
    await db.insertInto('sync_wishes').values({ event_id: made.event.id, staff_id: null }).execute();
    await vi.waitFor(
      async () => expect(await db.selectFrom('sync_wishes').selectAll().execute()).toEqual([]),
      patiently,
    );
    expect(await runsOf(made)).toEqual([]);
  });

  test('the state says that it is off; it is for staff, and pressing for admins', async () => {
    expect(await statusFor(vera)).toEqual({ isRunning: false, nextRun: null, running: false });
    const lea = await app.signedIn('lea');
    expect(await statusFor(lea)).toMatchObject({ isRunning: false });
    await lea.expect(403, 'POST /api/sync/manual');
    await app.client().expect(401, 'GET /api/sync/status');
  });
});

describe('with automatic sync', () => {
  let app: App;
  let vera: TestClient;

  beforeAll(async () => {
    app = await startApp({ env: { SYNC_INTERVAL_MINUTES: '10' } });
    vera = await app.signedIn('vera');
  });
  afterAll(() => app.stop());

  test('an event gets its list without being asked for, again after the interval, and says when', async () => {
    expect(await statusFor(vera)).toEqual({ isRunning: true, nextRun: null, running: false });
    const made = await anEvent(app, vera, [aPerson()]);
    await vi.waitFor(async () => expect(await countOf(vera, made)).toBe(1), patiently);
    const { nextRun } = await statusFor(vera);
    const ahead = new Date(nextRun ?? 0).getTime() - Date.now();
    expect(ahead).toBeGreaterThan(9 * 60_000);
    expect(ahead).toBeLessThanOrEqual(10 * 60_000);
    made.source.people = [...made.source.people, aPerson()];
    app.forward(10 * 60_000 + 1000);
    await vi.waitFor(async () => expect(await countOf(vera, made)).toBe(2), patiently);
  });
});
