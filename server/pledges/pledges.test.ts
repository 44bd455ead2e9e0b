import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { forgetUnconfirmed } from '#server/pledges/jobs.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent, pledgeBody, tokenIn, type PledgeReply } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let participant: Participant;

interface Moved {
  donation: { status: string; amount_per_unit: string };
  email_sent: boolean;
}
type Totals = { participant_id: number; confirmed_per_unit: string; supporters: number }[];

beforeAll(async () => {
  app = await startApp();
  vera = await app.signedIn('vera');
  visitor = app.client('de');
  const { participants } = await aSyncedEvent(app, vera);
  participant = participants[0] as Participant;
});
afterAll(() => app.stop());

/** As staff see them: what the public sees may be two seconds old. */
const totals = () => vera.expect<Totals>(200, `GET /api/donations/totals/${participant.event_id}`);

describe('a pledge from form to confirmed', () => {
  test('is pending, mailed, confirmed, counted, cancelled and confirmed again', async () => {
    const { token, mail, ...pledge } = await aPledge(app, participant, {
      amount_per_unit: '2,50',
      max_amount: "1'000",
    });
    expect(pledge).toMatchObject({ status: 'pending', amount_per_unit: '2.50' });
    expect(await totals()).toEqual([]);
    expect(mail.subject).toContain('2.50');
    expect(mail.text).toContain(`${app.url}/donation/cancel/${token}`);

    const confirmed = await visitor.expect<Moved>(200, `POST /api/donations/confirm/${token}`);
    expect(confirmed).toMatchObject({ donation: { status: 'confirmed' }, email_sent: true });
    expect(await totals()).toEqual([{ participant_id: participant.id, confirmed_per_unit: '2.50', supporters: 1 }]);

    const cancelled = await visitor.expect<Moved>(200, `GET /api/donations/cancel/${token}`);
    expect(cancelled.donation.status).toBe('cancelled');
    expect(await totals()).toEqual([]);

    const again = await visitor.expect<Moved>(200, `GET /api/donations/confirm/${token}`);
    expect(again.donation.status).toBe('confirmed');
    expect(await totals()).toEqual([{ participant_id: participant.id, confirmed_per_unit: '2.50', supporters: 1 }]);
  });

  test('repeating is success and changes nothing', async () => {
    const { token, body, mail } = await aPledge(app, participant);
    const first = await visitor.expect<Moved>(200, `POST /api/donations/confirm/${token}`);
    const second = await visitor.expect<Moved>(200, `POST /api/donations/confirm/${token}`);
    expect(second).toEqual(first);
    await app.mailbox.waitFor((one) => one.to.includes(body.donor_email) && one.subject !== mail.subject);
    const mails = (await app.mailbox.messages()).filter((one) => one.envelope.to.includes(body.donor_email));
    expect(mails).toHaveLength(2);
  });

  test('64 callers at once confirm once', async () => {
    const before = await totals();
    const { token } = await aPledge(app, participant, { amount_per_unit: '0.07' });
    await Promise.all(Array.from({ length: 64 }, () => visitor.expect(200, `POST /api/donations/confirm/${token}`)));
    const after = await totals();
    expect(after[0]?.supporters).toBe((before[0]?.supporters ?? 0) + 1);
  });

  test('confirm and cancel at once end in one of the two, with totals that agree', { tags: ['slow'] }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const before = (await totals())[0]?.supporters ?? 0;
      const { token } = await aPledge(app, participant, { amount_per_unit: '0.03' });
      const wishes = Array.from(
        { length: 24 },
        (_, n) => `POST /api/donations/${n % 2 ? 'confirm' : 'cancel'}/${token}`,
      );
      await Promise.all(wishes.map((line) => visitor.expect(200, line)));
      const { donation } = await visitor.expect<Moved>(200, `GET /api/donations/by-token/${token}`);
      expect((await totals())[0]?.supporters ?? 0).toBe(before + Number(donation.status === 'confirmed'));
    }
    const { pledges_pending } = await app.product.ctx.db
      .selectFrom('participant_totals')
      .select('pledges_pending')
      .where('participant_id', '=', participant.id)
      .executeTakeFirstOrThrow();
    const { count } = await app.product.ctx.db
      .selectFrom('pledges')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('participant_id', '=', participant.id)
      .where('confirmed_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(pledges_pending).toBe(count);
  });

  test('HEAD and prefetch change nothing', async () => {
    const { token } = await aPledge(app, participant);
    await visitor.expect(200, `HEAD /api/donations/confirm/${token}`);
    await visitor.expect(403, `GET /api/donations/confirm/${token}`, {
      headers: { 'sec-purpose': 'prefetch;prerender' },
    });
    const { donation } = await visitor.expect<Moved>(200, `GET /api/donations/by-token/${token}`);
    expect(donation.status).toBe('pending');
  });

  test('answers that carry a permission are kept by nobody', async () => {
    const { token } = await aPledge(app, participant);
    const { headers } = await visitor.send(`GET /api/donations/by-token/${token}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('an unknown link is 404, in words', async () => {
    const problem = await visitor.expect<Problem>(404, 'GET /api/donations/by-token/nobody-has-this');
    expect(problem).toMatchObject({ code: 'unknown_token', message: expect.stringContaining('Link') });
  });
});

describe('sending a form twice', () => {
  test('the same key is the same pledge, with a further receipt and one mail', async () => {
    const body = pledgeBody(participant);
    const headers = { 'idempotency-key': 'form-1' };
    const first = await visitor.expect<PledgeReply>(201, 'POST /api/donations', { body, headers });
    const second = await visitor.expect<PledgeReply>(200, 'POST /api/donations', { body, headers });
    expect(second.id).toBe(first.id);
    expect(second.receipt).not.toBe(first.receipt);
    expect(JSON.stringify(second)).not.toContain(body.donor_email);
    await app.mailbox.waitFor(body.donor_email);
    const mails = (await app.mailbox.messages()).filter((mail) => mail.envelope.to.includes(body.donor_email));
    expect(mails).toHaveLength(1);
  });

  test('at the same moment, too', async () => {
    const body = pledgeBody(participant);
    const headers = { 'idempotency-key': 'form-2' };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => visitor.send<PledgeReply>('POST /api/donations', { body, headers })),
    );
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
  });

  test('without a key they are two: what the key is for (control)', async () => {
    const body = pledgeBody(participant);
    const [first, second] = [
      await visitor.expect<PledgeReply>(201, 'POST /api/donations', { body }),
      await visitor.expect<PledgeReply>(201, 'POST /api/donations', { body }),
    ];
    expect(first.id).not.toBe(second.id);
  });

  test('the same key with another body is refused', async () => {
    const headers = { 'idempotency-key': 'form-3' };
    await visitor.expect(201, 'POST /api/donations', { body: pledgeBody(participant), headers });
    const problem = await visitor.expect<Problem>(409, 'POST /api/donations', {
      body: pledgeBody(participant),
      headers,
    });
    expect(problem.code).toBe('key_reused');
  });
});

describe('what is refused, and how', () => {
  test.each([
    ['no name', { donor_name: ' ' }, 'donor_name'],
    ['no e-mail', { donor_email: '' }, 'donor_email'],
    ['no address', { donor_email: 'elsbeth' }, 'donor_email'],
    ['two addresses', { donor_email: 'a@example.ch, b@example.ch' }, 'donor_email'],
    ['a header in the address', { donor_email: 'a@example.ch\r\nBcc: b@example.ch' }, 'donor_email'],
    ['no amount', { amount_per_unit: undefined }, 'amount_per_unit'],
    ['zero', { amount_per_unit: '0' }, 'amount_per_unit'],
    ['half a rappen', { amount_per_unit: '0.005' }, 'amount_per_unit'],
    ['more than a thousand', { amount_per_unit: '1000.01' }, 'amount_per_unit'],
    ['an array', { amount_per_unit: ['1'] }, 'amount_per_unit'],
    ['true', { amount_per_unit: true }, 'amount_per_unit'],
    ['a cap that is none', { max_amount: 'viel' }, 'max_amount'],
    ['a long message', { message: 'x'.repeat(161) }, 'message'],
    ['NUL', { donor_name: 'a\u0000b' }, 'donor_name'],
    ['an unknown language', { language: 'rm' }, 'language'],
    ['no participant', { participant_id: undefined }, 'participant_id'],
  ])('%s: 422 names the field', async (_, fields, field) => {
    const problem = await visitor.expect<Problem>(422, 'POST /api/donations', {
      body: pledgeBody(participant, fields),
    });
    expect(Object.keys(problem.fields ?? {})).toEqual([field]);
    expect(problem.fields?.[field]).toMatch(/\S{3}/);
  });

  test.each([
    [{ donor_name: '' }, 'Bitte füllen Sie alle Pflichtfelder aus'],
    [{ donor_email: undefined, amount_per_unit: '0' }, 'Bitte füllen Sie alle Pflichtfelder aus'],
    [{ amount_per_unit: undefined }, 'Bitte füllen Sie alle Pflichtfelder aus'],
    [{ amount_per_unit: 'viel' }, 'Bitte geben Sie einen gültigen Betrag ein'],
    [{ amount_per_unit: 'viel', max_amount: 'mehr' }, 'Prüfen Sie die Angaben.'],
  ])('%j is told in the message alone: %s', async (fields, words) => {
    const problem = await visitor.expect<Problem>(422, 'POST /api/donations', {
      body: pledgeBody(participant, fields),
    });
    expect(problem.message).toBe(words);
  });

  test('what is missing is said to be missing, whatever shape it should have', async () => {
    const { fields } = await visitor.expect<Problem>(422, 'POST /api/donations', { body: {} });
    expect(new Set(Object.values(fields ?? {}))).toEqual(new Set(['Füllen Sie dieses Feld aus']));
  });

  test('an amount that is too high is told how high it may be', async () => {
    const body = pledgeBody(participant, { amount_per_unit: '1000.01', max_amount: '1000000.01' });
    const { fields } = await visitor.expect<Problem>(422, 'POST /api/donations', { body });
    expect(fields).toEqual({
      amount_per_unit: 'Geben Sie höchstens CHF\u00a01’000.00 ein',
      max_amount: 'Geben Sie höchstens CHF\u00a01’000’000.00 ein',
    });
  });

  test('what is no JSON object is malformed', async () => {
    for (const body of ['{', '[]', '1', 'null', '{"__proto__": {}}']) {
      const problem = await visitor.expect<Problem>(400, 'POST /api/donations', { body });
      expect(problem.code).toBe('malformed');
    }
    await visitor.expect(415, 'POST /api/donations', { body: 'x', headers: { 'content-type': 'text/plain' } });
    await visitor.expect(413, 'POST /api/donations', { body: `"${'x'.repeat(70_000)}"` });
  });

  test('people who are not in this event', async () => {
    await visitor.expect(404, 'POST /api/donations', {
      body: pledgeBody({ id: 999_999, event_id: participant.event_id }),
    });
    await visitor.expect(404, 'POST /api/donations', { body: pledgeBody({ id: participant.id, event_id: 999_999 }) });
  });

  test('events that take no pledges, or are closed', async () => {
    const off = await aSyncedEvent(app, vera, [aPerson()], { donation_per_unit: '' });
    const refusedOff = await visitor.expect<Problem>(409, 'POST /api/donations', {
      body: pledgeBody(off.participants[0] as Participant),
    });
    expect(refusedOff.code).toBe('pledges_off');
    const closed = await aSyncedEvent(app, vera, [aPerson()]);
    // That it is over says more than what it took.
    for (const change of [{ is_active: false }, { donation_per_unit: '' }]) {
      await vera.expect(200, `PUT /api/events/${closed.event.id}`, { body: change });
      const refused = await visitor.expect<Problem>(409, 'POST /api/donations', {
        body: pledgeBody(closed.participants[0] as Participant),
      });
      expect(refused.code).toBe('event_closed');
    }
  });

  test('in the language of the caller', async () => {
    const problem = await app
      .client('fr')
      .expect<Problem>(422, 'POST /api/donations', { body: pledgeBody(participant, { donor_name: '' }) });
    expect(problem.fields?.donor_name).toBe('Saisissez votre nom');
  });
});

test('a stranger who types a spelling of somebody’s mailbox sees and moves nothing of hers', async () => {
  await aPledge(app, participant, { donor_email: 'Anna+geheim@example.test' });
  const { receipt, token } = await aPledge(app, participant, { donor_email: 'anna@example.test' });
  const page = await visitor.expect<string>(200, `GET /donation/sent/${receipt}`);
  expect(page).not.toContain('geheim');
  await visitor.expect(200, `POST /api/donations/confirm/${token}`);
  const confirmed = await app.mailbox.waitFor(
    (mail) => mail.text.includes(token) && !mail.subject.includes('bestätigen'),
  );
  expect(confirmed.envelope.to).toEqual(['anna@example.test']);
});

describe('mailboxes are not flooded', () => {
  test('the fourth mail in an hour waits, the fourteenth pledge is refused', async () => {
    const donor_email = 'grosi@example.test';
    const replies: PledgeReply[] = [];
    for (let n = 0; n < 13; n += 1) {
      replies.push(
        await visitor.expect<PledgeReply>(201, 'POST /api/donations', {
          body: pledgeBody(participant, { donor_email: `grosi+${n}@example.test` }),
        }),
      );
    }
    const waits = replies.map((reply) => new Date(reply.mail_at).getTime() > Date.now() + 1_800_000);
    expect(waits).toEqual([false, false, false, ...Array.from({ length: 10 }, () => true)]);
    const problem = await visitor.expect<Problem>(429, 'POST /api/donations', {
      body: pledgeBody(participant, { donor_email }),
    });
    expect(problem.code).toBe('mailbox_full');
  });

  test('the donor sends the mail again after a minute, with a new token that works beside the first', async () => {
    const { id, receipt, token, body } = await aPledge(app, participant);
    const resend = { body: { receipt } };
    await visitor.expect(429, `POST /api/donations/${id}/resend`, resend);
    app.forward(61_000);
    await visitor.expect(200, `POST /api/donations/${id}/resend`, resend);
    await visitor.expect(404, `POST /api/donations/${id}/resend`, { body: { receipt: 'somebody-elses' } });
    const second = await app.mailbox.waitFor(
      (mail) => mail.envelope.to.includes(body.donor_email) && !mail.text.includes(token),
    );
    await visitor.expect(200, `POST /api/donations/confirm/${tokenIn(second.text)}`);
    const { donation } = await visitor.expect<Moved>(200, `GET /api/donations/by-token/${token}`);
    expect(donation.status).toBe('confirmed');
  });
});

test('a promise that nobody confirms is forgotten after 90 days, one that was confirmed is not', async () => {
  const lost = await aPledge(app, participant, { donor_name: 'Vergessen Werden' });
  const kept = await aPledge(app, participant, {}, 'confirm');
  app.forward(89 * 86_400_000);
  await forgetUnconfirmed(app.product.ctx);
  await visitor.expect(200, `GET /api/donations/by-token/${lost.token}`);
  app.forward(2 * 86_400_000);
  await forgetUnconfirmed(app.product.ctx);
  await visitor.expect(404, `GET /api/donations/by-token/${lost.token}`);
  await visitor.expect(200, `GET /api/donations/by-token/${kept.token}`);
  const { db } = app.product.ctx;
  expect(await db.selectFrom('mails').select('id').where('to_email', '=', lost.body.donor_email).execute()).toEqual([]);
  expect(await db.selectFrom('donors').select('id').where('email_key', '=', lost.body.donor_email).execute()).toEqual(
    [],
  );
});

test('what anyone may read of an event names no donor', async () => {
  const { donations } = await visitor.expect<{ donations: object[] }>(
    200,
    `GET /api/donations/event/${participant.event_id}`,
  );
  expect(donations.length).toBeGreaterThan(3);
  for (const donation of donations)
    expect(Object.keys(donation).toSorted()).toEqual(['amount_per_unit', 'participant_id', 'status']);
});

test('no log line holds an address or a token', () => {
  expect(app.logs.join('\n')).not.toMatch(/@example\.test|\/donation\/confirm/);
});
