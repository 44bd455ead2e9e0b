/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Statistics } from '#contract/dashboard.ts';
import type { GiftByHolder, StaffGift } from '#contract/gifts.ts';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson, giftBody, type GiftReply, type Made } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let made: Made;
let participant: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  const event = await aGiftEvent(app, vera, [aPerson({ Firstname: 'Lia', Lastname: 'Frei' })], {
    mail_participants: 'true',
  });
  [made, participant] = [event, event.participants[0] as Participant];
});
afterAll(() => app.stop());

const look = (id: string) => visitor.expect<GiftByHolder>(200, `GET /api/gifts/${id}`);
const given = async (): Promise<StaffGift> =>
  (await vera.expect<StaffGift[]>(200, `GET /api/events/${made.event.id}/gifts`))[0] as StaffGift;
/** Until it is so. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
/** Notices are worked every ten seconds at most. */
const afterPause = () => app.forward(11_000);
const amount = async (of = participant) =>
  (await visitor.expect<{ donatedAmount: number }>(200, `GET /api/payrexx/donation-amount/${of.id}`)).donatedAmount;

/** A gift to somebody of his own, paid; the provider has told us. */
async function aPaidGift(fields: Record<string, unknown> = {}) {
  const { participants } = await aGiftEvent(app, vera);
  const participant = participants[0] as Participant;
  const gift = await anOpenGift(app, participant, fields);
  const paid = app.payrexx.pay(gift.link);
  await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'paid' }));
  const of = async () => (await vera.expect<StaffGift[]>(200, `GET /api/events/${participant.event_id}/gifts`))[0];
  return { ...gift, paid, participant, of };
}

describe('a gift', () => {
  test('is open until the provider says that it is paid; then everybody knows', async () => {
    const gift = await anOpenGift(app, participant, { message: 'Hopp Lia!', donor_name: 'Rosa Luchsinger' });
    expect(gift.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/de\/\?payment=/);
    expect(app.payrexx.gateways.at(-1)?.wish).toMatchObject({
      amount: 5000,
      currency: 'CHF',
      referenceId: `${gift.id}.1`,
      purpose: `Spende für Lia Frei, ${made.event.name}`,
      language: 'de',
      validity: 1440,
      successRedirectUrl: `${app.url}/gift/${gift.id}`,
    });
    expect(await look(gift.id)).toMatchObject({ status: 'open', amount: '50.00', net: '0.00', link: gift.link });
    expect(await amount()).toBe(0);

    app.payrexx.pay(gift.link);
    await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'paid' }));
    expect(await look(gift.id)).toEqual({
      id: gift.id,
      number: expect.any(Number),
      donor_email: gift.body.donor_email,
      status: 'paid',
      amount: '50.00',
      net: '50.00',
      donor_name: 'Rosa Luchsinger',
      created_at: expect.any(String),
      paid_at: expect.any(String),
      method: 'twint',
      link: null,
      participant: {
        id: participant.id,
        name: 'Lia Frei',
        first_name: 'Lia',
        bib: participant.bib,
        payrexx_page_id: null,
      },
      event: expect.objectContaining({ id: made.event.id, organiser: 'Laufverein Thun' }),
    });
    expect(await given()).toMatchObject({
      status: 'paid',
      net: '50.00',
      flag: null,
      method: 'twint',
      message: 'Hopp Lia!',
    });
    await soon(async () => expect(await amount()).toBe(5000));
    const [card] = (await vera.expect<Event[]>(200, 'GET /api/events')).filter(({ id }) => id === made.event.id);
    expect(card).toMatchObject({ gifts: '50.00', gift_count: 1, takes_gifts: true });
    const page = await visitor.expect<string>(200, `GET /give/${participant.id}`);
    expect(page).toContain('"gifts":"50.00","gift_count":1');
    expect(page).toContain('"gift":{"min":"1.00","max":"10000.00"}');
  });

  test('is thanked for, and told to the participant, once', async () => {
    const gift = await anOpenGift(app, participant, {
      donor_name: 'Rosa Luchsinger',
      message: 'Hopp, siehe https://x.example',
    });
    app.payrexx.notices.copies = 10;
    app.payrexx.pay(gift.link);
    app.payrexx.notices.copies = 1;
    const thanks = await app.mailbox.waitFor(gift.body.donor_email);
    expect(thanks.subject).toBe(`Zahlungsbestätigung: CHF 50.00 für ${made.event.name}`.replace('CHF ', 'CHF\u00a0'));
    expect(thanks.text).toContain(`${app.url}/gift/${gift.id}`);
    const { email } = await vera.expect<Participant>(200, `GET /api/participants/${participant.id}`);
    const told = await app.mailbox.waitFor((mail) => mail.envelope.to.includes(email ?? '') && /Rosa/.test(mail.text));
    expect(told.text).toContain('Rosa Luchsinger hat');
    expect(told.text).not.toMatch(/https:\/\/x\.example|\/gift\//);
    await app.payrexx.notices.settled();
    const { db } = app.product.ctx;
    const row = await db.selectFrom('gifts').select('id').where('public_id', '=', gift.id).executeTakeFirstOrThrow();
    const mails = await db.selectFrom('mails').select('kind').where('gift_id', '=', row.id).orderBy('id').execute();
    expect(mails).toEqual([{ kind: 'gift-thanks' }, { kind: 'gift-received' }]);
  });

  test('names nobody where the donor wants none', async () => {
    const gift = await anOpenGift(app, participant, {
      donor_name: 'Heimlich Muster',
      anonymous: true,
      donor_email: '',
    });
    app.payrexx.pay(gift.link);
    await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'paid' }));
    const told = await app.mailbox.waitFor((mail) => /Jemand hat/.test(mail.text));
    expect(told.text).not.toContain('Heimlich');
    expect(await given()).toMatchObject({ donor_name: 'Heimlich Muster', donor_email: null, anonymous: true });
  });
});

describe('a form that comes again', () => {
  const send = (key: string, body: object, client = visitor) =>
    client.send<GiftReply & Problem>('POST /api/gifts', { body, headers: { 'idempotency-key': key } });

  test('is the same gift with the same link; with another body it is refused', async () => {
    const body = giftBody(participant);
    const first = await send('again-1', body);
    const second = await send('again-1', body);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(await send('again-1', { ...body, amount: '60' })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    });
  });

  test('leads to the page of the gift once it is paid', async () => {
    const body = giftBody(participant);
    const { body: first } = await send('again-paid', body);
    app.payrexx.pay(first.link);
    await soon(async () => expect(await look(first.id)).toMatchObject({ status: 'paid' }));
    const link = `${app.url}/gift/${first.id}`;
    expect(await send('again-paid', body)).toMatchObject({ status: 200, body: { id: first.id, link } });
  });

  test('twelve at once are one gift with one link', async () => {
    const body = giftBody(participant);
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('at-once', body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('after a lost answer opens another checkout, and what is paid under any belongs to the gift', async () => {
    app.payrexx.faults.add({ at: 'open', does: 'lost', times: 1 });
    const body = giftBody(participant);
    const lost = await send('lost-1', body);
    expect(lost).toMatchObject({ status: 502, body: { code: 'payment_failed' } });
    const { status, body: again } = await send('lost-1', body);
    expect(status).toBe(200);
    const references = app.payrexx.gateways
      .map(({ wish }) => wish.referenceId)
      .filter((one) => one.startsWith(again.id));
    expect(references).toEqual([`${again.id}.1`, `${again.id}.2`]);
    app.payrexx.pay(again.link);
    await soon(async () => expect(await look(again.id)).toMatchObject({ status: 'paid', net: '50.00' }));
    // The link of the first never left us; the provider's own office may have it all the same.
    const unseen = app.payrexx.gateways.find(({ wish }) => wish.referenceId === `${again.id}.1`);
    app.payrexx.pay(app.payrexx.linkOf(unseen as NonNullable<typeof unseen>));
    app.forward(6 * 60_000);
    await soon(async () => expect(await given()).toMatchObject({ net: '100.00', flag: 'paid_twice' }));
  });

  test('while the provider refuses us: 502 and 503, and nothing is lost', async () => {
    const body = giftBody(participant);
    app.payrexx.faults.add({ at: 'open', does: 'status', status: 500, times: 1 });
    expect(await send('refused-1', body)).toMatchObject({ status: 502, body: { code: 'payment_failed' } });
    app.payrexx.faults.add({ at: 'open', does: 'firewall', status: 405, times: 1 });
    const busy = await send('refused-1', body);
    expect([busy.status, Number(busy.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await send('refused-1', body)).toMatchObject({ status: 200 });
  });
});

describe('money that goes back', () => {
  test.each(['row', 'original', 'both'] as const)('refunds shown as %s lower the totals, once', async (shown) => {
    const gift = await aPaidGift();
    afterPause();
    app.payrexx.refund(gift.paid.id, 2000, shown);
    await soon(async () =>
      expect(await gift.of()).toMatchObject({ net: '30.00', status: 'paid', flag: 'partly_refunded' }),
    );
    afterPause();
    app.payrexx.refund(gift.paid.id, 3000, shown === 'row' ? 'both' : shown);
    await soon(async () =>
      expect(await gift.of()).toMatchObject({ net: '0.00', status: 'refunded', flag: 'refunded' }),
    );
    expect((await look(gift.id)).status).toBe('refunded');
    await soon(async () => expect(await amount(gift.participant)).toBe(0));
  });

  test('the bank takes it back, disputes it, and gives in', async () => {
    const gift = await aPaidGift();
    afterPause();
    app.payrexx.turn(gift.paid.id, 'disputed');
    await soon(async () => expect(await gift.of()).toMatchObject({ net: '50.00', flag: 'disputed' }));
    afterPause();
    app.payrexx.turn(gift.paid.id, 'chargeback');
    await soon(async () =>
      expect(await gift.of()).toMatchObject({ net: '0.00', flag: 'charged_back', status: 'refunded' }),
    );
    afterPause();
    app.payrexx.turn(gift.paid.id, 'confirmed');
    await soon(async () => expect(await gift.of()).toMatchObject({ net: '50.00', flag: null, status: 'paid' }));
  });
});

describe('what is paid otherwise', () => {
  test.each<[string, object, object]>([
    ['more', { amount: 6000 }, { net: '60.00', status: 'paid', flag: 'overpaid' }],
    ['less', { amount: 4000 }, { net: '40.00', status: 'paid', flag: 'underpaid' }],
    ['in euros', { currency: 'EUR' }, { net: '0.00', status: 'open', flag: 'other_currency' }],
    ['as a test', { mode: 'TEST' }, { net: '0.00', status: 'open', flag: 'test' }],
    ['in a way we do not know', { status: 'quantum' }, { net: '0.00', status: 'open', flag: 'unclear' }],
    ['not at all', { status: 'declined' }, { net: '0.00', status: 'open', flag: null }],
  ])('%s', async (_what, paying, told) => {
    const { participants } = await aGiftEvent(app, vera);
    const participant = participants[0] as Participant;
    const gift = await anOpenGift(app, participant);
    app.payrexx.pay(gift.link, paying);
    const of = async () => (await vera.expect<StaffGift[]>(200, `GET /api/events/${participant.event_id}/gifts`))[0];
    const { db } = app.product.ctx;
    await soon(async () =>
      expect(
        await db
          .selectFrom('payments as p')
          .innerJoin('gifts as g', 'g.id', 'p.gift_id')
          .select('p.id')
          .where('g.public_id', '=', gift.id)
          .execute(),
      ).toHaveLength(1),
    );
    expect(await of()).toMatchObject(told);
  });

  test('twice: both count, and somebody is told to give one back', async () => {
    const gift = await aPaidGift();
    afterPause();
    const second = app.payrexx.pay(gift.link);
    await soon(async () => expect(await gift.of()).toMatchObject({ net: '100.00', flag: 'paid_twice' }));
    const { id } = (await gift.of()) as StaffGift;
    const body = { flag_done: true };
    const done = await vera.expect<StaffGift>(200, `PUT /api/gifts/${id}`, { body });
    expect(done.flag_done_at).not.toBeNull();
    expect(await vera.expect(200, `PUT /api/gifts/${id}`, { body })).toEqual(done);
    afterPause();
    app.payrexx.refund(second.id);
    await soon(async () =>
      expect(await gift.of()).toMatchObject({ net: '50.00', flag: 'partly_refunded', flag_done_at: null }),
    );
  });
});

test('figures, lists and exports know gifts', async () => {
  const before = await vera.expect<Statistics>(200, 'GET /api/statistics');
  const gift = await aPaidGift({ donor_name: '=SUM(A1)', amount: "1'000" });
  const figures = await vera.expect<Statistics>(200, 'GET /api/statistics');
  const added = (after: string, first: string) => Math.round((Number(after) - Number(first)) * 100);
  expect(figures.gifts - before.gifts).toBe(1);
  expect(added(figures.giftsAmount, before.giftsAmount)).toBe(100_000);
  const perDay = ({ days }: Statistics) => String(days.reduce((sum, day) => sum + Number(day.gifts_amount), 0));
  expect(added(perDay(figures), perDay(before))).toBe(100_000);

  const { event_id } = gift.participant;
  const sums = await vera.expect<object>(200, `GET /api/donations/participants/${event_id}?sort=-gifts`);
  const given = { gifts: '1000.00', gift_count: 1, donors: 1, confirmed_per_unit: '0.00' };
  expect(sums).toMatchObject({ items: [given], totals: given });
  const pledges = await vera.expect<object>(200, `GET /api/donations/participants/${event_id}?kind=pledges`);
  expect(pledges).toMatchObject({ items: [], total: 0, totals: { donors: 0 } });

  const list = (query: string) =>
    vera.expect<{ items: StaffGift[]; total: number }>(200, `GET /api/events/${event_id}/gifts?${query}`);
  for (const query of ['q=SUM', 'status=paid', 'sort=-net', `participant_id=${gift.participant.id}`]) {
    expect([query, (await list(query)).total]).toEqual([query, 1]);
  }
  for (const query of ['q=nobody', 'status=failed', 'flagged=true', 'participant_id=999999']) {
    expect([query, (await list(query)).total]).toEqual([query, 0]);
  }

  const csv = await vera.expect<string>(200, `GET /api/gifts/export/event/${event_id}`, {
    headers: { 'accept-language': 'de' },
  });
  expect(csv.split('\r\n')[0]).toContain('Netto CHF');
  expect(csv.split('\r\n')[1]).toMatch(/;"bezahlt";.*;"'=SUM\(A1\)";.*;1000\.00;1000\.00;"TWINT";/);
  const xlsx = await vera.send(`GET /api/gifts/export/event/${event_id}?format=xlsx`);
  expect(xlsx.headers.get('content-disposition')).toMatch(/lauf-\d+-gifts-\d{4}-\d\d-\d\d\.xlsx/);
});

test('staff see beside each event how many gifts somebody should look at', async () => {
  const gift = await aPaidGift();
  const flagged = async () => {
    const events = await vera.expect<Event[]>(200, 'GET /api/events');
    return events.find(({ id }) => id === gift.participant.event_id)?.flagged_gifts;
  };
  expect(await flagged()).toBe(0);
  app.payrexx.refund(gift.paid.id, 1000);
  afterPause();
  await soon(async () => expect(await look(gift.id)).toMatchObject({ net: '40.00' }));
  expect(await flagged()).toBe(1);
  await vera.expect(200, `PUT /api/gifts/${(await gift.of())?.id}`, { body: { flag_done: true } });
  expect(await flagged()).toBe(0);
});

test('whoever does not know the id of a gift sees nothing of it', async () => {
  for (const id of ['1', 'Eva%00', 'x'.repeat(22)]) {
    expect(await visitor.send(`GET /api/gifts/${id}`)).toMatchObject({ status: 404, body: { code: 'unknown_gift' } });
  }
});

test('what must hold holds', async () => {
  await expectInvariantsOverRestart(app);
});

// Last: a day passes, and with it every session.
describe('a checkout that nobody pays', () => {
  test('is closed after a day, at the provider as well', async () => {
    const form = { body: giftBody(participant), headers: { 'idempotency-key': 'unpaid-1' } };
    const gift = await visitor.expect<GiftReply>(201, 'POST /api/gifts', form);
    const closings = () => app.payrexx.calls.filter(({ operation }) => operation === 'close').length;
    const before = closings();
    app.forward(23 * 3_600_000);
    expect(await look(gift.id)).toMatchObject({ status: 'open' });
    app.forward(2 * 3_600_000);
    await soon(async () => expect(await look(gift.id)).toMatchObject({ status: 'failed', link: null }));
    expect(closings()).toBeGreaterThan(before);
    const { link } = await visitor.expect<GiftReply>(200, 'POST /api/gifts', form);
    expect(link).toBe(`${app.url}/gift/${gift.id}`);
  });
});
