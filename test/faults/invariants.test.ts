import { sql, type ControlledTransaction } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import { startProduct } from '#server/product.ts';
import { aPledge, aSyncedEvent, tokenIn } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { expectInvariants, invariants, violations, type Witness } from './invariants.ts';

const silent = pino({ level: 'silent' });
let surroundings: Surroundings;
/** What an honest run knows about itself. */
let witness: Required<Omit<Witness, 'now'>>;
let token: string;
let outside: Database;
let db: ControlledTransaction<Tables>;

/** Three pledges — pending, confirmed, cancelled after it was confirmed — and everything that they caused. */
beforeAll(async () => {
  surroundings = await startSurroundings();
  const logs: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) });
  const product = await startProduct(readConfig(surroundings.env), { log });
  const { participants } = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'));
  const runner = participants[0] as Participant;
  const pledges = [];
  for (let n = 0; n < 3; n += 1) pledges.push(await aPledge(surroundings, runner));
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
  await vi.waitFor(async () => expect(await surroundings.mailbox.messages()).toHaveLength(6), 10_000);
  await product.stop();
  const copies = (await surroundings.mailbox.messages()).map(({ messageId, text, envelope }) => ({
    messageId,
    token: tokenIn(text),
    to: envelope.to,
  }));
  witness = { accepted: pledges.map(({ id }) => ({ key: `form-${id}`, id })), copies, logs };
  token = confirmed.token;
  outside = connect(surroundings.databaseUrl, silent, { application_name: 'test' });
});
afterAll(async () => {
  await outside.destroy();
  await surroundings.stop();
});

/** Whatever a test plants is taken back when it ends. */
beforeEach(async () => {
  db = await outside.startTransaction().execute();
});
afterEach(() => db.rollback().execute());

const plant = (statement: string) => sql.raw(statement).execute(db);
const copiesWith = (change: object) =>
  witness.copies.map((copy, n) => (n === 0 ? { ...copy, ...change } : copy)).concat(witness.copies.slice(0, 1));

test('an honest run breaks none of them', async () => {
  await expectInvariants(db, witness);
});

test('each of them has its control', () => {
  expect(new Set([...planted.map(([invariant]) => invariant), 'I15'])).toEqual(
    new Set(invariants.map((one) => one.name)),
  );
});

type Planted = [name: string, what: string, plant: () => Promise<object> | Partial<Witness>, says: RegExp];

const planted: Planted[] = [
  [
    'I1',
    'an accepted pledge that is not there',
    () => ({ accepted: [...witness.accepted, { key: 'lost', id: 99 }] }),
    /form lost .* not stored/,
  ],
  [
    'I1',
    'a form that is stored twice',
    () =>
      plant(`alter table pledges drop constraint pledges_client_key_key;
        update pledges set client_key = (select min(client_key) from pledges)`),
    /is stored 3 times/,
  ],
  [
    'I1',
    'a form that was answered two pledges',
    () => ({ accepted: [...witness.accepted, { key: 'form-1', id: 2 }] }),
    /form form-1 was answered pledge 2/,
  ],
  [
    'I1',
    'a pledge that nobody was told of',
    () => ({ accepted: witness.accepted.slice(1) }),
    /pledge \d was never accepted/,
  ],
  [
    'I3',
    'a pledge without its mail',
    () => plant(`update mails set kind = 'other' where pledge_id = 1`),
    /pledge 1 has 0 request mails/,
  ],
  [
    'I3',
    'a pledge with two',
    () => plant(`update mails set kind = 'pledge-request' where pledge_id = 2`),
    /pledge 2 has 2 request mails/,
  ],
  [
    'I3',
    'a mail given up in silence',
    () => plant('update mails set sent_at = null, failed_at = now()'),
    /failed without a reason/,
  ],
  [
    'I3',
    'a queued mail that lost its token',
    () => plant('update mails set sent_at = null, send_after = now()'),
    /waits without its token/,
  ],
  ['I3', 'a sent mail that kept its token', () => plant(`update mails set secrets = '{}'`), /keeps its token/],
  [
    'I4',
    'two mails of one name',
    () => plant(`alter table mails drop constraint mails_message_id_key; update mails set message_id = '<1@x>'`),
    /6 mails are called/,
  ],
  [
    'I4',
    'copies of one mail with two tokens',
    () => ({ copies: copiesWith({ token: 'x'.repeat(43) }) }),
    /copies of <.*> carry 2 tokens/,
  ],
  ['I4', 'a token that opens nothing', () => plant('delete from links'), /opens no pledge/],
  [
    'I5',
    'a mail without a pledge',
    () => plant('update mails set pledge_id = null where id = 1'),
    /mail 1 goes to 1 with no cause/,
  ],
  [
    'I5',
    'a mail to somebody else',
    () => plant(`update mails set to_email = 'mallory@example.test' where id = 1`),
    /mail 1 .* another donor/,
  ],
  ['I5', 'a copy for two', () => ({ copies: copiesWith({ to: ['a@example.test', 'b@example.test'] }) }), /goes to 2/],
  [
    'I6',
    'a pledge that was confirmed twice',
    () => plant(`insert into pledge_events (pledge_id, seq, kind) values (2, 3, 'confirmed')`),
    /pledge 2: confirmed after confirmed/,
  ],
  [
    'I6',
    'a step that is missing',
    () => plant('update pledge_events set seq = 5 where pledge_id = 2 and seq = 2'),
    /pledge 2: confirmed after promised/,
  ],
  [
    'I6',
    'a time that no step made',
    () => plant('update pledges set cancelled_at = now() where id = 1'),
    /pledge 1: its times do not say promised/,
  ],
  [
    'I6',
    'a time that is another',
    () => plant(`update pledges set confirmed_at = confirmed_at + interval '1 second' where id = 2`),
    /pledge 2: its times do not say confirmed/,
  ],
  [
    'I6',
    'a pledge without a history',
    () => plant('delete from pledge_events where pledge_id = 1'),
    /pledge 1: its times do not say anything/,
  ],
  [
    'I7',
    'a pledge counted twice',
    () => plant('update participant_totals set pledges_confirmed = 2'),
    /2 confirmed and 1 pending are shown, 200 with 1/,
  ],
  [
    'I7',
    'an amount counted twice',
    () => plant('update participant_totals set rate_confirmed = 400'),
    /400 with 1 confirmed/,
  ],
  ['I7', 'totals that are not there', () => plant('delete from participant_totals'), /participant 1/],
  [
    'I12',
    'two syncs at once',
    () => plant('drop index sync_running; insert into sync_runs (event_id) values (1), (1)'),
    /event 1 has 2 syncs/,
  ],
  [
    'I12',
    'one person twice',
    () =>
      plant(`alter table participants drop constraint participant_source;
        insert into participants (event_id, source, source_id, first_name, last_name, sort_name, search, row_hash)
        select event_id, source, source_id, first_name, last_name, sort_name, search, row_hash from participants`),
    /holds 2 people/,
  ],
  [
    'I13',
    'an address in a log line',
    () => ({ logs: ['{"to":"Eva <eva.muster+x@example.test>"}'] }),
    /an address is logged/,
  ],
  ['I13', 'a token in a log line', () => ({ logs: [`GET /donation/confirm/${token}`] }), /a token of pledge 2/],
];

describe('is seen:', () => {
  test.each(planted)('%s, %s (control)', async (invariant, _what, plant, says) => {
    const change = await plant();
    const found = await violations(
      db,
      change && 'rows' in change ? witness : { ...witness, ...(change as Partial<Witness>) },
    );
    expect(found).toContainEqual(expect.stringMatching(says));
    expect(new Set(found.map((line) => line.split(':')[0]))).toContain(invariant);
  });

  test('I15, a mail that nobody sends though a worker runs (control)', async () => {
    await plant(`update mails set sent_at = null, secrets = '{}', send_after = now() - interval '1 hour' where id = 1`);
    expect((await violations(db)).filter((line) => line.startsWith('I15'))).toEqual([]);
    const worker = connect(surroundings.databaseUrl, silent);
    await sql`select`.execute(worker);
    // Within a transaction the list of connections stays as it was first seen.
    await plant('select pg_stat_clear_snapshot()');
    expect(await violations(db)).toContainEqual(expect.stringMatching(/^I15: mail 1 lies since/));
    await worker.destroy();
  });
});
