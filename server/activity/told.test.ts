/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Activity } from '#contract/activity.ts';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { routes } from '#contract/routes.ts';
import type { Route } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson, aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';

let app: App;
let vera: TestClient;
/** The same rights, another browser. */
let second: TestClient;
let visitor: TestClient;
let event: Event;
let participant: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, second, visitor] = [await app.signedIn('vera'), await app.signedIn('vera'), app.client('de')];
  const made = await aSyncedEvent(app, vera, [aPerson(), aPerson()], { place: 'Thun' });
  event = made.event;
  participant = made.participants[0] as Participant;
});
afterAll(() => app.stop());

const newest = async () => (await vera.expect<Activity[]>(200, 'GET /api/activities?limit=1'))[0];
/** Lines that were written since. */
async function toldSince(before: number): Promise<Activity[]> {
  return (await vera.expect<Activity[]>(200, 'GET /api/activities')).filter(({ id }) => id > before);
}
const donorOf = async (pledgeId: number) =>
  (
    await app.product.ctx.db
      .selectFrom('pledges')
      .select('donor_id')
      .where('id', '=', pledgeId)
      .executeTakeFirstOrThrow()
  ).donor_id;
const mailOf = async (email: string) => {
  const { logs } = await vera.expect<{ logs: { id: number; status: string }[] }>(200, `GET /api/email-logs?q=${email}`);
  return logs[0];
};
/** Somebody whom gifts can be given to. */
const aGiver = async () => (await aGiftEvent(app, vera)).participants[0] as Participant;
const anna = { name: 'Anna Ammann', email: 'anna@example.test' };

interface Act {
  /** What has to be there; answers what stands for `{id}`, and the body. */
  prepare?: () => Promise<{ id?: number; body?: object }>;
  action: string;
  /** What else its line says. */
  says?: () => Partial<Activity>;
  /** Lines when it is done once more. */
  again: 0 | 1;
  /** What goes on after the answer, and is told too, has ended. */
  ended?: () => Promise<void>;
}

/** Every call by which staff change something, or see persons of whom they must answer for it. */
const acts: Record<string, Act> = {
  // First, while there is one event to synchronise.
  'POST /api/sync/manual': {
    action: 'timing.requested',
    again: 1,
    ended: async () => {
      const wishes = await app.product.ctx.db.selectFrom('sync_wishes').select('event_id').execute();
      expect(wishes).toEqual([]);
      expect(await vera.expect(200, 'GET /api/sync/status')).toMatchObject({ running: false });
    },
  },
  'POST /api/events': {
    prepare: () => Promise.resolve({ body: { name: 'Neuer Lauf', rr_simple_ip: event.rr_simple_ip } }),
    action: 'event.opened',
    again: 1,
  },
  'PUT /api/events/{id}': {
    prepare: () =>
      Promise.resolve({ id: event.id, body: { place: 'Bern', name: event.name, donation_per_unit: true } }),
    action: 'event.changed',
    says: () => ({ event: event.name, changed: { fields: ['place'] } }),
    again: 0,
  },
  'DELETE /api/events/{id}': {
    prepare: async () => ({ id: (await aSyncedEvent(app, vera)).event.id }),
    action: 'event.deleted',
    again: 0,
  },
  'POST /api/events/{id}/participants': {
    prepare: () => Promise.resolve({ id: event.id, body: anna }),
    action: 'participant.added',
    says: () => ({ event: event.name, participant: 'Anna Ammann', changed: {} }),
    again: 1,
  },
  'PUT /api/participants/{id}': {
    prepare: () => Promise.resolve({ id: participant.id, body: { club: 'LC Uri', bib: participant.bib } }),
    action: 'participant.changed',
    says: () => ({ event: event.name, participant: participant.name, changed: { fields: ['club'] } }),
    again: 0,
  },
  'POST /api/events/{id}/sync-participants': {
    prepare: async () => ({ id: (await aSyncedEvent(app, vera)).event.id }),
    action: 'participants.synced',
    again: 1,
  },
  'PUT /api/donations/{id}': {
    prepare: async () => ({
      id: (await aPledge(app, participant)).id,
      body: { status: 'cancelled', reason: 'Anna hat angerufen' },
    }),
    action: 'pledge.cancelled',
    says: () => ({ event: event.name, participant: participant.name, changed: { was: 'pending' } }),
    again: 0,
  },
  'GET /api/donations/export/event/{id}/confirmed': {
    prepare: () => Promise.resolve({ id: event.id }),
    action: 'pledges.exported',
    says: () => ({ changed: { status: 'confirmed', format: 'csv', count: 0 } }),
    again: 1,
  },
  'POST /api/email-logs/{id}/resend': {
    prepare: async () => {
      const { body } = await aPledge(app, participant);
      const { id } = (await mailOf(body.donor_email)) ?? {};
      return id === undefined ? {} : { id };
    },
    action: 'mail.resent',
    says: () => ({ event: event.name }),
    again: 1,
  },
  'POST /api/email-logs/resend-failed': {
    prepare: async () => {
      const body = pledgeBody(participant);
      app.mailbox.faults.add({ at: 'rcpt', does: 550, text: 'unknown', to: body.donor_email });
      await visitor.expect(201, 'POST /api/donations', { body });
      const isFailed = async () => expect(await mailOf(body.donor_email)).toMatchObject({ status: 'failed' });
      await vi.waitFor(isFailed, { timeout: 10_000, interval: 50 });
      app.mailbox.faults.clear();
      return {};
    },
    action: 'mails.resent',
    says: () => ({ changed: { count: 1 } }),
    again: 0,
  },
  'POST /api/payrexx/create-payment-page': {
    prepare: async () => ({ body: { participantId: String((await aGiver()).id) } }),
    action: 'page.created',
    says: () => ({ changed: { renewed: 'false' } }),
    again: 0,
  },
  'POST /api/payrexx/sync-event-payment-pages/{eventId}': {
    prepare: async () => ({ id: (await aGiver()).event_id }),
    action: 'pages.created',
    says: () => ({ changed: { count: 1 } }),
    again: 0,
  },
  'POST /api/payrexx/resend-email': {
    prepare: async () => {
      const body = { participantId: (await aGiver()).id };
      await vera.expect(200, 'POST /api/payrexx/create-payment-page', { body });
      return { body };
    },
    action: 'page.mailed',
    again: 1,
  },
  'PUT /api/gifts/{id}': {
    prepare: async () => {
      const giver = await aGiver();
      const { link } = await anOpenGift(app, giver);
      app.payrexx.pay(link, { amount: 100 });
      const flagged = async () =>
        (await vera.expect<{ id: number }[]>(200, `GET /api/events/${giver.event_id}/gifts`)).filter(
          (gift) => 'flag' in gift && gift.flag === 'underpaid',
        );
      await vi.waitFor(async () => expect(await flagged()).toHaveLength(1), { timeout: 10_000, interval: 50 });
      const [gift] = await flagged();
      return { ...(gift && { id: gift.id }), body: { flag_done: true } };
    },
    action: 'gift.settled',
    says: () => ({ changed: { flag: 'underpaid' } }),
    again: 0,
  },
  'GET /api/gifts/export/event/{id}': {
    prepare: async () => ({ id: (await aGiver()).event_id }),
    action: 'gifts.exported',
    says: () => ({ changed: { format: 'csv', count: 0 } }),
    again: 1,
  },
  'GET /api/persons?q=anna': { action: 'persons.searched', again: 1 },
  'GET /api/persons/donor/{id}/export': {
    prepare: async () => ({ id: await donorOf((await aPledge(app, participant)).id) }),
    action: 'person.exported',
    again: 1,
  },
  'DELETE /api/persons/donor/{id}': {
    prepare: async () => ({ id: await donorOf((await aPledge(app, participant)).id) }),
    action: 'person.erased',
    says: () => ({ changed: { pledges: 1, gifts: 0, mails: 1 } }),
    again: 0,
  },
};

test.each(Object.entries(acts))('%s is told once, with who did it and nobody’s data', async (line, act) => {
  const { id, body } = (await act.prepare?.()) ?? {};
  const before = (await newest())?.id ?? 0;
  const call = line.replace(/\{(id|eventId)\}/, String(id));
  const sending = { ...(body && { body }) };
  expect((await vera.send(call, sending)).status).toBeLessThan(300);
  const told = (await toldSince(before)).filter(({ action }) => action === act.action || !act.ended);
  expect(told).toMatchObject([{ action: act.action, user: 'Vera Verwalter', ...act.says?.() }]);
  expect(JSON.stringify(told[0]?.changed)).not.toMatch(/anna|@|Uri|Bern|angerufen/i);
  const ended = () => vi.waitFor(() => act.ended?.(), { timeout: 20_000, interval: 100 });
  await ended();
  const after = (await newest())?.id ?? 0;
  await vera.send(call, sending);
  const again = await toldSince(after);
  expect(again.filter(({ action }) => action === act.action)).toHaveLength(act.again);
  await ended();
});

test('no call by which an admin changes something is missing', () => {
  const lines = Object.entries<Route>(routes)
    .filter(([line, { access }]) => access === 'admin' && !line.startsWith('GET '))
    .map(([line]) => line.replace('{kind}', 'donor'));
  expect(lines.length).toBeGreaterThan(8);
  expect(Object.keys(acts)).toEqual(expect.arrayContaining(lines));
});

describe('two admins at the same moment', () => {
  /** Both press; the statuses of their answers, in order, and what was told. */
  async function both(line: string, ...bodies: [object?, object?]): Promise<[number[], Activity[]]> {
    const before = (await newest())?.id ?? 0;
    const headers = { 'idempotency-key': 'the-same' };
    const presses = [vera, second].map((client, n) => {
      const body = bodies[n] ?? bodies[0];
      return client.send(line, { headers, ...(body && { body }) });
    });
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    return [statuses.toSorted((a, b) => a - b), await toldSince(before)];
  }
  const fieldsOf = (told: Activity[]) => told.map(({ changed }) => String(changed.fields)).toSorted();

  test('who change different fields of an event both succeed', async () => {
    const [statuses, told] = await both(`PUT /api/events/${event.id}`, { place: 'Sion' }, { purpose: 'Ein Brunnen' });
    expect([statuses, fieldsOf(told)]).toEqual([
      [200, 200],
      ['place', 'purpose'],
    ]);
    const events = await vera.expect<Event[]>(200, 'GET /api/events');
    expect(events).toContainEqual(expect.objectContaining({ place: 'Sion', purpose: 'Ein Brunnen' }));
  });

  test('who correct different fields of a participant both succeed', async () => {
    const [statuses, told] = await both(
      `PUT /api/participants/${participant.id}`,
      { club: 'TV Zug' },
      { category: 'F 50' },
    );
    expect([statuses, fieldsOf(told)]).toEqual([
      [200, 200],
      ['category', 'club'],
    ]);
    expect(await vera.expect<Participant>(200, `GET /api/participants/${participant.id}`)).toMatchObject({
      club: 'TV Zug',
      category: 'F 50',
      pinned: ['category', 'club'],
    });
  });

  test('who do the same thing do it once', async () => {
    const wish = { ...anna, status: 'pending' };
    const [added, toldAdded] = await both(`POST /api/events/${event.id}/participants`, wish);
    expect([added, toldAdded.length]).toEqual([[200, 201], 1]);
    const approve = await both(`PUT /api/participants/${toldAdded[0]?.participant_id}`, { status: 'confirmed' });
    expect(approve).toMatchObject([[200, 200], [{ action: 'participant.changed' }]]);

    const { id } = await aPledge(app, participant);
    const voided = await both(`PUT /api/donations/${id}`, { status: 'cancelled', reason: 'doppelt' });
    expect(voided).toMatchObject([[200, 200], [{ action: 'pledge.cancelled' }]]);

    const erased = await both(`DELETE /api/persons/donor/${await donorOf(id)}`);
    expect(erased).toMatchObject([[200, 404], [{ action: 'person.erased' }]]);

    const other = await aSyncedEvent(app, vera);
    const deleted = await both(`DELETE /api/events/${other.event.id}`);
    expect(deleted).toMatchObject([[200, 404], [{ action: 'event.deleted' }]]);
  });

  test('of whom one deletes what the other changes leave it deleted', async () => {
    for (let round = 0; round < 4; round += 1) {
      const other = await aSyncedEvent(app, vera);
      const change = () => vera.send(`PUT /api/events/${other.event.id}`, { body: { place: 'Chur' } });
      const add = () => vera.send(`POST /api/events/${other.event.id}/participants`, { body: anna });
      const close = () => second.send(`DELETE /api/events/${other.event.id}`);
      const calls = [change, add];
      calls.splice(round % 3, 0, close);
      const answers = await Promise.all(calls.map((call) => call()));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expect.toBeOneOf([200, 201, 404])));
      const events = await visitor.expect<Event[]>(200, 'GET /api/events');
      expect(events.map(({ id }) => id)).not.toContain(other.event.id);
    }
  });
});

test('what must hold holds, now and in the next life', async () => {
  await expectInvariantsOverRestart(app);
});
