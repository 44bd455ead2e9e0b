import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift, type GiftReply } from '#test/factories.ts';

let app: App;
let gift: GiftReply;

beforeAll(async () => {
  app = await startApp({ env: { PAYREXX_WEBHOOK_KEYS: '' } });
  const { participants } = await aGiftEvent(app, await app.signedIn('vera'));
  gift = await anOpenGift(app, participants[0] as Participant);
});
afterAll(() => app.stop());

const tell = (transaction: object) =>
  app
    .client()
    .send('POST /api/payrexx/webhook', { body: { transaction: { id: 1, status: 'confirmed', ...transaction } } });
const kept = () => app.product.ctx.db.selectFrom('notices').select('id').execute();

describe('a notice that anybody may have made up', () => {
  test.each(['\0', 'a\0.1', '\ud800', 'x'.repeat(60_000)])('about %j names no checkout of ours', async (reference) => {
    expect((await tell({ referenceId: reference })).status).toBe(200);
    expect((await tell({ invoice: { paymentRequestId: reference } })).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  test('is kept under a name of our own, whatever it calls itself', async () => {
    const unlikely = Array.from({ length: 200 }, () => String.fromCharCode(0x4e00 + Math.random() * 20_000)).join('');
    for (const uuid of ['\0', unlikely, unlikely]) {
      expect((await tell({ uuid, status: unlikely, amount: unlikely, referenceId: `${gift.id}.1` })).status).toBe(200);
    }
    expect(await kept()).toHaveLength(2);
  });
});
