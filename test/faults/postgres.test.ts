import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { gather } from './crowd.ts';
import { Mortal } from './mortal.ts';
import { besiege, expectNothingLost, expectOutlived, outlives, type Besieged } from './outage.ts';
import { OwnPostgres } from './own-postgres.ts';

/** Long runs say more: `DB_CRASHES=10 DB_CUTS=100`. */
const CRASHES = Number(process.env.DB_CRASHES) || 1;
const CUTS = Number(process.env.DB_CUTS) || 8;

let postgres: OwnPostgres;
let besieged: Besieged;

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  besieged = await besiege(postgres.url, {});
});
afterAll(async () => {
  await besieged.stop();
  await postgres.remove();
});

test(`the database crashes, ${CRASHES} times`, async () => {
  const seen = [];
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const outage = outlives(besieged, async () => {
      await postgres.crash();
      return () => postgres.startAgain();
    });
    seen.push(await outage);
  }
  await expectOutlived(besieged, `stop -m immediate, ${CRASHES} times`, seen);
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
  await expectOutlived(besieged, `sessions ended ${CUTS} times`, [await outlives(besieged, cut, { isAway: false })]);
  expect(inside).toBeGreaterThan(0);
});

test('nothing that was accepted is lost, now and in the next life', () => expectNothingLost(besieged));

test('one that listens to none of its sessions dies with them (control)', async () => {
  await besieged.mortal.kill();
  const wrong = new Mortal(besieged.surroundings, new URL('./wrong/product.ts', import.meta.url).pathname);
  wrong.launch();
  await wrong.ready();
  const crowd = gather(besieged.surroundings.url, besieged.participants, 8, 'wrong');
  await vi.waitFor(() => expect(crowd.accepted.length).toBeGreaterThan(8), 20_000);
  await postgres.endSessions();
  await vi.waitFor(() => expect(wrong.isAlive).toBe(false), 10_000);
  wrong.launch();
  await wrong.ready();
  await crowd.goHome();
  await wrong.kill();
});
