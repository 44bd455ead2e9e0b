import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent, pledgeBody, tokenIn } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let participant: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  const { participants } = await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Formular' })]);
  participant = participants[0] as Participant;
});
afterAll(() => app.stop());
afterEach(() => {
  vi.useRealTimers();
});

let forms = 0;
/** What the give page's form holds when it is sent. */
function filled(fields: Record<string, string> = {}, of = participant): Record<string, string> {
  forms += 1;
  return {
    event_id: String(of.event_id),
    participant_id: String(of.id),
    rate: 'own',
    own: '2,50',
    max_amount: '',
    donor_name: `Elsbeth Formular ${forms}`,
    donor_email: `formular${forms}@example.test`,
    donor_street: '',
    donor_city: '',
    donor_country: '',
    language: 'de',
    ...fields,
  };
}
const give = (form: Record<string, string>, headers = {}, of = participant) =>
  visitor.submit(`/give/${of.id}`, form, headers);
const pledgesOf = (name = '') =>
  app.product.ctx.db
    .selectFrom('pledges')
    .select(['id', 'rate', 'donor_name', 'anonymous'])
    .where('donor_name', '=', name)
    .execute();

describe('the pledge form without script', () => {
  test('leads to the check-mail page, and its link to a confirmed pledge', async () => {
    const form = filled({ anonymous: 'true' });
    const { status, headers } = await give(form);
    const location = headers.get('location') ?? '';
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/donation\/sent\/[\w-]{43}$/)]);
    expect(await visitor.expect(200, `GET ${location}`)).toContain(form.donor_email);
    expect(await pledgesOf(form.donor_name)).toMatchObject([
      { rate: 250, donor_name: form.donor_name, anonymous: true },
    ]);

    const token = tokenIn((await app.mailbox.waitFor(form.donor_email ?? '')).text);
    const confirmed = await visitor.submit(`/donation/confirm/${token}`, {});
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `/donation/confirm/${token}`]);
    await visitor.expect(200, `GET /donation/confirm/${token}`);
    expect(await visitor.expect(200, `GET /api/donations/by-token/${token}`)).toMatchObject({
      donation: { status: 'confirmed' },
    });
    const evidence = await app.product.ctx.db
      .selectFrom('pledge_events')
      .select('evidence')
      .where('kind', '=', 'confirmed')
      .execute();
    expect(evidence).toEqual([{ evidence: { by: 'button', mailed: true } }]);

    expect((await visitor.submit(`/donation/cancel/${token}`, {})).status).toBe(303);
    expect(await visitor.expect(200, `GET /api/donations/by-token/${token}`)).toMatchObject({
      donation: { status: 'cancelled' },
    });
  });

  test('sent again it is the same pledge, with one mail', async () => {
    // The key of a form holds for ten minutes of the clock.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    const form = filled();
    const answers = await Promise.all([1, 2, 3].map(() => give(form)));
    answers.push(await give(form));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(4);
    expect(await pledgesOf(form.donor_name)).toHaveLength(1);
    await app.mailbox.waitFor(form.donor_email ?? '');
    const mails = (await app.mailbox.messages()).filter((mail) => mail.envelope.to.includes(form.donor_email ?? ''));
    expect(mails).toHaveLength(1);
  });

  test('with another amount it is another pledge (control)', async () => {
    const form = filled();
    await give(form);
    await give({ ...form, own: '3' });
    expect(await pledgesOf(form.donor_name)).toMatchObject([{ rate: 250 }, { rate: 300 }]);
  });

  test.each<[string, Record<string, string>]>([
    ['no name', { donor_name: ' ' }],
    ['no e-mail', { donor_email: '' }],
    ['an e-mail that is none', { donor_email: 'elsbeth' }],
    ['no amount', { own: '' }],
    ['an amount in words', { own: 'viel' }],
    ['a cap that is none', { max_amount: '0' }],
    ['a participant that is none', { participant_id: 'x' }],
  ])('with %s it comes back with what was typed', async (_, wrong) => {
    const form = filled({ donor_street: `Seestrasse ${forms}b`, donor_city: '3600 Thun', ...wrong });
    const { status, body, headers } = await give(form);
    expect([status, headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
    for (const typed of [form.donor_street, '3600 Thun', ...Object.values(wrong).filter((text) => text.trim())]) {
      expect(body).toContain(typed);
    }
    expect(headers.get('cache-control')).toMatch(/no-store/);
    expect(await pledgesOf(form.donor_name)).toEqual([]);
    expect(await visitor.expect(200, `GET /give/${participant.id}`)).not.toContain(form.donor_street);
  });

  test('what was typed cannot become markup', async () => {
    const { body } = await give(filled({ donor_name: '"><script>alert(1)</script>', donor_email: '' }));
    expect(body).not.toContain('<script>alert(1)');
  });

  test('with a field that comes twice, or of another kind, it is not understood', async () => {
    const twice = `${new URLSearchParams(filled()).toString()}&own=9`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await visitor.expect(400, `POST /give/${participant.id}`, { body: twice, headers });
    await visitor.expect(415, `POST /give/${participant.id}`, { body: 'x', headers: { 'content-type': 'text/xml' } });
    await visitor.expect(413, `POST /give/${participant.id}`, { body: `own=${'x'.repeat(70_000)}`, headers });
  });

  test('from another site it is refused, and nothing happens', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const form = filled();
      expect((await give(form, headers)).status).toBe(403);
      expect(await pledgesOf(form.donor_name)).toEqual([]);
    }
  });

  test('where nothing is taken, the page says so', async () => {
    const { event, participants } = await aSyncedEvent(app, vera, [aPerson()], { donation_per_unit: '' });
    const of = participants[0] as Participant;
    expect((await give(filled({}, of), {}, of)).status).toBe(409);
    await vera.expect(200, `DELETE /api/events/${event.id}`);
    expect((await give(filled({}, of), {}, of)).status).toBe(404);
  });

  test('the mail is sent again from the check-mail page, but not at once', async () => {
    const { id, receipt } = await aPledge(app, participant);
    const again = () => visitor.submit(`/donation/sent/${receipt}`, { id: String(id) });
    expect((await again()).status).toBe(429);
    app.forward(61_000);
    const { status, headers } = await again();
    expect([status, headers.get('location')]).toEqual([303, `/donation/sent/${receipt}`]);
    expect((await visitor.submit('/donation/sent/nobodys', { id: String(id) })).status).toBe(404);
  });

  test('a link needs no origin: its page sends none', async () => {
    const { token } = await aPledge(app, participant);
    const { status } = await visitor.submit(
      `/donation/confirm/${token}`,
      {},
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
    );
    expect(status).toBe(303);
    expect((await visitor.submit('/donation/confirm/nobodys', {})).status).toBe(404);
  });
});

describe('limits per network', () => {
  let small: App;
  let of: Participant;
  beforeAll(async () => {
    small = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '3/10m', LIMIT_MAILS_PER_RECIPIENT: '100/1h' } });
    of = (await aSyncedEvent(small, await small.signedIn('vera'))).participants[0] as Participant;
  });
  afterAll(() => small.stop());

  const send = (fields: Record<string, unknown> = {}, headers = {}) =>
    small.client('de').send<Problem>('POST /api/donations', { body: pledgeBody(of, fields), headers });

  test('what is invalid, repeated or only read does not count', async () => {
    for (let n = 0; n < 5; n += 1) expect((await send({ donor_email: '' })).status).toBe(422);
    const body = pledgeBody(of);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push(
        (await small.client().send('POST /api/donations', { body, headers: { 'idempotency-key': 'same' } })).status,
      );
    }
    expect(statuses).toEqual([201, 200, 200, 200, 200]);
    await small.client().expect(200, `GET /give/${of.id}`);
  });

  test('the fourth form in ten minutes waits, and says for how long', async () => {
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    const { status, body, headers } = await send();
    expect([status, body.code, body.message]).toEqual([429, 'too_many', expect.stringContaining('10 Minuten')]);
    expect(Number(headers.get('retry-after'))).toSatisfy((seconds: number) => seconds > 500 && seconds <= 600);
  });

  test('whoever the caller says he comes for', async () => {
    for (const [name, value] of Object.entries({
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '203.0.113.8',
      forwarded: 'for=203.0.113.9',
      'cf-connecting-ip': '203.0.113.10',
    })) {
      expect([name, (await send({}, { [name]: value })).status]).toEqual([name, 429]);
    }
  });

  test('without script as well', async () => {
    const form = filled({}, of);
    const { status, headers, body } = await small.client('de').submit(`/give/${of.id}`, form);
    expect([status, Number(headers.get('retry-after')) > 500]).toEqual([429, true]);
    expect(body).toContain(form.donor_name);
  });

  test('ends with its window', async () => {
    await small.product.ctx.db.updateTable('rate_windows').set({ ends_at: new Date() }).execute();
    expect((await send()).status).toBe(201);
  });
});

test('behind a proxy that is trusted, the right-most address it does not know is the caller', async () => {
  const behind = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '1/10m', TRUST_PROXY: 'loopback' } });
  try {
    const of = (await aSyncedEvent(behind, await behind.signedIn('vera'))).participants[0] as Participant;
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await behind.client().send('POST /api/donations', { body: pledgeBody(of), headers })).status;
    };
    expect([await from('203.0.113.7'), await from('203.0.113.8'), await from('203.0.113.7')]).toEqual([201, 201, 429]);
    // What stands further left is what the caller typed himself.
    expect(await from('198.51.100.1, 203.0.113.7')).toBe(429);
    expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff::9'), await from('2001:db8:1:3::1')]).toEqual([
      201, 429, 201,
    ]);
  } finally {
    await behind.stop();
  }
});
