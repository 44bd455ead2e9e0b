/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GivenPledge } from '#contract/donors.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPledge, aRunner, aSyncedEvent, type Made } from '#test/factories.ts';
import { expectInvariants } from '#test/faults/invariants.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;
let made: Made;
let anna: Participant;
let beat: Participant;

type Pledge = Awaited<ReturnType<typeof aPledge>>;
interface Page<T> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
}

/** A pledge that its donor then confirmed, cancelled … */
async function given(to: Participant, fields: Record<string, unknown>, ...moves: string[]): Promise<Pledge> {
  const pledge = await aPledge(app, to, fields);
  for (const move of moves) await visitor.expect(200, `POST /api/donations/${move}/${pledge.token}`);
  return pledge;
}

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
  const event = await aSyncedEvent(
    app,
    vera,
    [
      aRunner({ Bib: 1, Firstname: 'Anna', Lastname: 'Öztürk', Club: '' }),
      aRunner({ Bib: 2, Firstname: 'Beat', Lastname: 'Beck' }),
      aRunner({ Bib: 3, Firstname: 'Cleo', Lastname: 'Cent' }),
    ],
    { names_shown: 'none', donation_per_unit_goal: '40' },
  );
  made = event;
  [anna, beat] = event.participants as [Participant, Participant];
  await given(
    anna,
    {
      donor_name: 'Marie Müller',
      donor_email: 'marie@example.test',
      donor_street: 'Seeweg 1',
      donor_city: '3600 Thun',
      donor_country: 'Schweiz',
      amount_per_unit: '10.00',
      max_amount: '80.00',
      anonymous: true,
      message: 'Hopp!',
    },
    'confirm',
  );
  // The same mailbox, and the same donor.
  await given(
    anna,
    { donor_name: 'Marie Müller', donor_email: 'Marie+2@example.test', amount_per_unit: '5.50' },
    'confirm',
  );
  await given(anna, { donor_name: 'Zora Zurbriggen', amount_per_unit: '0.05' });
  await given(anna, { donor_name: 'Weg Wieder', amount_per_unit: '900' }, 'confirm', 'cancel');
  await given(beat, { donor_name: 'Nur Offen', amount_per_unit: '7' });
}, 60_000);
afterAll(() => app.stop());

const ofEvent = (query = '') => lea.expect<GivenPledge[]>(200, `GET /api/events/${made.event.id}/donations${query}`);
const pageOf = (query: string, path = `events/${made.event.id}`) =>
  lea.expect<Page<GivenPledge>>(200, `GET /api/${path}/donations?${query}`);
const names = (pledges: GivenPledge[]) => pledges.map((one) => one.donor_name);
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
      donor_name: 'Marie Müller',
      donor_email: 'marie@example.test',
      donor_street: 'Seeweg 1',
      donor_city: '3600 Thun',
      donor_country: 'Schweiz',
      amount_per_unit: '10.00',
      max_amount: '80.00',
      anonymous: true,
      message: 'Hopp!',
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
    expect(names(await lea.expect<GivenPledge[]>(200, `GET /api/${path}/donations`))).toEqual(newestFirst.slice(1));
    expect(await pageOf('q=zora', path)).toMatchObject({ total: 1 });
    expect(await pageOf('q=ozturk', path)).toMatchObject({ total: 0 });
    expect(await lea.expect(404, 'GET /api/participants/999999/donations')).toMatchObject({
      code: 'unknown_participant',
    });
    expect(await lea.expect(404, 'GET /api/events/999999/donations')).toMatchObject({ code: 'unknown_event' });
  });
});

describe('what was promised to each participant', () => {
  const promised = (query = '') =>
    lea.expect<Page<Record<string, unknown>> & { totals: unknown }>(
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

describe('a pledge that staff cancel', () => {
  const body = { status: 'cancelled', reason: 'doppelt erfasst' };
  const eventsOf = (id: number) =>
    app.product.ctx.db.selectFrom('pledge_events').selectAll().where('pledge_id', '=', id).orderBy('seq').execute();
  const told = () => lea.expect<object[]>(200, 'GET /api/activities?action=pledge.cancelled');

  test.each([
    ['confirmed', ['confirm']],
    ['pending', []],
  ])('while it is %s counts no more, is recorded once, and tells nobody', async (_status, moves) => {
    const { participants } = await aSyncedEvent(app, vera);
    const [runner] = participants as [Participant];
    const { id } = await given(runner, { amount_per_unit: '3' }, ...moves);
    const before = (await told()).length;
    const cancelled = await vera.expect<GivenPledge>(200, `PUT /api/donations/${id}`, { body });
    expect(cancelled).toMatchObject({
      id,
      status: 'cancelled',
      cancel_reason: 'doppelt erfasst',
      cancelled_by: 'Vera Verwalter',
    });
    expect(await vera.expect(200, `PUT /api/donations/${id}`, { body: { ...body, reason: 'nochmals' } })).toEqual(
      cancelled,
    );
    expect((await eventsOf(id)).at(-1)).toMatchObject({ kind: 'cancelled', evidence: { by: 'staff', mailed: false } });
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'cancelled')).toHaveLength(1);
    const after = await told();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ user: 'Vera Verwalter', event_id: runner.event_id, participant_id: runner.id });
    expect(JSON.stringify(after[0])).not.toContain('doppelt');
    expect(await visitor.expect(200, `GET /api/donations/totals/${runner.event_id}`)).toEqual([]);
    const kinds = await app.product.ctx.db.selectFrom('mails').select('kind').where('pledge_id', '=', id).execute();
    expect(kinds.map(({ kind }) => kind)).not.toContain('pledge-cancelled');
    await expectInvariants(app.product.ctx.db);
  });

  test('counts again when its donor says so: the latest wish wins', async () => {
    const { id, token } = await given(beat, { amount_per_unit: '1' }, 'confirm');
    await vera.expect(200, `PUT /api/donations/${id}`, { body });
    await visitor.expect(200, `POST /api/donations/confirm/${token}`);
    const [newest] = await ofEvent();
    expect(newest).toMatchObject({ id, status: 'confirmed', cancelled_at: null, cancelled_by: null });
    await visitor.expect(200, `POST /api/donations/cancel/${token}`);
    expect((await ofEvent())[0]).toMatchObject({ id, status: 'cancelled', cancel_reason: null, cancelled_by: null });
  });

  test('of a donor who was erased stays as it is, and says nobody’s name', async () => {
    const { id } = await given(beat, { donor_name: 'Erika Erloschen', donor_city: 'Thun' }, 'confirm');
    const { items } = await lea.expect<Page<{ id: number }>>(200, 'GET /api/persons?q=erloschen');
    await vera.expect(200, `DELETE /api/persons/donor/${items[0]?.id}`);
    expect(await vera.expect(409, `PUT /api/donations/${id}`, { body })).toMatchObject({ code: 'pledge_erased' });
    expect((await ofEvent())[0]).toMatchObject({
      id,
      status: 'confirmed',
      donor_name: null,
      donor_email: null,
      donor_city: null,
    });
    const csv = await lea.expect<string>(200, `GET /api/donations/export/event/${made.event.id}/confirmed`);
    expect(csv.split('\r\n').find((line) => line.startsWith(`${id};`))).toContain('"Beat Beck";;;;;;');
    await expectInvariants(app.product.ctx.db);
  });

  test('for a participant who was erased keeps no reason: it might name him', async () => {
    const { participants } = await aSyncedEvent(app, vera);
    const [runner] = participants as [Participant];
    const { id } = await given(runner, {}, 'confirm');
    await vera.expect(200, `DELETE /api/persons/participant/${runner.id}`);
    expect(await vera.expect(200, `PUT /api/donations/${id}`, { body })).toMatchObject({
      status: 'cancelled',
      cancel_reason: null,
      participant_name: null,
    });
    const [line] = await lea.expect<object[]>(200, 'GET /api/activities?action=pledge.cancelled&limit=1');
    expect(line).toMatchObject({ participant_id: runner.id, participant: null, changed: { was: 'confirmed' } });
    await expectInvariants(app.product.ctx.db);
  });

  test.each([
    [{ status: 'confirmed', reason: 'x' }, 'status'],
    [{ status: 'cancelled' }, 'reason'],
    [{ status: 'cancelled', reason: ' ' }, 'reason'],
    [{ status: 'cancelled', reason: 'x'.repeat(201) }, 'reason'],
  ])('is refused with %j', async (wrong, field) => {
    const { id } = await given(beat, {});
    const { fields = {} } = await vera.expect<Problem>(422, `PUT /api/donations/${id}`, { body: wrong });
    expect(Object.keys(fields)).toEqual([field]);
  });

  test('has to be there', async () => {
    expect(await vera.expect(404, 'PUT /api/donations/999999', { body })).toMatchObject({ code: 'unknown_pledge' });
  });
});
