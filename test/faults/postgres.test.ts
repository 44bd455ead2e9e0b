import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gather } from './crowd.ts';
import { Mortal } from './mortal.ts';
import { aPatient, expectNothingLost, expectOutlived, outlives, type Patient } from './outage.ts';
import { OwnPostgres } from './own-postgres.ts';

/** Long runs say more: `DB_CRASHES=10 DB_CUTS=100`. */
const CRASHES = Number(process.env.DB_CRASHES) || 1;
const CUTS = Number(process.env.DB_CUTS) || 8;

let postgres: OwnPostgres;
let patient: Patient;

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  patient = await aPatient(postgres.url, {});
});
afterAll(async () => {
  await patient.stop();
  await postgres.remove();
});

test(`the database crashes, ${CRASHES} times`, async () => {
  const seen = [];
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const outage = outlives(patient, async () => {
      await postgres.crash();
      return () => postgres.startAgain();
    });
    seen.push(await outage);
  }
  await expectOutlived(patient, `stop -m immediate, ${CRASHES} times`, seen);
});

test(`all its sessions are ended ${CUTS} times, in and outside of transactions`, async () => {
  let inside = 0;
  const cut = async () => {
    for (let cuts = 0; cuts < CUTS; cuts += 1) {
      inside += (await postgres.endSessions()).inside;
      await sleep(100);
    }
    return () => {};
  };
  await expectOutlived(patient, `sessions ended ${CUTS} times`, [await outlives(patient, cut, { isAway: false })]);
  expect(inside).toBeGreaterThan(0);
});

test('nothing that was accepted is lost, now and in the next life', () => expectNothingLost(patient));

test('one that listens to none of its sessions dies with them (control)', async () => {
  await patient.mortal.kill();
  const wrong = new Mortal(patient.surroundings, new URL('wrong-product.ts', import.meta.url).pathname);
  wrong.launch();
  await wrong.ready();
  const crowd = gather(patient.surroundings.url, patient.runners, 8, 'wrong');
  await vi.waitFor(() => expect(crowd.accepted.length).toBeGreaterThan(8), 20_000);
  await postgres.endSessions();
  await vi.waitFor(() => expect(wrong.isAlive).toBe(false), 10_000);
  wrong.launch();
  await wrong.ready();
  await crowd.goHome();
  await wrong.kill();
});
