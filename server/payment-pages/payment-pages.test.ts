import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson, aSyncedEvent, manyPeople } from '#test/factories.ts';
import { expectInvariants } from '#test/faults/invariants.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
});
afterAll(() => app.stop());

interface Made {
  link: string;
  message: string;
  code: string;
  payrexx_page_id: string;
}
const create = (participant: Participant, forceRecreate?: boolean) =>
  vera.expect<Made>(200, 'POST /api/payrexx/create-payment-page', {
    body: { participantId: String(participant.id), ...(forceRecreate !== undefined && { forceRecreate }) },
    headers: { 'accept-language': 'de' },
  });
const listed = async (id: number) => visitor.expect<Participant>(200, `GET /api/participants/${id}`);

describe('the payment page of a participant', () => {
  let participant: Participant;
  let eventId: number;
  beforeAll(async () => {
    const made = await aGiftEvent(app, vera, [aPerson({ Firstname: 'Lia', Lastname: 'Frei' })]);
    [participant, eventId] = [made.participants[0] as Participant, made.event.id];
  });

  test('is made once, and again only when that is wished; every name it ever had leads to it', async () => {
    const first = await create(participant);
    expect(first).toEqual({
      link: `${app.url}/give/${first.payrexx_page_id}`,
      message: 'Die Spendenseite von Lia Frei ist erstellt.',
      code: 'page_created',
      payrexx_page_id: expect.stringMatching(/^p[0-9a-f]{16}$/),
    });
    expect(await create(participant)).toEqual({
      ...first,
      code: 'page_exists',
      message: expect.stringContaining('existiert bereits'),
    });
    expect(await listed(participant.id)).toMatchObject({
      payrexx_page_id: first.payrexx_page_id,
      payrexx_link: first.link,
    });

    const second = await create(participant, true);
    expect(second).toMatchObject({ code: 'page_recreated' });
    expect(second.payrexx_page_id).not.toBe(first.payrexx_page_id);
    const list = await visitor.expect<Participant[]>(200, `GET /api/events/${eventId}/participants`);
    expect(list[0]).toMatchObject({ payrexx_page_id: second.payrexx_page_id, payrexx_link: second.link });

    const third = await create(participant, true);
    for (const { payrexx_page_id } of [first, second]) {
      const moved = await visitor.fetch(`${app.url}/give/${payrexx_page_id}`);
      expect([moved.status, moved.headers.get('location')]).toEqual([302, `/give/${third.payrexx_page_id}`]);
    }
    for (const name of [third.payrexx_page_id, participant.id]) {
      const page = await visitor.send<string>(`GET /give/${name}`);
      expect(page.status).toBe(200);
      expect(page.body).toContain(`rel="canonical" href="${third.link}"`);
    }
    expect(await visitor.send('GET /give/p0000000000000000')).toMatchObject({ status: 404 });
    await expectInvariants(app.product.ctx.db);
  });

  test('is known by all its names to whoever asks for its amount, and to whoever gives', async () => {
    const { payrexx_page_id: old } = await create(participant);
    const { payrexx_page_id: page } = await create(participant, true);
    const gift = await anOpenGift(app, participant, { page_id: old, amount: '1234.50' });
    app.payrexx.pay(gift.link);
    // A notice that came first looks there itself: who asks meanwhile is told what is known so far.
    const status = async () => (await visitor.expect<{ status: string }>(200, `GET /api/gifts/${gift.id}`)).status;
    await vi.waitFor(async () => expect(await status()).toBe('paid'), { timeout: 15_000, interval: 50 });
    for (const name of [old, page, participant.id]) {
      expect(await visitor.expect(200, `GET /api/payrexx/donation-amount/${name}`)).toEqual({
        donatedAmount: 123_450,
        formattedAmount: 'CHF\u00a01’234.50',
        currency: 'CHF',
      });
    }
    expect(await visitor.expect(200, `GET /api/payrexx/donation-amounts/${eventId}`)).toEqual([
      {
        participant_id: participant.id,
        payrexx_page_id: page,
        donatedAmount: 123_450,
        formattedAmount: 'CHF\u00a01’234.50',
        currency: 'CHF',
      },
    ]);
    expect(await visitor.expect(200, `GET /api/payrexx/total-donations/${eventId}`)).toEqual({
      donatedAmount: 123_450,
      formattedAmount: 'CHF\u00a01’234.50',
      currency: 'CHF',
      amountInMainUnit: 1234.5,
    });
    const problem = await visitor.expect<Problem>(404, 'GET /api/payrexx/donation-amount/p0000000000000000');
    expect(problem).toEqual({ code: 'unknown_page', message: problem.message, error: problem.message });
  });

  test('reaches the participant by mail, as often as staff want', async () => {
    const { payrexx_page_id } = await create(participant);
    const body = { participantId: participant.id };
    const email = (await vera.expect<Participant>(200, `GET /api/participants/${participant.id}`)).email ?? '';
    for (let n = 1; n <= 2; n += 1) {
      const sent = await vera.expect<{ message: string }>(200, 'POST /api/payrexx/resend-email', {
        body,
        headers: { 'accept-language': 'de' },
      });
      expect(sent.message).toBe('E-Mail wurde erfolgreich erneut gesendet.');
    }
    const mail = await app.mailbox.waitFor(email);
    expect(mail.subject).toMatch(/^Ihre Spendenseite: /);
    expect(mail.text).toContain(`${app.url}/give/${payrexx_page_id}`);
    expect(mail.text).toContain('Guten Tag Lia Frei');
    await expectInvariants(app.product.ctx.db);
  });
});

test('there is none where no account takes the money, and no mail where nobody reads it', async () => {
  const pledges = await aSyncedEvent(app, vera);
  const gifts = await aGiftEvent(app, vera, [aPerson({ Email: '' }), aPerson()]);
  const refuse = async (status: number, call: string, body: object, code: string) => {
    const problem = await vera.expect<Problem>(status, `POST /api/payrexx/${call}`, { body });
    expect(problem).toEqual({ code, message: expect.any(String), error: problem.message });
  };
  const [other, silent, gone] = [pledges.participants[0], gifts.participants[0], gifts.participants[1]] as [
    Participant,
    Participant,
    Participant,
  ];
  await refuse(409, 'create-payment-page', { participantId: other.id }, 'no_instance');
  await refuse(409, 'resend-email', { participantId: other.id }, 'no_instance');
  await refuse(409, `sync-event-payment-pages/${pledges.event.id}`, {}, 'no_instance');
  await refuse(409, 'resend-email', { participantId: silent.id }, 'no_page');
  await create(silent);
  await refuse(409, 'resend-email', { participantId: silent.id }, 'participant_without_email');
  await vera.expect(200, `PUT /api/participants/${gone.id}`, { body: { status: 'withdrawn' } });
  await refuse(409, 'create-payment-page', { participantId: gone.id }, 'participant_withdrawn');
  await refuse(404, 'create-payment-page', { participantId: '999999' }, 'unknown_participant');
  await refuse(404, 'sync-event-payment-pages/999999', {}, 'unknown_event');
});

test('20,000 are made in one go, each its own; who has one keeps it', { tags: ['slow'] }, async () => {
  const { event, participants } = await aGiftEvent(app, vera, manyPeople(20_000));
  const kept = await create(participants[7] as Participant);
  const sync = () =>
    vera.expect<{ created: number; message: string }>(200, `POST /api/payrexx/sync-event-payment-pages/${event.id}`, {
      headers: { 'accept-language': 'de' },
    });
  const missing = async () =>
    (await vera.expect<Event[]>(200, 'GET /api/events')).find(({ id }) => id === event.id)?.without_page;
  expect(await missing()).toBe(19_999);
  expect(await sync()).toEqual({ created: 19_999, message: '19’999 Spendenseiten wurden erstellt.' });
  expect(await sync()).toEqual({ created: 0, message: 'Alle Teilnehmenden haben bereits eine Spendenseite.' });
  expect(await missing()).toBe(0);
  const list = await visitor.expect<Participant[]>(200, `GET /api/events/${event.id}/participants`);
  expect(new Set(list.map(({ payrexx_page_id }) => payrexx_page_id)).size).toBe(20_000);
  expect(list.map(({ payrexx_page_id }) => payrexx_page_id)).toContain(kept.payrexx_page_id);
  await expectInvariants(app.product.ctx.db);
});
