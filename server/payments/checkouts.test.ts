import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift } from '#test/factories.ts';
import { beginAttempt } from './checkouts.ts';

let app: App;
let participant: Participant;
beforeAll(async () => {
  app = await startApp();
  const { participants } = await aGiftEvent(app, await app.signedIn('vera'));
  participant = participants[0] as Participant;
});
afterAll(() => app.stop());

test('of all who begin one attempt at the same moment one makes it, and nobody fails', async () => {
  const { ctx } = app.product;
  const { id } = await anOpenGift(app, participant);
  const gift = await ctx.db.selectFrom('gifts').selectAll().where('public_id', '=', id).executeTakeFirstOrThrow();
  for (let attempt = 2; attempt < 150; attempt += 1) {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => transaction(ctx.db, (tx) => beginAttempt(ctx, tx, gift, attempt))),
    );
    expect(made.filter((one) => one !== null)).toMatchObject([{ attempt, reference: `${id}.${attempt}` }]);
  }
});
