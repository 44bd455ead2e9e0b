import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { startProduct } from '#server/product.ts';
import { aSyncedEvent, manyPeople } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { gather, type Accepted } from './crowd.ts';
import { tell } from './figures.ts';
import { expectInvariants } from './invariants.ts';
import { Mortal } from './mortal.ts';
import { copiesIn, observe } from './verdict.ts';

const silent = pino({ level: 'silent' });
const PEOPLE = 24;
const ANSWER_WITHIN_MS = 5000;
const BACK_WITHIN_MS = 3000;

/** A product in a process of its own, with people at it, while its database comes and goes. */
export interface Besieged {
  surroundings: Surroundings;
  mortal: Mortal;
  /** One for each of them: none waits for another's row. */
  participants: Participant[];
  /** Around whatever stands between the product and its database. */
  db: Database;
  accepted: Accepted[];
  stop(): Promise<void>;
}

/** `env` may lead the product to its database another way than ours, which is `databaseUrl`. */
export async function besiege(databaseUrl: string, env: Record<string, string>): Promise<Besieged> {
  const surroundings = await startSurroundings({
    LIMIT_FORMS_PER_ADDRESS: '999999/1d',
    DATABASE_URL: databaseUrl,
    ...env,
  });
  const mortal = new Mortal(surroundings);
  mortal.launch();
  await mortal.ready();
  const list = manyPeople(PEOPLE);
  const { participants } = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'), list);
  const db = observe(databaseUrl);
  return {
    surroundings,
    mortal,
    participants: participants,
    db,
    accepted: [],
    stop: async () => {
      await mortal.kill();
      await db.destroy();
      await surroundings.stop();
    },
  };
}

let crowds = 0;

/** Makes the database go away; resolves with what brings it back. */
type Fault = () => Promise<() => Promise<void> | void>;

/** What people saw of it. */
interface Seen {
  forms: number;
  putOff: number;
  slowest: number;
  back: number;
  /** What nobody should ever see. */
  wrong: string[];
}

/**
 * People send forms while the database is away. `isAway`: nobody can be served meanwhile, so that somebody
 * must be told so; `ms`: so long it stays away at least.
 */
export async function outlives(besieged: Besieged, fault: Fault, { isAway = true, ms = 0 } = {}): Promise<Seen> {
  const { mortal, surroundings, participants } = besieged;
  const crowd = gather(surroundings.url, participants, PEOPLE, `crowd-${(crowds += 1)}`);
  const { putOff } = crowd;
  await vi.waitFor(() => expect(crowd.accepted.length).toBeGreaterThan(PEOPLE), 20_000);
  const mend = await fault();
  const began = performance.now();
  if (isAway) await vi.waitFor(() => expect(putOff.count + putOff.unanswered).toBeGreaterThan(PEOPLE), 30_000);
  const health = await statusOf(surroundings, '/healthz');
  await sleep(Math.max(0, ms - (performance.now() - began)));
  await mend();
  const back = await servedAgain(crowd.accepted);
  await crowd.goHome();
  besieged.accepted.push(...crowd.accepted);
  return {
    forms: new Set(crowd.accepted.map(({ key }) => key)).size,
    putOff: putOff.count,
    slowest: Math.round(putOff.slowest),
    back: Math.round(back),
    wrong: [
      ...(mortal.isAlive && health === 200 ? [] : ['it died']),
      ...(putOff.unanswered > 0 ? [`${putOff.unanswered} forms without an answer`] : []),
      ...crowd.refused,
    ],
  };
}

/** Each form was answered, at the latest with 503, and all went on soon after the database was back. */
export async function expectOutlived(
  { surroundings, db, accepted, mortal }: Besieged,
  row: string,
  seen: Seen[],
  backWithin = BACK_WITHIN_MS,
): Promise<void> {
  const sum = (of: 'forms' | 'putOff') => seen.reduce((all, one) => all + one[of], 0);
  const most = (of: 'slowest' | 'back') => Math.max(...seen.map((one) => one[of]));
  const wrong = seen.flatMap((one) => one.wrong);
  tell({
    row,
    aim: `never dies, 503 ≤ ${ANSWER_WITHIN_MS} ms, back ≤ ${backWithin} ms, 0 lost`,
    figure:
      `${sum('forms')} forms, ${sum('putOff')} × 503 within ${most('slowest')} ms, ` +
      `back after ${most('back')} ms${wrong[0] ? `, ${wrong.length} wrong: ${wrong[0]}` : ''}`,
  });
  expect(wrong).toEqual([]);
  expect(most('slowest')).toBeLessThanOrEqual(ANSWER_WITHIN_MS);
  expect(most('back')).toBeLessThanOrEqual(backWithin);
  expect(await statusOf(surroundings, '/readyz')).toBe(200);
  await expectInvariants(db, { accepted, logs: mortal.logs });
}

/** Milliseconds until forms are accepted once more. */
async function servedAgain(accepted: Accepted[]): Promise<number> {
  const began = performance.now();
  const before = accepted.length;
  await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(before), { timeout: 60_000, interval: 5 });
  return performance.now() - began;
}

const statusOf = async ({ url }: Surroundings, path: string) =>
  (await fetch(url + path, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).status;

/** Further than a worker's lease: what one had in hand that could not mark it is taken up again. */
const LATER_MS = 180_000;

/** What was accepted is there, once, and its mail leaves in the product's next life. */
export async function expectNothingLost({
  mortal,
  surroundings,
  db,
  accepted,
}: Omit<Besieged, 'participants' | 'stop'>): Promise<void> {
  await mortal.kill();
  const now = () => new Date(Date.now() + LATER_MS);
  const product = await startProduct(readConfig(surroundings.env), { clock: now, log: silent });
  await vi.waitFor(async () => expect(await countWaiting(db)).toBe(0), { timeout: 60_000, interval: 50 });
  const copies = await copiesIn(surroundings.mailbox);
  await expectInvariants(db, { accepted, copies, logs: mortal.logs, now: now() });
  await product.stop();
  tell({
    row: 'after all of that',
    aim: 'each form once, each with its mail',
    figure: `${new Set(accepted.map(({ key }) => key)).size} forms, ${copies.length} mails`,
  });
}

/** Mails that have neither left nor failed for good. */
export async function countWaiting(db: Database): Promise<number> {
  const waiting = db.selectFrom('mails').where('sent_at', 'is', null).where('failed_at', 'is', null);
  const { n } = await waiting.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return n;
}
