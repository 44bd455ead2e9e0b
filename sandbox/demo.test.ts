import { expect, test } from 'vitest';
import type { Activity } from '#contract/activity.ts';
import type { Event } from '#contract/events.ts';
import type { StaffGift } from '#contract/gifts.ts';
import { loadDemo } from '#sandbox/demo.ts';
import { demoRaces } from '#sandbox/demo/races.ts';
import { startApp } from '#test/app.ts';

test('the demo comes by the front door, and loaded twice it is the same', { tags: ['slow'] }, async () => {
  const app = await startApp();
  try {
    const { school, city, past } = demoRaces(new Date());
    for (const list of [school, city, past]) app.timing.add(list);
    const { timing, mailbox, payrexx, url: site } = app;
    const [admin] = app.identity.users;
    if (!admin) throw new Error('nobody may sign in');
    const addresses = {
      school: timing.addressOf(school),
      city: timing.addressOf(city),
      past: timing.addressOf(past),
    };
    const load = () => loadDemo({ site, admin, timing: addresses, mailbox, payrexx });
    const lea = await app.signedIn('lea');
    const giftsOf = async () => {
      const events = await lea.expect<Event[]>(200, 'GET /api/events');
      const { id } = events.find(({ donation_link }) => donation_link === 'true') as Event;
      return lea.expect<StaffGift[]>(200, `GET /api/events/${id}/gifts`);
    };

    const summary = await load();
    const gifts = await giftsOf();
    expect(summary).toMatchObject({ events: 3, participants: 490, pledges: 24, gifts: gifts.length });
    expect(gifts.filter(({ status }) => status === 'refunded')).toMatchObject([{ net: '0.00', flag: 'refunded' }]);
    expect(gifts.filter(({ status }) => status === 'paid')).toHaveLength(gifts.length - 1);
    const statistics = await lea.expect<{ giftsAmount: string }>(200, 'GET /api/statistics');
    expect(statistics).toMatchObject({ giftsAmount: '870.50', gifts: gifts.length - 1, flaggedGifts: 1 });

    const told = await lea.expect<Activity[]>(200, 'GET /api/activities?limit=500');
    const changes = (action: string) => told.filter((one) => one.action === action).map(({ changed }) => changed);
    expect(changes('gift.paid')).toContainEqual({ net: '80.00' });
    expect(changes('gift.corrected')).toEqual([{ was: '80.00', net: '0.00' }]);

    await load();
    expect(await giftsOf()).toEqual(gifts);
    expect(payrexx.transactions.filter(({ originalId }) => originalId === null)).toHaveLength(gifts.length);
  } finally {
    await app.stop();
  }
});
