import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { forgetMailBodies } from '#server/mails/actions.ts';
import { forgetUnconfirmed } from '#server/pledges/jobs.ts';
import { startApp, type App } from '#test/app.ts';
import { aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectInvariants } from '#test/faults/invariants.ts';
import { columnsHolding } from '#test/kept-texts.ts';

let app: App;
const DAY = 86_400_000;

beforeAll(async () => {
  app = await startApp();
  const { participants } = await aSyncedEvent(app, await app.signedIn('vera'));
  const runner = participants[0] as Participant;
  const confirmed = await aPledge(app, runner, { donor_name: 'Bleibt Hier', donor_email: 'bleibt@example.test' });
  await app.client().expect(200, `POST /api/donations/confirm/${confirmed.token}`);
  await aPledge(app, runner, { donor_name: 'Geht Vergessen', donor_email: 'geht@example.test' });
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
