/** @module-tag slow */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Statistics } from '#contract/dashboard.ts';
import type { Event } from '#contract/events.ts';
import type { GiftByHolder, StaffGift } from '#contract/gifts.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPledge, aSyncedEvent, giftBody } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = await Promise.all([app.signedIn('vera'), app.signedIn('lea')]);
  visitor = app.client('de');
});
afterAll(() => app.stop());

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const look = (id: string) => visitor.expect<GiftByHolder>(200, `GET /api/gifts/${id}`);
const flagged = async () => (await lea.expect<Statistics>(200, 'GET /api/statistics')).flaggedGifts;
const deleted = async (id: number) =>
  (await lea.expect<Event[]>(200, 'GET /api/events/deleted')).find((event) => event.id === id);
const giftsOf = (id: number) => lea.expect<StaffGift[]>(200, `GET /api/events/${id}/gifts`);
const closed = () => app.payrexx.calls.filter(({ operation }) => operation === 'close').length;

async function anEventWithGift() {
  const { event, participants } = await aGiftEvent(app, vera);
  const participant = participants[0] as Participant;
  return { event, participant, gift: await anOpenGift(app, participant) };
}

/** A day ago: the provider's clock knows seconds only, and stands where ours was before it was put forward. */
async function remove({ id }: Event) {
  await vera.expect(200, `DELETE /api/events/${id}`);
  const { db } = app.product.ctx;
  await sql`update events set deleted_at = deleted_at - interval '1 day' where id = ${id}`.execute(db);
}

describe('when its event is deleted', () => {
  test('nobody can pay an open gift any more', async () => {
    const { event, gift } = await anEventWithGift();
    const before = closed();
    await remove(event);
    await soon(async () => expect(closed()).toBe(before + 1));
    await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'failed', link: null }));
    expect((await app.client().fetch(gift.link)).status).toBe(404);
  });

  test('no further checkout is opened for a form whose answer was lost', async () => {
    const { event, participants } = await aGiftEvent(app, vera);
    app.payrexx.faults.add({ at: 'open', does: 'lost', times: 1 });
    const form = { body: giftBody(participants[0] as Participant), headers: { 'idempotency-key': 'lost-deleted' } };
    await visitor.expect(502, 'POST /api/gifts', form);
    await remove(event);
    expect(await visitor.expect<Problem>(409, 'POST /api/gifts', form)).toMatchObject({ code: 'gifts_off' });
  });

  test('what is paid all the same counts, and staff are told, see it and settle it', async () => {
    const { event, gift } = await anEventWithGift();
    const before = await flagged();
    await remove(event);
    await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'failed' }));
    expect(await deleted(event.id)).toMatchObject({ gift_count: 0, flagged_gifts: 0, uncounted_gifts: 0 });
    app.payrexx.pay(gift.link);
    // Its notice finds the checkout gone; the list of payments knows it.
    app.forward(6 * 60_000);
    const late = { net: '50.00', status: 'paid', flag: 'after_deletion', flag_done_at: null };
    await soon(async () => expect(await giftsOf(event.id)).toMatchObject([late]));
    expect(await flagged()).toBe(before + 1);
    expect(await deleted(event.id)).toMatchObject({ gifts: '50.00', flagged_gifts: 1, has_gifts: true });
    const csv = await lea.expect<string>(200, `GET /api/gifts/export/event/${event.id}`);
    expect(csv).toContain('paid after the event was deleted');
    const [{ id } = { id: 0 }] = await giftsOf(event.id);
    await vera.expect(200, `PUT /api/gifts/${id}`, { body: { flag_done: true } });
    expect(await flagged()).toBe(before);
  });

  test('what the bank takes back of it is told', async () => {
    const { event, gift } = await anEventWithGift();
    const { id } = app.payrexx.pay(gift.link);
    await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'paid' }));
    const before = await flagged();
    await vera.expect(200, `DELETE /api/events/${event.id}`);
    expect(await giftsOf(event.id)).toMatchObject([{ net: '50.00', flag: null }]);
    app.payrexx.turn(id, 'chargeback');
    app.forward(11_000);
    await soon(async () => expect(await giftsOf(event.id)).toMatchObject([{ net: '0.00', flag: 'charged_back' }]));
    expect(await flagged()).toBe(before + 1);
  });
});

test('of a deleted event staff read every row of money, and strangers nothing', async () => {
  const { event, participant } = await anEventWithGift();
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { donation_per_unit: 'true' } });
  await aPledge(app, participant);
  const { payrexx_page_id: pageId } = await vera.expect<{ payrexx_page_id: string }>(
    200,
    'POST /api/payrexx/create-payment-page',
    { body: { participantId: participant.id } },
  );
  const hidden = [
    `GET /api/payrexx/donation-amount/${participant.id}`,
    `GET /api/payrexx/donation-amount/${pageId}`,
    `GET /api/payrexx/donation-amounts/${event.id}`,
    `GET /api/payrexx/total-donations/${event.id}`,
    `GET /api/donations/totals/${event.id}`,
    `GET /api/donations/event/${event.id}`,
    `GET /api/participants/${participant.id}`,
  ];
  for (const line of hidden) await visitor.expect(200, line);
  await vera.expect(200, `DELETE /api/events/${event.id}`);
  const kept = [
    `GET /api/events/${event.id}/gifts`,
    `GET /api/events/${event.id}/donations`,
    `GET /api/participants/${participant.id}/donations`,
    `GET /api/donations/participants/${event.id}`,
    `GET /api/gifts/export/event/${event.id}`,
    `GET /api/donations/export/event/${event.id}/pending`,
  ];
  for (const line of hidden) for (const client of [visitor, lea]) await client.expect(404, line);
  for (const line of kept) {
    await lea.expect(200, line);
    await visitor.expect(401, line);
  }
  expect(await lea.expect(200, `GET /api/events/${event.id}/donations`)).toHaveLength(1);
});

test('a donor of a deleted event still reads what was given and promised, and is led nowhere that is gone', async () => {
  const { event, participant, gift } = await anEventWithGift();
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { donation_per_unit: 'true' } });
  app.payrexx.pay(gift.link);
  await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'paid', event: { slug: event.slug } }));
  const { token, receipt } = await aPledge(app, participant);
  const waiting = await aPledge(app, participant);
  await visitor.expect(200, `POST /api/donations/confirm/${token}`);
  const pages = [
    `/gift/${gift.id}`,
    `/donation/confirm/${token}`,
    `/donation/sent/${receipt}`,
    `/donation/sent/${waiting.receipt}`,
  ];
  const gone = /href="[^"]*(?:\/participants\/|eventId=|\/give\/)/;
  for (const page of pages) expect(await visitor.expect<string>(200, `GET ${page}`)).toMatch(gone);
  await vera.expect(200, `DELETE /api/events/${event.id}`);
  expect(await look(gift.id)).toMatchObject({ event: { name: event.name, slug: null } });
  for (const page of pages) {
    const html = await visitor.expect<string>(200, `GET ${page}`);
    expect(html).toContain(event.name);
    expect(html).not.toMatch(gone);
  }
});

test('staff are shown a deleted event where something was given or promised, whatever became of it', async () => {
  const bare = await aSyncedEvent(app, vera);
  const promised = await aSyncedEvent(app, vera);
  await aPledge(app, promised.participants[0] as Participant);
  const glance = async ({ event }: { event: Event }) =>
    (await lea.expect<Event[]>(200, 'GET /api/events')).find(({ id }) => id === event.id);
  expect(await glance(bare)).toMatchObject({ has_gifts: false, has_pledges: false, uncounted_gifts: 0 });
  expect(await glance(promised)).toMatchObject({ has_gifts: false, has_pledges: true, supporters: 0 });
  const given = await anEventWithGift();
  expect(await glance(given)).toMatchObject({ has_gifts: true, has_pledges: false, uncounted_gifts: 1 });
  for (const { event } of [bare, promised, given]) await vera.expect(200, `DELETE /api/events/${event.id}`);
  expect([await deleted(bare.event.id), await deleted(promised.event.id)]).toMatchObject([
    undefined,
    { has_pledges: true },
  ]);
});

test('what must hold holds', async () => {
  await expectInvariantsOverRestart(app);
});
