import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { forgetEndedWindows } from '#server/limits/actions.ts';
import { startApp, type App } from '#test/app.ts';
import { aPledge, aSyncedEvent, pledgeBody, type PledgeReply } from '#test/factories.ts';

let app: App;
let participant: Participant;

beforeAll(async () => {
  // Mails leave at once or not at all: nothing here waits for them.
  app = await startApp();
  const { participants } = await aSyncedEvent(app, await app.signedIn('vera'));
  participant = participants[0] as Participant;
});
afterAll(() => app.stop());

/** When the mail of a further pledge leaves. */
async function mailAt(donor_email: string): Promise<number> {
  const body = pledgeBody(participant, { donor_email });
  const { mail_at } = await app.client().expect<PledgeReply>(201, 'POST /api/donations', { body });
  return new Date(mail_at).getTime();
}

test('a mailbox that confirmed once is trusted with thirty mails in an hour', async () => {
  const donor_email = 'bekannt@example.test';
  await aPledge(app, participant, { donor_email }, 'confirm');
  const soon = Date.now() + 1_800_000;
  const waits: boolean[] = [];
  for (let n = 1; n < 31; n += 1) waits.push((await mailAt(donor_email)) > soon);
  expect(waits).toEqual([...Array.from({ length: 29 }, () => false), true]);
});

test('six times a day a donor is told what he pressed, however often he does', async () => {
  const { id, token } = await aPledge(app, participant);
  const told: boolean[] = [];
  for (let n = 0; n < 8; n += 1) {
    const move = n % 2 === 0 ? 'confirm' : 'cancel';
    const line = `POST /api/donations/${move}/${token}`;
    told.push((await app.client().expect<{ email_sent: boolean }>(200, line)).email_sent);
  }
  expect(told).toEqual([true, true, true, true, true, true, false, false]);
  const { db } = app.product.ctx;
  const mails = await db.selectFrom('mails').select('kind').where('pledge_id', '=', id).execute();
  expect(mails.filter(({ kind }) => kind !== 'pledge-request')).toHaveLength(6);
});

test('a network address is kept as long as its window, and no longer', async () => {
  const { db } = app.product.ctx;
  const kept = () => db.selectFrom('rate_windows').select('key').where('key', 'like', 'forms:%').execute();
  await mailAt('neu@example.test');
  await forgetEndedWindows(app.product.ctx);
  expect(await kept()).toHaveLength(1);
  await db
    .updateTable('rate_windows')
    .set({ ends_at: new Date(Date.now() - 1000) })
    .execute();
  await forgetEndedWindows(app.product.ctx);
  expect(await kept()).toEqual([]);
});
