/** @module-tag slow */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift } from '#test/factories.ts';
import type { Participant } from '#contract/participants.ts';
import { lookForDonor } from './look.ts';

let app: App;
let participant: Participant;

beforeAll(async () => {
  // Nobody else may look in between.
  app = await startApp({ env: { JOBS: 'off' } });
  const { participants } = await aGiftEvent(app, await app.signedIn('vera'));
  participant = participants[0] as Participant;
});
afterAll(() => app.stop());

const faults = () =>
  app.logs.filter((line) => line.includes('look broke off')).map((line) => JSON.parse(line) as object);

/** Looks for the donor of an open gift, while what the provider says comes from the test. */
async function looking(readCheckout: () => Promise<never>) {
  const { ctx } = app.product;
  const { id } = await anOpenGift(app, participant);
  const gift = await ctx.db.selectFrom('gifts').select('id').where('public_id', '=', id).executeTakeFirstOrThrow();
  return { gift: gift.id, look: lookForDonor({ ...ctx, payments: { ...ctx.payments, readCheckout } }, gift.id) };
}

test('what breaks after the donor was answered is in the log', async () => {
  const said = Promise.withResolvers<never>();
  const { gift, look } = await looking(() => said.promise);
  await look;
  expect(faults()).toEqual([]);
  said.reject(new TypeError('too late'));
  await vi.waitFor(() =>
    expect(faults()).toMatchObject([{ gift, error: 'TypeError', message: 'too late', stack: expect.any(String) }]),
  );
});

test('what breaks before is the donor’s answer, and logged there', async () => {
  const before = faults().length;
  const { look } = await looking(() => Promise.reject(new TypeError('at once')));
  await expect(look).rejects.toThrow('at once');
  expect(faults()).toHaveLength(before);
});
