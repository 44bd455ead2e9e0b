import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { forgetMailBodies } from '#server/mails/actions.ts';
import { forgetUnpaid } from '#server/gifts/jobs.ts';
import { forgetUnconfirmed } from '#server/pledges/jobs.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectInvariants } from '#test/faults/invariants.ts';
import { columnsHolding } from '#test/kept-texts.ts';

let app: App;
const DAY = 86_400_000;

beforeAll(async () => {
  app = await startApp();
  const { participants } = await aSyncedEvent(app, await app.signedIn('vera'));
  const participant = participants[0] as Participant;
  await aPledge(app, participant, { donor_name: 'Bleibt Hier', donor_email: 'bleibt@example.test' }, 'confirm');
  await aPledge(app, participant, { donor_name: 'Geht Vergessen', donor_email: 'geht@example.test' });
  await vi.waitFor(async () => expect(await app.mailbox.messages()).toHaveLength(3), 10_000);
});
afterAll(() => app.stop());

const holding = (word: string) => columnsHolding(app.product.ctx.db, [word]);
const told = (action: string) =>
  app.product.ctx.db.selectFrom('activities').selectAll().where('action', '=', action).execute();

test('what a mail said is kept for 30 days, who got it as long as his pledge', async () => {
  const { ctx } = app.product;
  app.forward(29 * DAY);
  await forgetMailBodies(ctx);
  expect(await holding('Bleibt Hier')).toContain('mails.data');
  expect(await told('mails.emptied')).toEqual([]);

  app.forward(2 * DAY);
  await forgetMailBodies(ctx);
  await forgetMailBodies(ctx);
  expect(await holding('Bleibt')).toEqual([
    'donors.email_key',
    'mails.search',
    'mails.to_email',
    'mails.to_name',
    'pledges.donor_email',
    'pledges.donor_name',
    'pledges.search',
  ]);
  expect(await told('mails.emptied')).toMatchObject([
    { staff_id: null, subject: null, event_id: null, participant_id: null, changed: { count: 3 } },
  ]);
  await expectInvariants(ctx.db);
});

test('a promise that nobody confirmed is kept for 90 days, then nothing of it', async () => {
  const { ctx } = app.product;
  app.forward(58 * DAY);
  await forgetUnconfirmed(ctx);
  expect(await holding('geht@')).not.toEqual([]);

  app.forward(2 * DAY);
  await forgetUnconfirmed(ctx);
  await forgetUnconfirmed(ctx);
  expect(await holding('geht')).toEqual([]);
  expect(await holding('bleibt@')).not.toEqual([]);
  expect(await told('pledges.forgotten')).toMatchObject([{ staff_id: null, changed: { count: 1 } }]);
  await expectInvariants(ctx.db);
});

test('who wanted to give and never paid is forgotten after 90 days, and nobody else', async () => {
  const { ctx } = app.product;
  const { participants } = await aGiftEvent(app, await app.signedIn('vera'));
  const participant = participants[0] as Participant;
  const paid = await anOpenGift(app, participant, { donor_name: 'Zahlt Gern', donor_email: 'zahlt@example.test' });
  const left = { donor_name: 'Bricht Ab', donor_email: 'bricht@example.test', message: 'Abgebrochen' };
  const unpaid = await anOpenGift(app, participant, left);
  app.payrexx.pay(paid.link);
  const statusOf = async ({ id }: { id: string }) =>
    (await app.client().send<{ status: string }>(`GET /api/gifts/${id}`)).body.status;
  await vi.waitFor(async () => expect(await statusOf(paid)).toBe('paid'), 10_000);
  app.forward(2 * DAY);
  await vi.waitFor(async () => expect(await statusOf(unpaid)).toBe('failed'), 10_000);
  app.forward(87 * DAY);
  await forgetUnpaid(ctx);
  expect(await holding('Bricht')).not.toEqual([]);

  app.forward(2 * DAY);
  await forgetUnpaid(ctx);
  await forgetUnpaid(ctx);
  for (const word of ['Bricht', 'bricht@', 'Abgebrochen']) expect(await holding(word)).toEqual([]);
  expect(await holding('Zahlt')).toContain('gifts.donor_name');
  expect(await told('gifts.forgotten')).toMatchObject([{ staff_id: null, changed: { count: 1 } }]);
  await expectInvariants(ctx.db);
});
