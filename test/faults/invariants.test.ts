import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql, type ControlledTransaction } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { readConfig } from '#server/config.ts';
import { connect, sessionName, type Database } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import { startProduct, type Product } from '#server/product.ts';
import { aGiftEvent, aPledge, aSyncedEvent, giftBody, type GiftReply } from '#test/factories.ts';
import { allOf } from '#test/payrexx.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { expectInvariants, invariants, violations } from './invariants.ts';
import type { Witness } from './invariants/ask.ts';
import { planted, type Scene } from './planted.ts';
import { copiesIn, publicAnswers } from './verdict.ts';

const silent = pino({ level: 'silent' });
let surroundings: Surroundings;
/** What an honest run knows about itself. */
let witness: Required<Omit<Witness, 'now'>>;
let token: string;
let outside: Database;
let db: ControlledTransaction<Tables>;

/** Three pledges — pending, confirmed, cancelled after it was confirmed —, a gift, and everything that they caused. */
beforeAll(async () => {
  surroundings = await startSurroundings();
  const logs: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) });
  const product = await startProduct(readConfig(surroundings.env), { log });
  const { participants } = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'));
  const participant = participants[0] as Participant;
  const pledges = [];
  for (let n = 0; n < 3; n += 1) pledges.push(await aPledge(surroundings, participant));
  const [, confirmed, cancelled] = pledges as [object, { token: string }, { token: string }];
  const client = surroundings.client();
  await client.expect(200, `GET /api/donations/confirm/${confirmed.token}`);
  await client.expect(200, `GET /api/donations/confirm/${cancelled.token}`);
  await client.expect(200, `GET /api/donations/cancel/${cancelled.token}`);
  // By hand, since the factory's pledges have no key.
  for (const { id } of pledges) {
    await sql`update pledges set client_key = encode(sha256(${`POST /api/donations form-${id}`}::bytea), 'base64')
      where id = ${id}`.execute(product.ctx.db);
  }
  const given = await give(product);
  await vi.waitFor(async () => expect(await surroundings.mailbox.messages()).toHaveLength(7), 10_000);
  const ledger = [
    { instance: 'demo', payments: await allOf(product.ctx.payments.listPayments('demo', before, after())) },
  ];
  const answers = await publicAnswers(client);
  await product.stop();
  witness = {
    accepted: pledges.map(({ id }) => ({ key: `form-${id}`, id })),
    copies: await copiesIn(surroundings.mailbox),
    pressed: [
      { token: confirmed.token, status: 'confirmed' },
      { token: cancelled.token, status: 'cancelled' },
    ],
    logs,
    answers,
    given: [given],
    ledger,
    shown: [{ eventId: given.eventId, amount: 3000 }],
  };
  token = confirmed.token;
  outside = connect(surroundings.databaseUrl, silent);
});
afterAll(async () => {
  await outside.destroy();
  await surroundings.stop();
});

const before = new Date(Date.now() - 60_000);
const after = () => new Date(Date.now() + 60_000);

/** A gift of CHF 50, of which 20 went back. */
async function give(product: Product) {
  const vera = await surroundings.signedIn('vera');
  const { event, participants } = await aGiftEvent(surroundings, vera);
  const key = 'gift-1';
  const body = giftBody(participants[0] as Participant);
  const headers = { 'idempotency-key': key };
  const { id, link } = await surroundings.client().expect<GiftReply>(201, 'POST /api/gifts', { body, headers });
  surroundings.payrexx.refund(surroundings.payrexx.pay(link).id, 2000);
  await vi.waitFor(async () => {
    const gifts = await product.ctx.db.selectFrom('gifts').select('net').execute();
    expect(gifts).toEqual([{ net: 3000 }]);
  }, 15_000);
  return { key, id, link, eventId: event.id };
}

/** Whatever a test plants is taken back when it ends. */
beforeEach(async () => {
  db = await outside.startTransaction().execute();
});
afterEach(() => db.rollback().execute());

const plant = async (statement: string) => void (await sql.raw(statement).execute(db));
const scene = (): Scene => ({
  witness,
  token,
  plant,
  copiesWith: (change) =>
    witness.copies.map((copy, n) => (n === 0 ? { ...copy, ...change } : copy)).concat(witness.copies.slice(0, 1)),
});

test('an honest run breaks none of them', async () => {
  await expectInvariants(db, witness);
});

test('each of them has its control', () => {
  expect(new Set([...planted.map(([invariant]) => invariant), 'I15'])).toEqual(
    new Set(invariants.map((one) => one.name)),
  );
});

test.each(planted)('%s sees %s (control)', async (invariant, _what, plant, says) => {
  const found = await violations(db, { ...witness, ...(await plant(scene())) });
  expect(found).toContainEqual(expect.stringMatching(says));
  expect(new Set(found.map((line) => line.split(':')[0]))).toContain(invariant);
});

describe('I15 sees, once the product runs,', () => {
  /** Within a transaction the list of connections stays as it was first seen. */
  const look = async () => {
    await plant('select pg_stat_clear_snapshot()');
    return (await violations(db)).filter((line) => line.startsWith('I15'));
  };
  async function running<T>(jobs: boolean, work: () => Promise<T>): Promise<T> {
    const product = connect(surroundings.databaseUrl, silent, { application_name: sessionName(jobs) });
    await sql`select`.execute(product);
    return work().finally(async () => {
      await product.destroy();
      // The server lets go of a session a moment after it is left.
      const left = sql`select from pg_stat_activity where datname = current_database() and application_name like 'givelap-%'`;
      await vi.waitFor(async () => expect((await left.execute(outside)).rows).toEqual([]), 10_000);
    });
  }

  const mail = (sendAfter: string) =>
    `update mails set sent_at = null, secrets = '{}', tries = 1, send_after = ${sendAfter} where id = 1`;

  test.each([
    [
      'a mail that its worker leaves lying',
      true,
      mail("now() - interval '1 hour'"),
      /mail 1 lies since .* a worker lives/,
    ],
    ['a mail where no worker lives', false, mail("now() - interval '1 hour'"), /mail 1 lies since .* no worker lives/],
    [
      'a mail that is put off for a day',
      true,
      mail("now() + interval '1 day'"),
      /mail 1 was tried and is put off until/,
    ],
    [
      'a wish that nobody takes up',
      true,
      `insert into sync_wishes (event_id, at) values (1, now() - interval '1 hour')`,
      /the sync of event 1 is wished since/,
    ],
    [
      'a sync whose instance died',
      true,
      `insert into sync_runs (event_id, started_at) values (1, now() - interval '1 hour')`,
      /sync \d+ runs since/,
    ],
    [
      'a checkout that nobody looks at',
      true,
      `update checkouts set next_look_at = now() - interval '1 hour'`,
      /checkout 1 lies since .* a worker lives/,
    ],
    [
      'an open checkout that is forgotten',
      true,
      'update checkouts set closed_at = null, next_look_at = null',
      /open checkout 1 is never looked at/,
    ],
    [
      'a notice that nothing points to',
      true,
      'update notices set handled_at = null where id = 1; update checkouts set next_look_at = null',
      /notice 1 waits for a look that never comes/,
    ],
    [
      'an account whose list nobody reads',
      true,
      `update payment_sweeps set next_at = now() - interval '1 hour'`,
      /the payments of demo were to be listed/,
    ],
  ])('%s (control)', async (_what, jobs, statement, says) => {
    await plant(statement);
    expect(await look()).toEqual([]);
    expect(await running(jobs, look)).toEqual([expect.stringMatching(says)]);
  });

  test('nothing where a mail is tried again within the hour', async () => {
    await plant(
      `update mails set sent_at = null, secrets = '{}', tries = 1, send_after = now() + interval '59 minutes'`,
    );
    expect(await running(true, look)).toEqual([]);
  });
});

describe('npm run check-invariants', () => {
  const run = async (env: Record<string, string>, ...logFile: string[]) => {
    const program = fileURLToPath(new URL('check-invariants.ts', import.meta.url));
    const child = spawn(process.execPath, [program, ...logFile], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: code as unknown, out, err };
  };

  test('says one line for each, and ends well where all hold', async () => {
    const { code, out } = await run({ DATABASE_URL: surroundings.databaseUrl });
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines.map((line) => line.split(/\s/)[0])).toEqual(invariants.map(({ name }) => name));
    expect(lines).toContainEqual(expect.stringMatching(/^I1 +not asked/));
    expect(lines).toContainEqual(expect.stringMatching(/^I3 +ok/));
  });

  test('names what it finds, and ends with 1 (control)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'givelap-log-'));
    const logFile = path.join(folder, 'log');
    await writeFile(logFile, '{"msg":"hello"}\n{"to":"eva@example.test"}\n');
    const { code, out } = await run({ DATABASE_URL: surroundings.databaseUrl }, logFile);
    await rm(folder, { recursive: true });
    expect(code).toBe(1);
    expect(out).toMatch(/^I13 +1 hits .*\n +an address is logged/m);
  });

  test('without a database says so', async () => {
    expect(await run({})).toMatchObject({ code: 2, err: 'DATABASE_URL is not set.\n' });
  });
});
