import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GiftByHolder } from '#contract/gifts.ts';
import type { Participant } from '#contract/participants.ts';
import type { Person, PersonFile, PersonKind } from '#contract/persons.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson, pledgeBody } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let participant: Participant;

beforeAll(async () => {
  // Nothing changes a row but what is asked for.
  app = await startApp({ env: { JOBS: 'off' } });
  vera = await app.signedIn('vera');
  const { participants } = await aGiftEvent(app, vera, [aPerson({ Firstname: 'Ladina', Lastname: 'Caflisch' })], {
    donation_per_unit: 'true',
    mail_participants: 'true',
  });
  participant = participants[0] as Participant;
  const donor = { donor_name: 'Gion Tschuor', donor_email: 'gion@example.test', message: 'Hopp' };
  await app.client('de').expect(201, 'POST /api/donations', { body: pledgeBody(participant, donor) });
  const { id, link } = await anOpenGift(app, participant, donor);
  app.payrexx.pay(link);
  await app.payrexx.notices.settled();
  const { status } = await app.client().expect<GiftByHolder>(200, `GET /api/gifts/${id}`);
  expect(status).toBe('paid');
  await vera.expect(200, 'POST /api/payrexx/create-payment-page', { body: { participantId: participant.id } });
});
afterAll(() => app.stop());

const names = async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(app.product.ctx.db);
  return rows.map(({ name }) => name);
};

/** By table, all that stands there; but for sessions, which are noted to be in use. */
async function contents(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const name of (await names()).filter((one) => one !== 'sessions')) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(app.product.ctx.db);
    all.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return all;
}

/** What points to a table, what points to that, and so on. */
async function hangingOn(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive hanging as (
      select to_regclass(${table})::oid as id
      union select c.conrelid from pg_constraint c join hanging h on c.confrelid = h.id where c.contype = 'f'
    )
    select id::regclass::text as name from hanging order by 1`.execute(app.product.ctx.db);
  return rows.map(({ name }) => name);
}

async function found(kind: PersonKind, q: string): Promise<Person> {
  const { items } = await vera.expect<{ items: Person[] }>(200, `GET /api/persons?q=${q}`);
  return items.find((person) => person.kind === kind) as Person;
}

async function exported({ kind, id }: Person): Promise<string[]> {
  const { stored } = await vera.expect<PersonFile>(200, `GET /api/persons/${kind}/${id}/export`);
  expect(Object.entries(stored).filter(([, rows]) => rows.length === 0)).toEqual([]);
  return Object.keys(stored).toSorted();
}

/** The tables in which an erasure finds something to clear. */
async function erased({ kind, id }: Person): Promise<string[]> {
  const before = await contents();
  await vera.expect(200, `DELETE /api/persons/${kind}/${id}`);
  const after = await contents();
  return [...before.keys()].filter((name) => before.get(name) !== after.get(name));
}

// The donor first: what is erased of him was written to the participant too.
test('a donor is told of every table that hangs on him, and of every one that his erasure clears', async () => {
  const donor = await found('donor', 'tschuor');
  const told = await exported(donor);
  expect(told).toEqual([...(await hangingOn('donors')), 'activities'].toSorted());
  const cleared = await erased(donor);
  expect(cleared.length).toBeGreaterThan(6);
  expect(cleared.filter((name) => !told.includes(name))).toEqual([]);
});

test('a participant is told of every table that his erasure clears, but for what tells of others', async () => {
  const donor = { donor_name: 'Nina Nüesch', donor_email: 'nina@example.test', message: 'Allez' };
  await app.client('de').expect(201, 'POST /api/donations', { body: pledgeBody(participant, donor) });
  app.payrexx.pay((await anOpenGift(app, participant, donor)).link);
  await app.payrexx.notices.settled();
  const known = await found('participant', 'caflisch');
  const told = await exported(known);
  const cleared = await erased(known);
  expect(cleared).toContain('participants');
  // The list has another edition; notices say who paid.
  expect(cleared.filter((name) => !told.includes(name))).toEqual(['events', 'notices']);
});
