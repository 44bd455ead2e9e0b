/** @module-tag slow */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { GiftByHolder } from '#contract/gifts.ts';
import type { Participant } from '#contract/participants.ts';
import type { Person, PersonFile } from '#contract/persons.ts';
import { forgetNotices } from '#server/payments/jobs.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';
import { columnsHolding } from '#test/kept-texts.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
});
afterAll(() => app.stop());

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const holding = (words: string[]) => columnsHolding(app.product.ctx.db, words);
const find = async (q: string) => (await vera.expect<{ items: Person[] }>(200, `GET /api/persons?q=${q}`)).items;
const erase = ({ kind, id }: Pick<Person, 'kind' | 'id'>) =>
  vera.expect<{ message: string; gifts: number; mails: number }>(200, `DELETE /api/persons/${kind}/${id}`);

/** Paid, thanked for and told. */
async function aKnownGift(fields: Record<string, unknown>) {
  const people = [aPerson({ Firstname: 'Ladina', Lastname: 'Caflisch', Email: 'ladina@example.test' })];
  const { participants } = await aGiftEvent(app, vera, people, { mail_participants: 'true' });
  const participant = participants[0] as Participant;
  const gift = await anOpenGift(app, participant, { message: 'Hopp Zwetschge', ...fields });
  app.payrexx.pay(gift.link);
  await soon(async () => {
    const { status } = await visitor.expect<GiftByHolder>(200, `GET /api/gifts/${gift.id}`);
    expect(status).toBe('paid');
  });
  await app.mailbox.waitFor(gift.body.donor_email);
  await app.mailbox.waitFor((mail) => mail.envelope.to.includes('ladina@example.test'));
  await app.payrexx.notices.settled();
  return { ...gift, participant };
}

test('a donor of gifts is found, told everything, and forgotten; amounts and totals stay', async () => {
  const donor = { donor_name: 'Gion Tschuor', donor_email: 'gion.tschuor@example.test' };
  const words = ['Tschuor', 'Gion', 'Zwetschge'];
  const gift = await aKnownGift(donor);
  const again = await anOpenGift(app, gift.participant, { ...donor, donor_email: 'Gion.Tschuor+x@example.test' });
  expect(await holding(words)).toEqual([
    'donors.email_key',
    'gifts.donor_email',
    'gifts.donor_name',
    'gifts.message',
    'gifts.search',
    'mails.data',
    'mails.search',
    'mails.to_email',
    'mails.to_name',
    'notices.body',
  ]);
  const [person] = await find('tschuor');
  expect(person).toMatchObject({ kind: 'donor', name: 'Gion Tschuor', gifts: 2, pledges: 0 });
  const { stored } = await vera.expect<PersonFile>(200, `GET /api/persons/donor/${person?.id}/export`);
  expect(stored).toMatchObject({
    gifts: [{ amount: '50.00', net: '50.00', donor_name: 'Gion Tschuor' }, { net: '0.00' }],
    checkouts: [{ amount: '50.00' }, { amount: '50.00', closed_at: null }],
    payments: [{ amount: '50.00', currency: 'CHF' }],
    payment_events: [{ changed: { amount: { old: null, new: '50.00' }, currency: { old: null, new: 'CHF' } } }],
    mails: [{ kind: 'gift-thanks' }],
  });
  for (const secret of [gift.id, again.id, gift.link, again.link]) expect(JSON.stringify(stored)).not.toContain(secret);

  const erased = await erase(person as Person);
  expect(erased).toMatchObject({ gifts: 2, mails: 1 });
  expect(erased.message).toContain('also in 2 gifts, 0 pledges and 1 e-mail.');
  expect(await holding(words)).toEqual([]);
  expect(await find('tschuor')).toEqual([]);
  for (const { id } of [gift, again]) expect(await visitor.send(`GET /api/gifts/${id}`)).toMatchObject({ status: 404 });
  // What is paid after that counts, and reaches nobody.
  app.forward(11_000);
  app.payrexx.pay(again.link);
  await soon(async () =>
    expect(await visitor.expect(200, `GET /api/payrexx/donation-amount/${gift.participant.id}`)).toMatchObject({
      donatedAmount: 10_000,
    }),
  );
  await app.payrexx.notices.settled();
  expect(await holding(words)).toEqual([]);
});

test('a donor who left a name alone is a person of his own', async () => {
  const { participants } = await aGiftEvent(app, vera);
  for (let n = 0; n < 2; n += 1) {
    await anOpenGift(app, participants[0] as Participant, { donor_name: 'Nur Einname', donor_email: '' });
  }
  const found = await find('einname');
  expect(found.map(({ gifts }) => gifts)).toEqual([1, 1]);
  await erase(found[0] as Person);
  expect(await find('einname')).toHaveLength(1);
});

test('of a participant nothing is left in what was written to and about him', async () => {
  const words = ['Ladina', 'Caflisch', 'Pflaume'];
  const { participant } = await aKnownGift({ message: 'Hopp Pflaume' });
  await vera.expect(200, 'POST /api/payrexx/create-payment-page', { body: { participantId: participant.id } });
  await vera.expect(200, 'POST /api/payrexx/resend-email', { body: { participantId: participant.id } });
  await app.mailbox.waitFor((mail) => mail.subject.startsWith('Ihre Spendenseite'));
  const before = (await holding(words)).toSorted();
  expect(before).toContain('mails.data');
  for (const person of await find('caflisch')) await erase(person);
  expect(await holding(words)).toEqual([]);
});

test('what notices said is forgotten after fourteen days', async () => {
  await aKnownGift({});
  const bodies = () => app.product.ctx.db.selectFrom('notices').select('id').where('body', 'is not', null).execute();
  app.forward(13 * 86_400_000);
  await forgetNotices(app.product.ctx);
  expect(await bodies()).not.toEqual([]);
  app.forward(2 * 86_400_000);
  await forgetNotices(app.product.ctx);
  expect(await bodies()).toEqual([]);
});

test('what must hold holds', async () => {
  await expectInvariantsOverRestart(app);
});
