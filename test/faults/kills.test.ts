import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { startProduct, type Product } from '#server/product.ts';
import { aSyncedEvent, pledgeBody, tokenIn } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { chanceOf, seed } from './chance.ts';
import { gather, pressLinks, type Crowd } from './crowd.ts';
import { tell } from './figures.ts';
import { expectInvariants, violations } from './invariants.ts';
import { Mortal } from './mortal.ts';
import { copiesIn, observe } from './verdict.ts';

const PEOPLE = 24;
/** Long runs say more: `KILLS=500`. */
const KILLS = Number(process.env.KILLS) || 20;
/** What is promised; every commit shares its machine with others. */
const READY_WITHIN_MS = process.env.KILLS ? 3000 : 10_000;
/** Pledged before, and pressed all the while. */
const LINKS = 12;
/** Further than a worker's lease: what a killed one had in hand is taken up by the next. */
const LATER_MS = 180_000;

let surroundings: Surroundings;
let participant: Participant;
let db: Database;
const logs: string[] = [];

beforeAll(() => console.log(`SEED=${seed} repeats this run`));

beforeEach(async () => {
  logs.length = 0;
  surroundings = await startSurroundings({ LIMIT_FORMS_PER_ADDRESS: '999999/1d' });
  db = observe(surroundings.databaseUrl);
  const product = await inside();
  const made = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'));
  participant = made.participants[0] as Participant;
  await product.stop();
});
afterEach(async () => {
  await db.destroy();
  await surroundings.stop();
});

/** The product in this process, on the same port and database. */
function inside(clock = () => new Date()): Promise<Product> {
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) });
  return startProduct(readConfig(surroundings.env), { clock, log });
}

/** Forms that were accepted while all was well, with the links from their mails. */
async function makeLinks() {
  const product = await inside();
  const client = surroundings.client();
  const made = await Promise.all(
    Array.from({ length: LINKS }, async (_, n) => {
      const body = pledgeBody(participant);
      const headers = { 'idempotency-key': `link-${n}` };
      const { id } = await client.expect<{ id: number }>(201, 'POST /api/donations', { body, headers });
      const { text } = await surroundings.mailbox.waitFor(body.donor_email);
      return { key: headers['idempotency-key'], id, token: tokenIn(text) };
    }),
  );
  await product.stop();
  return made;
}

/** Kills it at random moments: mostly at work, at times while it starts. */
async function killAndRestart(mortal: Mortal, times: number): Promise<number[]> {
  const chance = chanceOf(-1);
  const waits: number[] = [];
  for (let kills = 0; kills < times; kills += 1) {
    mortal.launch();
    if (chance.oneIn(3)) await sleep(chance.whole(0, 600));
    else {
      waits.push(await mortal.ready());
      await sleep(chance.whole(50, 600));
    }
    await mortal.kill();
  }
  mortal.launch();
  waits.push(await mortal.ready());
  return waits.toSorted((a, b) => a - b);
}

const copies = () => copiesIn(surroundings.mailbox);

const countMails = async (where = sql`true`) =>
  (await sql<{ n: number }>`select count(*)::int as n from mails where ${where}`.execute(db)).rows[0]?.n ?? 0;

/** The product's next life finds what was left and sends it. */
async function drain(): Promise<void> {
  const product = await inside(() => new Date(Date.now() + LATER_MS));
  await vi.waitFor(async () => expect(await countMails(sql`sent_at is null`)).toBe(0), {
    timeout: 60_000 + KILLS * 500,
    interval: 50,
  });
  await expectInvariants(db, { now: new Date(Date.now() + LATER_MS) });
  await product.stop();
}

function tellOf(crowd: Crowd, letters: { messageId: string }[]): void {
  const forms = new Set(crowd.accepted.map(({ key }) => key)).size;
  const twice = letters.length - new Set(letters.map(({ messageId }) => messageId)).size;
  tell({
    row: `SIGKILL under ${PEOPLE} people and ${LINKS} readers`,
    aim: '0 lost, 0 double, every pledge has its mail',
    figure: `${KILLS} kills, ${forms} forms after ${crowd.retries()} retries, ${letters.length} mails, ${twice} of them again`,
  });
}

/** Of all its starts that were let come to their end, shortest first. */
let waits: number[] = [];

test(`killed ${KILLS} times under ${PEOPLE} people, it loses nothing and doubles nothing`, async () => {
  const links = await makeLinks();
  const mortal = new Mortal(surroundings);
  const crowd = gather(surroundings.url, [participant], PEOPLE);
  const readers = pressLinks(
    surroundings.url,
    links.map(({ token }) => token),
  );
  waits = await killAndRestart(mortal, KILLS);
  await Promise.all([crowd.goHome(), readers.goHome()]);
  await mortal.kill();
  expect([...crowd.refused, ...readers.refused]).toEqual([]);
  expect(crowd.accepted.length).toBeGreaterThan(PEOPLE);
  const accepted = [...links, ...crowd.accepted];
  const pressed = readers.pressed();
  expect(pressed).toHaveLength(LINKS);
  await expectInvariants(db, { accepted, pressed, copies: await copies() });

  await drain();
  const letters = await copies();
  tellOf(crowd, letters);
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(await countMails());
  await expectInvariants(db, { accepted, pressed, copies: letters, logs: [...mortal.logs, ...logs] });
});

test(`and is ready again within ${READY_WITHIN_MS} ms`, () => {
  const [median = 0, most = 0] = [waits[waits.length >> 1], waits.at(-1)];
  tell({
    row: 'ready again after a kill',
    aim: `within ${READY_WITHIN_MS} ms`,
    figure: `after ${Math.round(median)} ms, at most ${Math.round(most)} ms`,
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(READY_WITHIN_MS);
});

test('killed while it sends, it sends the same mails again, and each of their links works', async () => {
  const mortal = new Mortal(surroundings);
  // The mailbox has the whole mail, and the sender never hears of it.
  surroundings.mailbox.faults.add({ at: 'data', does: 'stall' });
  mortal.launch();
  await mortal.ready();
  const crowd = gather(surroundings.url, [participant], 8);
  await vi.waitFor(async () => expect((await copies()).length).toBeGreaterThanOrEqual(4), 10_000);
  await mortal.kill();
  mortal.launch();
  await mortal.ready();
  await crowd.goHome();
  await mortal.kill();
  surroundings.mailbox.faults.clear();
  expect(await countMails(sql`sent_at is null and tries > 0`)).toBeGreaterThanOrEqual(4);

  await drain();
  const letters = await copies();
  expect(letters.length).toBeGreaterThanOrEqual((await countMails()) + 4);
  await expectInvariants(db, { accepted: crowd.accepted, copies: letters, logs: [...mortal.logs, ...logs] });
  const product = await inside();
  const client = surroundings.client();
  for (const { token } of letters.slice(0, 8)) await client.expect(200, `POST /api/donations/confirm/${token}`);
  await expectInvariants(db);
  await product.stop();
});

test('one that looks before it inserts, and mails after the commit, loses and doubles (control)', async () => {
  await sql`alter table pledges drop constraint pledges_client_key_key`.execute(db);
  const mortal = new Mortal(surroundings, new URL('./wrong/product.ts', import.meta.url).pathname);
  const crowd = gather(surroundings.url, [participant], PEOPLE);
  await killAndRestart(mortal, 4);
  await crowd.goHome();
  await mortal.kill();
  expect(crowd.refused).toEqual([]);
  const found = await violations(db, { accepted: crowd.accepted, copies: await copies() });
  console.log(
    `the wrong one: ${found.length} violations among ${new Set(crowd.accepted.map(({ key }) => key)).size} forms`,
  );
  expect(found).toContainEqual(expect.stringMatching(/^I1: form .* is stored 2 times/));
  expect(found).toContainEqual(expect.stringMatching(/^I3: pledge \d+ has 0 request mails/));
});
