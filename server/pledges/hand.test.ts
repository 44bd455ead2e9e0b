/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { StaffPledge } from '#contract/pledges.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectInvariants } from '#test/faults/invariants.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;
let beat: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
  const { participants } = await aSyncedEvent(app, vera, [aPerson({ Firstname: 'Beat', Lastname: 'Beck' })]);
  [beat] = participants as [Participant];
}, 60_000);

afterAll(() => app.stop());

const ofEvent = () => lea.expect<StaffPledge[]>(200, `GET /api/events/${beat.event_id}/donations`);

describe('a pledge that staff cancel', () => {
  const body = { status: 'cancelled', reason: 'doppelt erfasst' };
  const eventsOf = (id: number) =>
    app.product.ctx.db.selectFrom('pledge_events').selectAll().where('pledge_id', '=', id).orderBy('seq').execute();
  const told = () => lea.expect<object[]>(200, 'GET /api/activities?action=pledge.cancelled');

  test.each([
    ['confirmed', ['confirm']],
    ['pending', []],
  ] as const)('while it is %s counts no more, is recorded once, and tells nobody', async (_status, moves) => {
    const { participants } = await aSyncedEvent(app, vera);
    const [participant] = participants as [Participant];
    const { id } = await aPledge(app, participant, { amount_per_unit: '3' }, ...moves);
    const before = (await told()).length;
    const cancelled = await vera.expect<StaffPledge>(200, `PUT /api/donations/${id}`, { body });
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
    expect(after[0]).toMatchObject({
      user: 'Vera Verwalter',
      event_id: participant.event_id,
      participant_id: participant.id,
    });
    expect(JSON.stringify(after[0])).not.toContain('doppelt');
    expect(await visitor.expect(200, `GET /api/donations/totals/${participant.event_id}`)).toEqual([]);
    const kinds = await app.product.ctx.db.selectFrom('mails').select('kind').where('pledge_id', '=', id).execute();
    expect(kinds.map(({ kind }) => kind)).not.toContain('pledge-cancelled');
    await expectInvariants(app.product.ctx.db);
  });

  test('counts again when its donor says so: the latest wish wins', async () => {
    const { id, token } = await aPledge(app, beat, { amount_per_unit: '1' }, 'confirm');
    await vera.expect(200, `PUT /api/donations/${id}`, { body });
    await visitor.expect(200, `POST /api/donations/confirm/${token}`);
    const [newest] = await ofEvent();
    expect(newest).toMatchObject({ id, status: 'confirmed', cancelled_at: null, cancelled_by: null });
    await visitor.expect(200, `POST /api/donations/cancel/${token}`);
    expect((await ofEvent())[0]).toMatchObject({ id, status: 'cancelled', cancel_reason: null, cancelled_by: null });
  });

  test('of a donor who was erased stays as it is, and says nobody’s name', async () => {
    const { id } = await aPledge(app, beat, { donor_name: 'Erika Erloschen', donor_city: 'Thun' }, 'confirm');
    const { items } = await lea.expect<{ items: { id: number }[] }>(200, 'GET /api/persons?q=erloschen');
    await vera.expect(200, `DELETE /api/persons/donor/${items[0]?.id}`);
    expect(await vera.expect(409, `PUT /api/donations/${id}`, { body })).toMatchObject({ code: 'pledge_erased' });
    expect((await ofEvent())[0]).toMatchObject({
      id,
      status: 'confirmed',
      donor_name: null,
      donor_email: null,
      donor_city: null,
    });
    const csv = await lea.expect<string>(200, `GET /api/donations/export/event/${beat.event_id}/confirmed`);
    expect(csv.split('\r\n').find((line) => line.startsWith(`${id};`))).toContain('"Beat Beck";;;;;;');
    await expectInvariants(app.product.ctx.db);
  });

  test('for a participant who was erased keeps no reason: it might name him', async () => {
    const { participants } = await aSyncedEvent(app, vera);
    const [participant] = participants as [Participant];
    const { id } = await aPledge(app, participant, {}, 'confirm');
    await vera.expect(200, `DELETE /api/persons/participant/${participant.id}`);
    expect(await vera.expect(200, `PUT /api/donations/${id}`, { body })).toMatchObject({
      status: 'cancelled',
      cancel_reason: null,
      participant_name: null,
    });
    const [line] = await lea.expect<object[]>(200, 'GET /api/activities?action=pledge.cancelled&limit=1');
    expect(line).toMatchObject({ participant_id: participant.id, participant: null, changed: { was: 'confirmed' } });
    await expectInvariants(app.product.ctx.db);
  });

  test.each([
    [{ status: 'confirmed', reason: 'x' }, 'status'],
    [{ status: 'cancelled' }, 'reason'],
    [{ status: 'cancelled', reason: ' ' }, 'reason'],
    [{ status: 'cancelled', reason: 'x'.repeat(201) }, 'reason'],
  ])('is refused with %j', async (wrong, field) => {
    const { id } = await aPledge(app, beat, {});
    const { fields = {} } = await vera.expect<Problem>(422, `PUT /api/donations/${id}`, { body: wrong });
    expect(Object.keys(fields)).toEqual([field]);
  });

  test('has to be there', async () => {
    expect(await vera.expect(404, 'PUT /api/donations/999999', { body })).toMatchObject({ code: 'unknown_pledge' });
  });
});
