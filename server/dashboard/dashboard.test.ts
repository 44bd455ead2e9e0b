/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statistics } from '#contract/dashboard.ts';
import type { Participant } from '#contract/participants.ts';
import { swissDay } from '#domain/dates.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = [await app.signedIn('vera'), await app.signedIn('lea')];
});
afterAll(() => app.stop());

const statistics = () => lea.expect<Statistics>(200, 'GET /api/statistics');
const none = {
  promised: 0,
  mailed: 0,
  confirmed: 0,
  promised_per_unit: '0.00',
  confirmed_per_unit: '0.00',
  gifts: 0,
  gifts_amount: '0.00',
};

test('of nothing are zeros, for thirty days and twenty-four hours', async () => {
  const { days, syncs, ...figures } = await statistics();
  expect(figures).toEqual({
    totalEvents: 0,
    activeEvents: 0,
    totalRegistrations: 0,
    pendingRegistrations: 0,
    confirmedPledges: 0,
    pendingPledges: 0,
    confirmedPerUnit: '0.00',
    pendingPerUnit: '0.00',
    gifts: 0,
    giftsAmount: '0.00',
    flaggedGifts: 0,
    queuedMails: 0,
    failedMails: 0,
    funnel: { promised: 0, mailed: 0, confirmed: 0 },
  });
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: swissDay(app.now()), ...none });
  expect(new Set(days.map(({ day }) => day)).size).toBe(30);
  expect(syncs).toHaveLength(24);
});

test('count what there is, and nothing that is gone', async () => {
  const people = [aPerson(), aPerson(), aPerson()];
  const { event, participants } = await aSyncedEvent(app, vera, people);
  const [first, second] = participants as [Participant, Participant];
  await aSyncedEvent(app, vera, [aPerson()], { is_active: true });
  const gone = await aSyncedEvent(app, vera);
  await aPledge(app, gone.participants[0] as Participant, { amount_per_unit: '500' }, 'confirm');
  await vera.expect(200, `DELETE /api/events/${gone.event.id}`);
  const other = await aSyncedEvent(app, vera, [aPerson()]);
  await vera.expect(200, `PUT /api/events/${other.event.id}`, { body: { is_active: false } });

  await vera.expect(201, `POST /api/events/${event.id}/participants`, {
    body: { name: 'Petra Pendent', email: 'petra@example.test', status: 'pending' },
  });
  await vera.expect(200, `PUT /api/participants/${participants[2]?.id}`, { body: { status: 'cancelled' } });

  await aPledge(app, first, { amount_per_unit: '2.50' }, 'confirm');
  await aPledge(app, second, { amount_per_unit: '1.05' });
  await aPledge(app, second, { amount_per_unit: '9' }, 'cancel');
  await app.mailbox.waitFor((mail) => mail.subject.startsWith('Widerrufen') || mail.subject.startsWith('Storniert'));

  const { days, syncs, ...figures } = await statistics();
  expect(figures).toMatchObject({
    totalEvents: 3,
    activeEvents: 2,
    totalRegistrations: 5,
    pendingRegistrations: 1,
    confirmedPledges: 1,
    pendingPledges: 1,
    confirmedPerUnit: '2.50',
    pendingPerUnit: '1.05',
    failedMails: 0,
    funnel: { promised: 3, mailed: 3, confirmed: 1 },
  });
  expect(days.at(-1)).toEqual({
    day: swissDay(app.now()),
    promised: 3,
    mailed: 3,
    confirmed: 1,
    promised_per_unit: '12.55',
    confirmed_per_unit: '2.50',
    gifts: 0,
    gifts_amount: '0.00',
  });
  for (const day of days.slice(0, -1)) expect(day).toMatchObject(none);
  const runs = syncs.reduce((sum, hour) => sum + hour.done, 0);
  expect([runs, syncs.reduce((sum, hour) => sum + hour.held + hour.failed, 0)]).toEqual([4, 0]);
});

test('a pledge of a Swiss night belongs to its Swiss day', async () => {
  const { participants } = await aSyncedEvent(app, vera);
  const { id } = await aPledge(app, participants[0] as Participant);
  const yesterday = new Date(app.now().getTime() - 3 * 86_400_000);
  const night = new Date(`${swissDay(yesterday)}T22:59:00Z`);
  await app.product.ctx.db.updateTable('pledges').set({ created_at: night }).where('id', '=', id).execute();
  const { days } = await statistics();
  expect(days.filter(({ promised }) => promised === 1).map(({ day }) => day)).toEqual([swissDay(night)]);
});

test('a month later only the sums are left', async () => {
  const before = await statistics();
  app.forward(31 * 86_400_000);
  const after = await (await app.signedIn('lea')).expect<Statistics>(200, 'GET /api/statistics');
  expect(after).toMatchObject({
    confirmedPledges: before.confirmedPledges,
    confirmedPerUnit: before.confirmedPerUnit,
    funnel: { promised: 0, mailed: 0, confirmed: 0 },
  });
  expect(after.days.at(-1)?.day).toBe(swissDay(app.now()));
});
