import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { freePort } from '#sandbox/ports.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { startProduct } from '#server/product.ts';
import { aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import type { Accepted } from './crowd.ts';
import { tell } from './figures.ts';
import { expectInvariants, violations } from './invariants.ts';
import { Mortal } from './mortal.ts';
import { copiesIn, observe } from './verdict.ts';

const CALLERS = 64;
/** Long runs say more: `RACE_ROUNDS=200 RACE_PAIRS=10000`. */
const ROUNDS = Number(process.env.RACE_ROUNDS) || 8;
const PAIRS = Number(process.env.RACE_PAIRS) || 100;
/** So many pairs are at it at the same time: as many connections as one instance has to the database. */
const PAIRS_AT_ONCE = 16;
const PRESSES_PER_LINK = 20;
const patiently = { timeout: 30_000 + PAIRS * 10, interval: 50 };

const silent = pino({ level: 'silent' });
let surroundings: Surroundings;
let participant: Participant;
let db: Database;
/** Two processes on one database, each at its own address. */
let both: { mortal: Mortal; url: string }[] = [];

async function prepare(): Promise<void> {
  surroundings = await startSurroundings({
    LIMIT_FORMS_PER_ADDRESS: '999999/1d',
    LIMIT_MAILS_PER_RECIPIENT: '9999/1h',
  });
  db = observe(surroundings.databaseUrl);
  const product = await startProduct(readConfig(surroundings.env), { log: silent });
  const made = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'));
  participant = made.participants[0] as Participant;
  await product.stop();
}
async function leave(): Promise<void> {
  await endBoth();
  await db.destroy();
  await surroundings.stop();
}

async function launchBoth(program?: string): Promise<void> {
  const PORT = String(await freePort());
  const second = { ...surroundings, url: `http://localhost:${PORT}`, env: { ...surroundings.env, PORT } };
  both = [surroundings, second].map((around) => ({ mortal: new Mortal(around, program), url: around.url }));
  for (const { mortal } of both) mortal.launch();
  await Promise.all(both.map(({ mortal }) => mortal.ready()));
}
const endBoth = () => Promise.all(both.map(({ mortal }) => mortal.kill()));

interface Reply {
  status: number;
  body: { id?: number; donation?: { status: string }; email_sent?: boolean };
}

/** One of many at the same moment: they take turns at the two. */
async function call(caller: number, path: string, form?: { key: string; body: object }): Promise<Reply> {
  const response = await fetch(`${both[caller % both.length]?.url}${path}`, {
    method: 'POST',
    headers: form && { 'content-type': 'application/json', 'idempotency-key': form.key },
    ...(form && { body: JSON.stringify(form.body) }),
  });
  const text = await response.text();
  return { status: response.status, body: response.ok ? (JSON.parse(text) as Reply['body']) : {} };
}
const all = <T>(work: (caller: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, caller) => work(caller)));

const tellOf = (row: string, aim: string, rounds: number) =>
  tell({ row: `${CALLERS} ${row}, at two instances`, aim, figure: `${rounds} rounds: ${aim}` });

let links = 0;

/** The links of new pledges, read from their mails once all have arrived. */
async function makeLinks(count: number): Promise<string[]> {
  const bodies = Array.from({ length: count }, () => pledgeBody(participant));
  const left = bodies.entries();
  const send = async () => {
    for (const [n, body] of left) {
      const { status } = await call(n, '/api/donations', { key: `link-${(links += 1)}`, body });
      expect(status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: PAIRS_AT_ONCE }, send));
  await vi.waitFor(async () => expect(await unsent()).toBe(0), patiently);
  const wanted = new Set(bodies.map(({ donor_email }) => donor_email));
  const letters = (await copiesIn(surroundings.mailbox)).filter(({ to }) => wanted.has(to[0] ?? ''));
  expect(letters).toHaveLength(count);
  return letters.flatMap(({ token }) => token ?? []);
}

/** Every form is sent by many at the same moment. */
async function sendForms(): Promise<{ replies: Reply[][]; accepted: Accepted[] }> {
  const replies: Reply[][] = [];
  const accepted: Accepted[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const form = { key: `form-${round}`, body: pledgeBody(participant) };
    const answers = await all((caller) => call(caller, '/api/donations', form));
    replies.push(answers);
    accepted.push(...answers.flatMap(({ body }) => (body.id ? [{ key: form.key, id: body.id }] : [])));
  }
  return { replies, accepted };
}

/** Every link is pressed by many at the same moment; who presses what is the caller's number's to say. */
async function pressLinks(
  wishOf: (caller: number) => 'confirm' | 'cancel',
): Promise<{ token: string; replies: Reply[] }[]> {
  const pressed = [];
  for (const token of await makeLinks(ROUNDS)) {
    const replies = await all((caller) => call(caller, `/api/donations/${wishOf(caller)}/${token}`));
    pressed.push({ token, replies });
  }
  return pressed;
}
const either = (caller: number) => (caller % 4 < 2 ? 'confirm' : 'cancel');

async function countOf(table: 'mails' | 'pledge_events', kind: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where kind = ${kind}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** What must hold once everything has left. */
async function expectOrder(accepted?: Accepted[]): Promise<void> {
  await vi.waitFor(async () => expect(await unsent()).toBe(0), patiently);
  const logs = both.flatMap(({ mortal }) => mortal.logs);
  await expectInvariants(db, { copies: await copiesIn(surroundings.mailbox), logs, ...(accepted && { accepted }) });
}
const unsent = async () => (await sql`select from mails where sent_at is null`.execute(db)).rows.length;

describe(`${CALLERS} at two instances`, () => {
  beforeAll(async () => {
    await prepare();
    await launchBoth();
  });
  afterAll(leave);

  test('send one form: one pledge, one mail', async () => {
    const { replies, accepted } = await sendForms();
    for (const round of replies) {
      const created = round.filter(({ status }) => status === 201);
      expect([created.length, new Set(round.map(({ status }) => status))]).toEqual([1, new Set([200, 201])]);
      expect(new Set(round.map(({ body }) => body.id)).size).toBe(1);
    }
    await expectOrder(accepted);
    expect(await surroundings.mailbox.messages()).toHaveLength(ROUNDS);
    tellOf('send one form', 'one pledge, one mail', ROUNDS);
  });

  test('confirm: one transition, one mail', async () => {
    const pressed = await pressLinks(() => 'confirm');
    const replies = pressed.flatMap((one) => one.replies);
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.donation?.status} ${body.email_sent}`))).toEqual(
      new Set(['200 confirmed true']),
    );
    await expectOrder();
    expect([await countOf('pledge_events', 'confirmed'), await countOf('mails', 'pledge-confirmed')]).toEqual([
      ROUNDS,
      ROUNDS,
    ]);
    tellOf('confirm', 'one transition, one mail', ROUNDS);
  });

  test('confirm and cancel, while others pledge: each wish comes true, and the history says which was the last', async () => {
    const others = Array.from({ length: 12 }, (_, n) =>
      pledgeBody(participant, { donor_email: `same+${n}@example.test` }),
    );
    const [pressed, made] = await Promise.all([
      pressLinks(either),
      // The same mailbox and the same participant: whoever holds one of them must never wait for the other.
      Promise.all(others.map((body, n) => call(n, '/api/donations', { key: `other-${n}`, body }))),
    ]);
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { token, replies } of pressed) {
      // Each is told of its own wish, which came true.
      expect(replies.map(({ status, body }) => [status, body.donation?.status])).toEqual(
        replies.map((_, caller) => [200, either(caller) === 'confirm' ? 'confirmed' : 'cancelled']),
      );
      const { donation } = await surroundings
        .client()
        .expect<{ donation: { status: string } }>(200, `GET /api/donations/by-token/${token}`);
      expect(donation.status).toMatch(/^(confirmed|cancelled)$/);
    }
    await expectOrder();
    tellOf('confirm ∥ cancel', 'each wish comes true, 0 double', ROUNDS);
  });

  test('one confirms here while one cancels there: whoever is last is right, and the history holds both', async () => {
    const tokens = await makeLinks(Math.max(PAIRS_AT_ONCE, Math.ceil(PAIRS / PRESSES_PER_LINK)));
    const rounds = Array.from({ length: PAIRS }, (_, n) => tokens[n % tokens.length] ?? '').entries();
    const lost: string[] = [];
    const press = async () => {
      for (const [n, token] of rounds) {
        const wishes = [n % 2, (n + 1) % 2].map((one) => (one ? 'confirm' : 'cancel'));
        const replies = await Promise.all(
          wishes.map((wish, caller) => call(caller, `/api/donations/${wish}/${token}`)),
        );
        const told = replies.map(({ status, body }) => `${status} ${body.donation?.status}`);
        const wanted = wishes.map((wish) => `200 ${wish === 'confirm' ? 'confirmed' : 'cancelled'}`);
        if (told.join() !== wanted.join()) lost.push(`${wanted.join()} but ${told.join()}`);
      }
    };
    await Promise.all(Array.from({ length: PAIRS_AT_ONCE }, press));
    expect(lost).toEqual([]);
    await expectOrder();
    tell({
      row: 'one confirms, one cancels, at two instances',
      aim: '0 double, 0 lost',
      figure: `${PAIRS} rounds: 0 double, 0 lost`,
    });
  });

  test('and when both are killed and started anew, all of it still holds', async () => {
    const before = await surroundings.mailbox.messages();
    await endBoth();
    await launchBoth();
    await expectOrder();
    expect(await surroundings.mailbox.messages()).toEqual(before);
  });
});

describe('those who look before they write', () => {
  beforeAll(async () => {
    await prepare();
    await sql`alter table pledges drop constraint pledges_client_key_key`.execute(db);
    await sql`alter table pledge_events drop constraint pledge_events_pkey`.execute(db);
    await launchBoth(new URL('./wrong/product.ts', import.meta.url).pathname);
  });
  afterAll(leave);

  test('store a form more than once (control)', async () => {
    const { accepted } = await sendForms();
    const found = await violations(db, { accepted, copies: await copiesIn(surroundings.mailbox) });
    expect(found).toContainEqual(expect.stringMatching(/^I1: form .* is stored \d+ times/));
  });

  test('confirm a pledge more than once, and count it as often (control)', async () => {
    await pressLinks(() => 'confirm');
    expect(await violations(db)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^I6: pledge \d+: confirmed after confirmed/),
        expect.stringMatching(/^I7: participant \d+: .* are shown/),
      ]),
    );
  });
});
