/** @module-tag slow */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aNewKey, aPerson, aPledge, aSyncedEvent, pledgeBody, type Made } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';
import { columnsHolding } from '#test/kept-texts.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let people: Participant[];
let made: Made;

const ROUNDS = 8;
/** One per round, so that no name is a part of another. */
const nameOf = (round: number) => `Zgraggen${String.fromCharCode(65 + round)}`;

beforeAll(async () => {
  app = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '9999/1d', LIMIT_MAILS_PER_RECIPIENT: '999/1m' } });
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  const startList = Array.from({ length: ROUNDS + 1 }, (_, n) =>
    aPerson({ Firstname: 'Quirina', Lastname: nameOf(n), Email: `quirina.${nameOf(n)}@example.test` }),
  );
  const synced = await aSyncedEvent(app, vera, startList);
  [made, people] = [synced, synced.participants];
});
afterAll(() => app.stop());

const holding = (...words: string[]) => columnsHolding(app.product.ctx.db, words);

/** By the public, or by whom it says. */
type Press = [line: string, body?: unknown, client?: TestClient];

/** All at once, in another order each round; whatever the others answer, the erasure succeeds. */
async function raced(round: number, erasure: string, others: Press[]): Promise<void> {
  const calls = others.map(
    ([line, body, client = visitor]) =>
      () =>
        client.send(line, body === undefined ? {} : { body }),
  );
  const erase = () => vera.send(`DELETE ${erasure}`);
  calls.splice(round % (calls.length + 1), 0, erase);
  const answers = await Promise.all(calls.map((call) => call()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expect.toBeOneOf([200, 201, 404, 409, 429])));
  expect(answers[round % answers.length]?.status).toBe(200);
}

test('a donor who is erased while he confirms, cancels and asks for his mail again is erased', async () => {
  const participant = people.at(-1) as Participant;
  for (let round = 0; round < ROUNDS; round += 1) {
    const donor = { donor_name: 'Eleonora Wettstein', donor_email: `eleonora${round}@example.test` };
    const { id, token, receipt } = await aPledge(app, participant, donor);
    // So that the mail may be asked for again.
    app.forward(61_000);
    const { donor_id } = await app.product.ctx.db
      .selectFrom('pledges')
      .select('donor_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await raced(round, `/api/persons/donor/${donor_id}`, [
      [`POST /api/donations/confirm/${token}`],
      [`POST /api/donations/${id}/resend`, { receipt }],
      [`POST /api/donations/cancel/${token}`],
      [`POST /api/donations/confirm/${token}`],
      [`PUT /api/donations/${id}`, { status: 'cancelled', reason: 'Eleonora hat angerufen' }, vera],
    ]);
    expect([round, await holding('Eleonora', 'Wettstein')]).toEqual([round, []]);
  }
});

test('a donor who is erased while staff cancel his pledge and send his mails again is erased', async () => {
  const participant = people.at(-1) as Participant;
  const { logs } = await vera.expect<{ logs: { id: number }[] }>(200, 'GET /api/email-logs?limit=1');
  const last = logs[0]?.id ?? 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const donor = { donor_name: 'Hannelore Wettstein', donor_email: `hannelore${round}@example.test` };
    app.mailbox.faults.add({ at: 'rcpt', does: 550, text: 'unknown', to: donor.donor_email });
    const { id } = await visitor.expect<{ id: number }>(201, 'POST /api/donations', {
      body: pledgeBody(participant, donor),
    });
    const mail = await vi.waitFor(
      () =>
        app.product.ctx.db
          .selectFrom('mails as m')
          .innerJoin('pledges as p', 'p.id', 'm.pledge_id')
          .select(['m.id', 'p.donor_id'])
          .where('m.id', '>', last)
          .where('p.id', '=', id)
          .where('m.failed_at', 'is not', null)
          .executeTakeFirstOrThrow(),
      { timeout: 10_000, interval: 20 },
    );
    app.mailbox.faults.clear();
    await raced(round, `/api/persons/donor/${mail.donor_id}`, [
      [`PUT /api/donations/${id}`, { status: 'cancelled', reason: 'Frau Wettstein hat angerufen' }, vera],
      [`POST /api/email-logs/${mail.id}/resend`, undefined, vera],
      ['POST /api/email-logs/resend-failed', undefined, vera],
    ]);
    expect([round, await holding('Hannelore', 'Wettstein')]).toEqual([round, []]);
  }
});

test('a participant who is erased while people promise, confirm and the list is synchronised is erased', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const participant = people[round] as Participant;
    const { id, token } = await aPledge(app, participant);
    made.source.people[round] = { ...made.source.people[round], Club: `Fanclub ${nameOf(round)}` };
    made = await aNewKey(app, vera, made);
    const message = `Hopp ${nameOf(round)}`;
    await raced(round, `/api/persons/participant/${participant.id}`, [
      [`POST /api/donations/confirm/${token}`],
      ['POST /api/donations', pledgeBody(participant, { message })],
      [`POST /api/events/${participant.event_id}/sync-participants`],
      ['POST /api/donations', pledgeBody(participant, { message })],
      [
        `PUT /api/participants/${participant.id}`,
        { club: `Freunde ${nameOf(round)}`, motivational_message: message },
        vera,
      ],
      [`PUT /api/donations/${id}`, { status: 'cancelled', reason: `${nameOf(round)} fehlt` }, vera],
    ]);
    expect([round, await holding(nameOf(round))]).toEqual([round, []]);
  }
});

test('what must hold holds, now and in the next life', async () => {
  await expectInvariantsOverRestart(app);
});
