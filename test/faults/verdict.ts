import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Mailbox } from '#sandbox/mailbox.ts';
import { connect, patient, type Database } from '#server/db/connect.ts';
import type { App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { keyIn } from '#test/factories.ts';
import { expectInvariants } from './invariants.ts';
import type { Copy, Witness } from './invariants/ask.ts';

/** For verdicts, which take as long as they take: ten thousand mails are compared with each other. */
export function observe(databaseUrl: string): Database {
  return connect(databaseUrl, pino({ level: 'silent' }), { ...patient, max: 16 });
}

/** What must hold holds now, and in the product's next life, once that has taken up what is due. */
export async function expectInvariantsOverRestart(app: App, told: Witness = {}): Promise<void> {
  await taken(app);
  await expectInvariants(app.product.ctx.db, await witnessOf(app, told));
  await app.restart();
  await taken(app);
  await expectInvariants(app.product.ctx.db, await witnessOf(app, told));
}

/** What is due is taken up: a test that moves the clock makes much of it due at once. */
async function taken(app: App): Promise<void> {
  await vi.waitFor(async () => expect(await dueWork(app)).toBe(0), { timeout: 30_000, interval: 25 });
}

async function witnessOf(app: App, told: Witness): Promise<Witness> {
  const [copies, answers] = await Promise.all([copiesIn(app.mailbox), publicAnswers(app.client('de'))]);
  return { copies, answers, logs: app.logs, now: app.now(), ...told };
}

/** Every physical copy that has arrived. */
export async function copiesIn(mailbox: Mailbox): Promise<Copy[]> {
  const mails = await mailbox.messages();
  return mails.map(({ messageId, text, envelope }) => ({ messageId, token: keyIn(text), to: envelope.to }));
}

/** What anybody may read of the first few events. */
export async function publicAnswers(visitor: TestClient): Promise<string[]> {
  const read = async (path: string) => JSON.stringify((await visitor.send(`GET ${path}`)).body);
  const events = (await visitor.expect<Event[]>(200, 'GET /api/events')).slice(0, 3);
  const lists = await Promise.all(
    events.map(({ id }) => visitor.expect<Participant[]>(200, `GET /api/events/${id}/participants`)),
  );
  const participants = lists.flatMap((people) => people.slice(0, 2)).map(({ id }) => id);
  return Promise.all([
    read('/'),
    read('/api/events'),
    ...events.flatMap(({ id, slug }) => [
      read(`/participants/${slug || id}`),
      read(`/api/events/${id}/participants`),
      read(`/api/donations/event/${id}`),
      read(`/api/donations/totals/${id}`),
      read(`/api/payrexx/donation-amounts/${id}`),
      read(`/api/payrexx/total-donations/${id}`),
    ]),
    ...participants.flatMap((id) => [read(`/give/${id}`), read(`/api/participants/${id}`)]),
  ]);
}

/** Mails, checkouts and lists whose time has come, and that nobody has in hand. */
async function dueWork(app: App): Promise<number> {
  const now = app.now();
  const { rows } = await sql<{ due: number }>`
    select (select count(*) from mails where sent_at is null and failed_at is null and send_after <= ${now})
      + (select count(*) from checkouts where gateway_id is not null and next_look_at <= ${now})
      + (select count(*) from payment_sweeps where next_at <= ${now}) as due`.execute(app.product.ctx.db);
  return rows[0]?.due ?? 0;
}
