/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { StaffPledge } from '#contract/pledges.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { annaBeatAndCleo, aPledge, aSyncedEvent, type Made } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let made: Made;
let anna: Participant;
let beat: Participant;

const marie = {
  donor_name: 'Marie Müller',
  donor_email: 'marie@example.test',
  donor_street: 'Seeweg 1',
  donor_city: '3600 Thun',
  donor_country: 'Schweiz',
  amount_per_unit: '10.00',
  max_amount: '80.00',
  anonymous: true,
  message: 'Hopp!',
};

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = [await app.signedIn('vera'), await app.signedIn('lea')];
  const event = await aSyncedEvent(app, vera, annaBeatAndCleo(), { names_shown: 'none' });
  made = event;
  [anna, beat] = event.participants as [Participant, Participant];
  await aPledge(app, anna, marie, 'confirm');
  await aPledge(
    app,
    anna,
    { donor_name: 'Marie Müller', donor_email: 'Marie+2@example.test', amount_per_unit: '5.50' },
    'confirm',
  );
  await aPledge(app, anna, { donor_name: 'Zora Zurbriggen', amount_per_unit: '0.05' });
  await aPledge(app, anna, { donor_name: 'Weg Wieder', amount_per_unit: '900' }, 'confirm', 'cancel');
  await aPledge(app, beat, { donor_name: 'Nur Offen', amount_per_unit: '7' });
}, 60_000);

afterAll(() => app.stop());

const ofEvent = (query = '') => lea.expect<StaffPledge[]>(200, `GET /api/events/${made.event.id}/donations${query}`);
const pageOf = (query: string, path = `events/${made.event.id}`) =>
  lea.expect<{ items: StaffPledge[]; total: number }>(200, `GET /api/${path}/donations?${query}`);
const names = (pledges: StaffPledge[]) => pledges.map((one) => one.donor_name);
const newestFirst = ['Nur Offen', 'Weg Wieder', 'Zora Zurbriggen', 'Marie Müller', 'Marie Müller'];

describe('the pledges of an event', () => {
  test('without a wish are all of them, with their donors, newest first', async () => {
    const all = await ofEvent();
    expect(names(all)).toEqual(newestFirst);
    expect(all.at(-1)).toEqual({
      id: expect.any(Number),
      participant_id: anna.id,
      participant_name: 'Anna Öztürk',
      event_id: made.event.id,
      ...marie,
      status: 'confirmed',
      created_at: expect.stringMatching(/Z$/),
      confirmed_at: expect.stringMatching(/Z$/),
      cancelled_at: null,
      cancel_reason: null,
      cancelled_by: null,
      mail_id: null,
    });
  });

  test.each([
    ['limit=2', newestFirst.slice(0, 2), 5],
    ['limit=2&offset=3', newestFirst.slice(3), 5],
    ['offset=9', [], 5],
    ['status=confirmed', ['Marie Müller', 'Marie Müller'], 2],
    ['status=pending', ['Nur Offen', 'Zora Zurbriggen'], 2],
    ['status=cancelled', ['Weg Wieder'], 1],
    ['sort=donor_name', ['Marie Müller', 'Marie Müller', 'Nur Offen', 'Weg Wieder', 'Zora Zurbriggen'], 5],
    ['sort=-amount_per_unit', ['Weg Wieder', 'Marie Müller', 'Nur Offen', 'Marie Müller', 'Zora Zurbriggen'], 5],
    ['sort=created_at', newestFirst.toReversed(), 5],
    ['q=muller', ['Marie Müller', 'Marie Müller'], 2],
    ['q=THUN%20marie', ['Marie Müller'], 1],
    ['q=marie@example', ['Marie Müller'], 1],
    ['q=ozturk%20zora', ['Zora Zurbriggen'], 1],
    ['q=beck', ['Nur Offen'], 1],
    ['q=%25', [], 0],
    ['q=', newestFirst, 5],
  ])('with %s are a page', async (query, expected, total) => {
    const page = await pageOf(query);
    expect([names(page.items), page.total]).toEqual([expected, total]);
  });

  test.each(['limit=0', 'limit=501', 'sort=rate', 'status=paid', `q=${'x'.repeat(61)}`])('refuse %s', async (query) => {
    const { fields = {} } = await lea.expect<Problem>(422, `GET /api/events/${made.event.id}/donations?${query}`);
    expect(Object.keys(fields)).toEqual([query.split('=')[0]]);
  });

  test('name the request for confirmation to send again, while they are pending', async () => {
    const [open] = (await pageOf('q=nur%20offen')).items;
    expect(open).toMatchObject({ status: 'pending', mail_id: expect.any(Number) });
    const copy = await vera.expect<{ id: number }>(200, `POST /api/email-logs/${open?.mail_id}/resend`);
    expect((await pageOf('q=nur%20offen')).items).toMatchObject([{ mail_id: copy.id }]);
    expect((await pageOf('status=cancelled')).items).toMatchObject([{ mail_id: null }]);
  });

  test('are those of one participant where they are asked of him', async () => {
    const path = `participants/${anna.id}`;
    expect(names(await lea.expect<StaffPledge[]>(200, `GET /api/${path}/donations`))).toEqual(newestFirst.slice(1));
    expect(await pageOf('q=zora', path)).toMatchObject({ total: 1 });
    expect(await pageOf('q=ozturk', path)).toMatchObject({ total: 0 });
    expect(await lea.expect(404, 'GET /api/participants/999999/donations')).toMatchObject({
      code: 'unknown_participant',
    });
    expect(await lea.expect(404, 'GET /api/events/999999/donations')).toMatchObject({ code: 'unknown_event' });
  });
});
