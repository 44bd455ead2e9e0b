/** @module-tag slow */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { aSyncedEvent, pledgeBody, tokenIn } from '#test/factories.ts';
import { chanceOf, seed } from '#test/faults/chance.ts';
import { expectInvariants } from '#test/faults/invariants.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';

type Fault = Parameters<App['mailbox']['faults']['add']>[0];

let app: App;
let participant: Participant;
let shift = 0;

beforeAll(async () => {
  app = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '9999/1d' } });
  participant = (await aSyncedEvent(app, await app.signedIn('vera'))).participants[0] as Participant;
});
afterEach(() => app.mailbox.faults.clear());
afterAll(() => app.stop());

/** The form is answered before the mail can have left; resolves with the donor's address. */
async function promise(): Promise<string> {
  const body = pledgeBody(participant);
  await app.client('de').expect(201, 'POST /api/donations', { body });
  return body.donor_email;
}

const rowsOf = (email: string) =>
  app.product.ctx.db.selectFrom('mails').selectAll().where('to_email', '=', email).execute();
/** There is one such mail, and it comes to this. */
const until = (email: string, state: object) =>
  vi.waitFor(async () => expect(await stateOf(email, Object.keys(state))).toEqual([state]), {
    timeout: 15_000,
    interval: 25,
  });
const stateOf = async (email: string, names: string[]) =>
  (await rowsOf(email)).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))));
const waiting = { sent_at: null, failed_at: null, secrets: expect.anything() };
const sent = { sent_at: expect.any(Date), failed_at: null, last_error: null, secrets: null };

const copies = async () =>
  (await app.mailbox.messages()).map(({ messageId, text, envelope }) => ({
    messageId,
    token: tokenIn(text),
    to: envelope.to,
  }));
const copiesFor = async (email: string) => (await copies()).filter(({ to }) => to.includes(email));

function forward(milliseconds: number): void {
  shift += milliseconds;
  app.forward(milliseconds);
}
const expectOrder = async () =>
  expectInvariants(app.product.ctx.db, {
    copies: await copies(),
    logs: app.logs,
    now: new Date(Date.now() + shift),
  });

// First, since a connection that once stood is used again.
describe('a server that does not want us', () => {
  test.each([
    ['connect', 554, 421],
    ['mail', 550, 451],
  ] as const)('at %s with %i and %i: tried again, and said aloud', async (at, first, second) => {
    const before = app.logs.length;
    for (const does of [first, second])
      app.mailbox.faults.add({ at, does, text: '<givelap@example.test> is not wanted', times: 1 });
    const email = await promise();
    await until(email, { ...waiting, tries: 1, last_error: expect.stringMatching(`${first}.*<…> is not wanted`) });
    forward(5000);
    await until(email, { ...waiting, tries: 2, last_error: expect.stringMatching(`${second}.*<…> is not wanted`) });
    const alarms = app.logs.slice(before).filter((line) => line.includes('"level":50'));
    expect(alarms).toEqual([first, second].map((does) => expect.stringContaining(String(does))));
    forward(20_000);
    await until(email, { ...sent, tries: 3 });
    expect(await copiesFor(email)).toHaveLength(1);
    await expectOrder();
  });
});

describe('a server that falls silent', () => {
  test.each(['mail', 'rcpt', 'data'] as const)('at %s: forms are answered, and the mail leaves later', async (at) => {
    app.mailbox.faults.add({ at, does: 'stall' });
    const emails = await Promise.all([promise(), promise(), promise()]);
    await until(emails[0], { ...waiting, tries: 1 });
    if (at === 'data') await vi.waitFor(async () => expect(await copiesFor(emails[0])).toHaveLength(1), 10_000);
    // Answered while every line to the server hangs.
    const late = await promise();
    await app.client().expect(200, 'GET /api/events');
    app.mailbox.faults.clear();
    // A line that broke before the message may be replaced at once; after it, only the next try may send again.
    await vi.waitFor(async () => expect(await countInHand()).toBe(0), { timeout: 15_000, interval: 25 });
    forward(5000);
    for (const email of [...emails, late]) await until(email, sent);
    expect((await copiesFor(emails[0])).length).toBe(at === 'data' ? 2 : 1);
    await expectOrder();
  });
});

test('recipients who keep the line waiting hold up nobody else', async () => {
  const slow = Array.from({ length: 4 }, () => pledgeBody(participant));
  for (const { donor_email: to } of slow) app.mailbox.faults.add({ at: 'rcpt', does: 'stall', to });
  await Promise.all(slow.map((body) => app.client('de').expect(201, 'POST /api/donations', { body })));
  for (const { donor_email } of slow) await until(donor_email, { ...waiting, tries: 1 });
  const others = await Promise.all(Array.from({ length: 24 }, promise));
  for (const email of others) await until(email, sent);
  // Nobody had to give up first.
  for (const { donor_email } of slow) await until(donor_email, { ...waiting, tries: 1, last_error: null });
  app.mailbox.faults.clear();
  await vi.waitFor(async () => expect(await countInHand()).toBe(0), { timeout: 15_000, interval: 25 });
  forward(5000);
  for (const { donor_email } of slow) await until(donor_email, sent);
  await expectOrder();
});

/** What may go wrong for one recipient, and whether it is for good. */
const kinds: { fault: Omit<Fault, 'to'>; isFinal?: true }[] = [
  { fault: { at: 'rcpt', does: 450, times: 1 } },
  { fault: { at: 'rcpt', does: 451, times: 3 } },
  { fault: { at: 'rcpt', does: 'cut', times: 2 } },
  { fault: { at: 'data', does: 452, times: 2 } },
  { fault: { at: 'data', does: 'cut', times: 2 } },
  { fault: { at: 'rcpt', does: 550 }, isFinal: true },
  { fault: { at: 'data', does: 554 }, isFinal: true },
];

test('when everything goes wrong at once, what can arrive arrives, one mail each, and the rest is said', async () => {
  console.log(`SEED=${seed} repeats this run`);
  const chance = chanceOf(0);
  const bodies = Array.from({ length: 48 }, (_, n) => ({
    body: pledgeBody(participant, { donor_email: `storm-${100 + n}@example.test` }),
    kind: chance.pick([null, ...kinds]),
  }));
  for (const { body, kind } of bodies) {
    if (kind) app.mailbox.faults.add({ ...kind.fault, to: body.donor_email, text: `<${body.donor_email}> is refused` });
  }
  await Promise.all(bodies.map(({ body }) => app.client().expect(201, 'POST /api/donations', { body })));
  // 5 s, 20 s and a minute later: the tries in which the faults are used up.
  for (const pause of [5, 20, 60]) {
    await vi.waitFor(async () => expect(await countInHand()).toBe(0), { timeout: 15_000, interval: 25 });
    forward(pause * 1000);
  }
  const expected: [email: string, copies: number][] = [];
  for (const { body, kind } of bodies) {
    const tries = kind?.isFinal ? 1 : (kind?.fault.times ?? 0) + 1;
    // A line that breaks before the message may be replaced within the same try.
    const counted = kind?.fault.does === 'cut' && kind.fault.at === 'rcpt' ? {} : { tries };
    const lost = {
      sent_at: null,
      failed_at: expect.any(Date),
      secrets: null,
      last_error: expect.stringMatching(/55\d/),
    };
    await until(body.donor_email, { ...counted, ...(kind?.isFinal ? lost : sent) });
    const arrived = kind?.fault.at === 'data' ? tries : kind?.isFinal ? 0 : 1;
    expected.push([body.donor_email, arrived]);
  }
  const arrived = (await copies()).map(({ to }) => to[0]);
  expect(expected.map(([email]) => [email, arrived.filter((to) => to === email).length])).toEqual(expected);
  await expectOrder();
});

test('and after a restart all that was promised still holds', () => expectInvariantsOverRestart(app));

/** Mails whose time has come, or that a worker has in hand. */
async function countInHand(): Promise<number> {
  const soon = new Date(Date.now() + shift);
  const rows = await app.product.ctx.db
    .selectFrom('mails')
    .select(['tries', 'send_after', 'last_error'])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
  // A lease lies further ahead than the pauses of these tries.
  return rows.filter((row) => row.send_after <= soon || row.send_after.getTime() - soon.getTime() > 90_000).length;
}
