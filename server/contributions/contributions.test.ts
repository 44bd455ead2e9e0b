/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { annaBeatAndCleo, aPledge, aSyncedEvent, type Made } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let made: Made;
let anna: Participant;
let beat: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = [await app.signedIn('vera'), await app.signedIn('lea')];
  const event = await aSyncedEvent(app, vera, annaBeatAndCleo(), { names_shown: 'none', donation_per_unit_goal: '40' });
  made = event;
  [anna, beat] = event.participants as [Participant, Participant];
  await aPledge(app, anna, { donor_email: 'marie@example.test', amount_per_unit: '10.00' }, 'confirm');
  // The same mailbox, and the same donor.
  await aPledge(app, anna, { donor_email: 'Marie+2@example.test', amount_per_unit: '5.50' }, 'confirm');
  await aPledge(app, anna, { amount_per_unit: '0.05' });
  await aPledge(app, anna, { amount_per_unit: '900' }, 'confirm', 'cancel');
  await aPledge(app, beat, { amount_per_unit: '7' });
}, 60_000);

afterAll(() => app.stop());

describe('what was promised to each participant', () => {
  const promised = (query = '') =>
    lea.expect<{ items: Record<string, unknown>[]; total: number; totals: unknown }>(
      200,
      `GET /api/donations/participants/${made.event.id}${query}`,
    );

  test('is counted and summed, most confirmed first, with the sums of all', async () => {
    expect(await promised()).toEqual({
      items: [
        {
          participant_id: anna.id,
          participant_name: 'Anna Öztürk',
          bib: '1',
          pledges: 3,
          confirmed: 2,
          pending: 1,
          total_per_unit: '15.55',
          confirmed_per_unit: '15.50',
          pending_per_unit: '0.05',
          gifts: '0.00',
          gift_count: 0,
          donors: 2,
          goal_percent: 38,
          gift_goal_percent: null,
        },
        {
          participant_id: beat.id,
          participant_name: 'Beat Beck',
          bib: '2',
          pledges: 1,
          confirmed: 0,
          pending: 1,
          total_per_unit: '7.00',
          confirmed_per_unit: '0.00',
          pending_per_unit: '7.00',
          gifts: '0.00',
          gift_count: 0,
          donors: 1,
          goal_percent: 0,
          gift_goal_percent: null,
        },
      ],
      total: 2,
      limit: 50,
      offset: 0,
      totals: {
        pledges: 4,
        confirmed: 2,
        pending: 2,
        total_per_unit: '22.55',
        confirmed_per_unit: '15.50',
        pending_per_unit: '7.05',
        gifts: '0.00',
        gift_count: 0,
        donors: 3,
        goal: '40.00',
        gift_goal: null,
      },
    });
  });

  test.each([
    ['?sort=-pending', ['Beat Beck', 'Anna Öztürk']],
    ['?sort=-pledges', ['Anna Öztürk', 'Beat Beck']],
    ['?sort=name', ['Beat Beck', 'Anna Öztürk']],
    ['?sort=-name', ['Anna Öztürk', 'Beat Beck']],
    ['?sort=confirmed&limit=1', ['Beat Beck']],
    ['?limit=1&offset=1', ['Beat Beck']],
    ['?q=ozturk', ['Anna Öztürk']],
    ['?q=nobody', []],
  ])('with %s is %j; the sums stay those of all', async (query, expected) => {
    const { items, totals } = await promised(query);
    expect(items.map((one) => one.participant_name)).toEqual(expected);
    expect(totals).toMatchObject({ pledges: 4, total_per_unit: '22.55' });
  });

  test('is told of one of them alone', async () => {
    const { items, total, totals } = await promised(`?participant=${beat.id}`);
    expect([items.map((one) => one.participant_name), total]).toEqual([['Beat Beck'], 1]);
    expect(totals).toMatchObject({ pledges: 4 });
    expect(await promised(`?participant=${anna.id}&q=beck`)).toMatchObject({ items: [], total: 0 });
  });

  test('of an event that takes nothing is nothing', async () => {
    const empty = await aSyncedEvent(app, vera);
    expect(await lea.expect(200, `GET /api/donations/participants/${empty.event.id}`)).toMatchObject({
      items: [],
      total: 0,
      totals: { pledges: 0, total_per_unit: '0.00', donors: 0, goal: null },
    });
    await lea.expect(404, 'GET /api/donations/participants/999999');
  });
});
