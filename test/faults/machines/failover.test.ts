import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { aSyncedEvent, manyPeople } from '#test/factories.ts';
import { startSurroundings } from '#test/surroundings.ts';
import { seed } from '../chance.ts';
import { gather } from '../crowd.ts';
import { tell } from '../figures.ts';
import { expectInvariants, violations } from '../invariants.ts';
import { Mortal } from '../mortal.ts';
import { startPair } from './pair.ts';

/** Long runs do it more often: `FAILOVER_ROUNDS=5`. */
const ROUNDS = Number(process.env.FAILOVER_ROUNDS) || 1;
const PEOPLE = 24;
/** Accepted before the primary dies, and again before people go home. */
const FORMS = 60;
/** Between the line's end and that of the primary. */
const UNNOTICED_MS = 150;

/** A pair under people whose primary dies, and whose standby is promoted: who was told what, and what is left of it. */
async function failOver({ synchronous }: { synchronous: boolean }) {
  const pair = await startPair({ synchronous });
  onTestFinished(() => pair.stop());
  const surroundings = await startSurroundings({ LIMIT_FORMS_PER_ADDRESS: '999999/1d', DATABASE_URL: pair.url });
  onTestFinished(() => surroundings.stop());
  const mortal = new Mortal(surroundings);
  onTestFinished(() => mortal.kill());
  mortal.launch();
  await mortal.ready();
  const people = manyPeople(PEOPLE);
  const { participants } = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'), people);
  const crowd = gather(surroundings.url, participants, PEOPLE);
  const acceptedBeyond = (count: number) =>
    vi.waitFor(() => expect(crowd.accepted.length).toBeGreaterThan(count), { timeout: 60_000, interval: 5 });

  await acceptedBeyond(FORMS);
  await pair.cutLine();
  const before = crowd.accepted.length;
  await sleep(UNNOTICED_MS);
  // Where the standby need not agree, people are told that all is well.
  if (!synchronous) await acceptedBeyond(before + PEOPLE);
  await pair.killPrimary();
  const died = performance.now();
  const told = crowd.accepted.length;
  await pair.promote();
  await acceptedBeyond(told);
  const waited = performance.now() - died;
  await acceptedBeyond(told + FORMS);
  await crowd.goHome();
  expect(mortal.isAlive).toBe(true);
  await mortal.terminate();

  const db = connect(pair.standbyUrl, pino({ level: 'silent' }));
  onTestFinished(() => db.destroy());
  return { db, crowd, waited };
}

test(
  'a primary dies under people who send forms: nothing that was acknowledged is lost',
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    console.log(`SEED=${seed} repeats this run`);
    const waits: number[] = [];
    let forms = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { db, crowd, waited } = await failOver({ synchronous: true });
      expect(crowd.refused).toEqual([]);
      await expectInvariants(db, { accepted: crowd.accepted });
      waits.push(waited);
      forms += crowd.accepted.length;
    }
    tell({
      row: `primary killed under ${PEOPLE} people, synchronous standby promoted`,
      aim: '0 acknowledged pledges lost',
      figure: `0 of ${forms} lost in ${ROUNDS} rounds; the next was acknowledged after ${waits.map((wait) => `${Math.round(wait)} ms`).join(', ')}`,
    });
  },
);

test('the same with a standby that need not agree loses what people were told is stored (control)', async () => {
  const { db, crowd } = await failOver({ synchronous: false });
  const lost = (await violations(db, { accepted: crowd.accepted })).filter((hit) => /^I1: .*not stored/.test(hit));
  expect(lost.length).toBeGreaterThan(0);
  console.log(`asynchronous: ${lost.length} of ${crowd.accepted.length} lost`);
});
