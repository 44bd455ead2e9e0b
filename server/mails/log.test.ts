/** @module-tag slow */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Statistics } from '#contract/dashboard.ts';
import type { LoggedMail, MailLog } from '#contract/mails.ts';
import type { Participant } from '#contract/participants.ts';
import type { Mail } from '#sandbox/mailbox/store.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPledge, aSyncedEvent, pledgeBody, tokenIn } from '#test/factories.ts';
import { expectInvariants } from '#test/faults/invariants.ts';
import { copiesIn } from '#test/faults/verdict.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;
let participant: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
  participant = (await aSyncedEvent(app, vera, undefined, { name: 'Brunnenlauf' })).participants[0] as Participant;
});
afterEach(() => app.mailbox.faults.clear());
afterAll(() => app.stop());

const all = (query = '') => lea.expect<MailLog>(200, `GET /api/email-logs${query}`);
const ofEvent = (query = '', id = participant.event_id) =>
  lea.expect<MailLog>(200, `GET /api/email-logs/events/${id}${query}`);
const lineOf = async (email: string) => {
  const line = (await all(`?q=${encodeURIComponent(email)}`)).logs[0];
  if (!line) throw new Error(`no mail to ${email} is logged`);
  return line;
};
const until = (email: string, state: Partial<LoggedMail>) =>
  vi.waitFor(async () => expect(await lineOf(email)).toMatchObject(state), { timeout: 10_000, interval: 50 });
/** Pledges under an address that is refused. */
async function refused(does: number, of = participant): Promise<string> {
  const body = pledgeBody(of);
  app.mailbox.faults.add({ at: 'rcpt', does, text: `<${body.donor_email}> is refused`, to: body.donor_email });
  await visitor.expect(201, 'POST /api/donations', { body });
  return body.donor_email;
}
/** The line of a mail whose donor is gone. */
async function erased(): Promise<LoggedMail> {
  const { body } = await aPledge(app, participant);
  const line = await lineOf(body.donor_email);
  const { items } = await lea.expect<{ items: { id: number }[] }>(200, `GET /api/persons?q=${body.donor_email}`);
  await vera.expect(200, `DELETE /api/persons/donor/${items[0]?.id}`);
  return line;
}
const resend = (id: number) => vera.expect<LoggedMail>(200, `POST /api/email-logs/${id}/resend`);

describe('a line of the log', () => {
  test('says what was sent to whom, as the mail itself does', async () => {
    const { mail, body, id } = await aPledge(app, participant);
    await until(body.donor_email, { status: 'sent' });
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await lineOf(body.donor_email)).toEqual({
      id: expect.any(Number),
      created_at: moment,
      recipient: body.donor_email,
      subject: mail.subject,
      type: 'pledge-request',
      status: 'sent',
      error: null,
      tries: 1,
      next_try: null,
      sent_at: moment,
      resend_of: null,
      event_id: participant.event_id,
      event: 'Brunnenlauf',
      donation_id: id,
      gift_id: null,
    });
  });

  test('of a mail that is refused says why, and when it is tried next', async () => {
    const [forGood, forNow] = [await refused(550), await refused(451)];
    await until(forGood, {
      status: 'failed',
      tries: 1,
      next_try: null,
      error: expect.stringContaining('550') as never,
    });
    await until(forNow, { status: 'queued', tries: 1, error: expect.stringContaining('451') as never });
    expect(Date.parse((await lineOf(forNow)).next_try ?? '')).toBeGreaterThan(Date.now());
    expect((await all('?status=failed')).logs.map((line) => line.recipient)).toContain(forGood);
    expect((await all('?status=queued')).logs.map((line) => line.recipient)).toEqual([forNow]);
    expect((await all('?status=sent')).logs.map((line) => line.status)).not.toContain('failed');
    expect((await all(`?q=${forGood}&status=queued`)).counts).toEqual({ sent: 0, failed: 1, queued: 0 });
  });

  test('keeps its subject when what the mail said is forgotten', async () => {
    const { mail, body } = await aPledge(app, participant);
    await until(body.donor_email, { status: 'sent' });
    await app.product.ctx.db
      .updateTable('mails')
      .set({ data: '{}' })
      .where('to_email', '=', body.donor_email)
      .execute();
    expect(await lineOf(body.donor_email)).toMatchObject({ subject: mail.subject });
  });

  test('holds no token, whether the mail waits or was sent', async () => {
    const { token } = await aPledge(app, participant);
    await refused(451);
    const rows = await app.product.ctx.db
      .selectFrom('mails')
      .select('secrets')
      .where('secrets', 'is not', null)
      .execute();
    const tokens = [token, ...rows.map(({ secrets }) => (secrets as { token: string }).token)];
    expect(tokens.length).toBeGreaterThan(1);
    const answers = JSON.stringify([await all('?limit=500'), await ofEvent()]);
    for (const secret of tokens) expect(answers).not.toContain(secret);
  });
});

test('the line of somebody who was erased says to nobody', async () => {
  const { id, subject } = await erased();
  const line = (await all('?limit=500')).logs.find((one) => one.id === id);
  expect(line).toMatchObject({ recipient: null, subject });
});

test('why a mail did not leave is told in the reader’s language', async () => {
  const email = await refused(451);
  await until(email, { tries: 1 });
  const { items } = await lea.expect<{ items: { id: number }[] }>(200, `GET /api/persons?q=${email}`);
  await vera.expect(200, `DELETE /api/persons/donor/${items[0]?.id}`);
  const errorIn = async (language: string) => {
    const headers = { 'accept-language': language };
    return (await lea.expect<MailLog>(200, 'GET /api/email-logs?limit=1', { headers })).logs[0]?.error;
  };
  expect([await errorIn('de'), await errorIn('it')]).toEqual([
    'Die Person wurde vorher gelöscht.',
    'La persona è stata cancellata prima.',
  ]);
});

describe('the log', () => {
  test('of all is cut into pages of fifty, newest first', async () => {
    for (let n = 0; n < 3; n += 1) await aPledge(app, participant);
    const { logs, pagination } = await all();
    expect(pagination).toEqual({ total: logs.length, limit: 50, offset: 0, hasMore: false });
    expect(logs.map((line) => line.id)).toEqual(logs.map((line) => line.id).toSorted((a, b) => b - a));
    const second = await all('?limit=2&offset=1');
    expect(second.logs).toEqual(logs.slice(1, 3));
    expect(second.pagination).toEqual({ total: logs.length, limit: 2, offset: 1, hasMore: true });
    expect((await all(`?offset=${logs.length - 1}`)).pagination.hasMore).toBe(false);
    for (const wrong of ['limit=0', 'limit=501', 'offset=-1', 'status=lost'])
      await lea.expect(422, `GET /api/email-logs?${wrong}`);
  });

  test('of an event holds its mails alone, all of them unless a limit is given', async () => {
    const other = (await aSyncedEvent(app, vera)).participants[0] as Participant;
    const { body } = await aPledge(app, other);
    expect((await ofEvent('', other.event_id)).logs.map((line) => line.recipient)).toEqual([body.donor_email]);
    const { logs, pagination } = await ofEvent();
    expect(logs).toHaveLength(pagination.total);
    expect(logs.map((line) => line.recipient)).not.toContain(body.donor_email);
    expect((await ofEvent('?limit=1&offset=1')).logs).toEqual(logs.slice(1, 2));
    expect(await lea.expect(404, 'GET /api/email-logs/events/999999')).toMatchObject({ code: 'unknown_event' });
  });

  test('is searched by recipient and subject, and signs of patterns are letters', async () => {
    const { body } = await aPledge(app, participant, { donor_email: 'Rosa.Rot_1@example.test' });
    expect((await all('?q=ROSA.ROT_1')).logs).toMatchObject([{ recipient: body.donor_email }]);
    expect((await all('?q=rosa%25rot')).logs).toEqual([]);
    expect((await all('?q=example.test%20BESTATIGEN%20rosa')).logs).toMatchObject([{ recipient: body.donor_email }]);
    const { total } = (await all()).pagination;
    expect((await all(`?q=${encodeURIComponent('bestätigen')}`)).pagination.total).toBe(total);
  });
});

describe('sending once more', () => {
  test('is a mail of its own, with a link of its own beside the first', async () => {
    const { body, mail, token, id } = await aPledge(app, participant);
    const first = await lineOf(body.donor_email);
    const copy = await resend(first.id);
    expect(copy).toMatchObject({
      type: 'pledge-request',
      status: 'queued',
      resend_of: first.id,
      recipient: body.donor_email,
      donation_id: id,
      gift_id: null,
      subject: first.subject,
    });
    const isCopy = (one: Mail) => one.envelope.to.includes(body.donor_email) && one.messageId !== mail.messageId;
    const further = tokenIn((await app.mailbox.waitFor(isCopy)).text);
    expect(further).not.toBe(token);
    for (const one of [token, further])
      expect(await visitor.expect(200, `GET /api/donations/by-token/${one}`)).toMatchObject({ donation: { id } });
    await expectInvariants(app.product.ctx.db, { copies: await copiesIn(app.mailbox) });
  });

  test('knows no limit, and is told each time', async () => {
    const { body } = await aPledge(app, participant);
    const { id } = await lineOf(body.donor_email);
    const told = () => lea.expect<object[]>(200, 'GET /api/activities?action=mail.resent');
    const before = (await told()).length;
    for (let n = 0; n < 12; n += 1) await resend(id);
    await vi.waitFor(async () => expect((await all(`?q=${body.donor_email}&status=sent`)).pagination.total).toBe(13), {
      timeout: 15_000,
      interval: 100,
    });
    const after = await told();
    expect(after).toHaveLength(before + 12);
    expect(after[0]).toMatchObject({ user: 'Vera Verwalter', event: 'Brunnenlauf' });
    expect(JSON.stringify(after)).not.toContain('@');
  });

  test('repeats the kind of mail that it was, also after its body was forgotten', async () => {
    const { body } = await aPledge(app, participant, {}, 'confirm');
    await until(body.donor_email, { type: 'pledge-confirmed', status: 'sent' });
    await app.product.ctx.db
      .updateTable('mails')
      .set({ data: '{}' })
      .where('to_email', '=', body.donor_email)
      .execute();
    const { id, subject } = await lineOf(body.donor_email);
    await resend(id);
    await until(body.donor_email, { resend_of: id, status: 'sent', subject });
    const copies = (await app.mailbox.messages()).filter((one) => one.subject === subject);
    expect(copies.filter((one) => one.envelope.to.includes(body.donor_email))).toHaveLength(2);
  });

  test('has to have a mail, and somebody to get it', async () => {
    expect(await vera.expect(404, 'POST /api/email-logs/999999/resend')).toMatchObject({ code: 'unknown_mail' });
    const { id } = await erased();
    expect(await vera.expect(409, `POST /api/email-logs/${id}/resend`)).toMatchObject({
      code: 'mail_without_recipient',
    });
  });
});

describe('sending what failed once more', () => {
  let other: Participant;
  beforeAll(async () => {
    other = (await aSyncedEvent(app, vera)).participants[0] as Participant;
  });

  const press = (eventId?: number) =>
    vera.expect<{ message: string; queued: number }>(200, 'POST /api/email-logs/resend-failed', {
      ...(eventId !== undefined && { body: { event_id: eventId } }),
    });
  const failedMails = async () => (await lea.expect<Statistics>(200, 'GET /api/statistics')).failedMails;
  const told = () => lea.expect<{ changed: object }[]>(200, 'GET /api/activities?action=mails.resent');
  async function failed(of = other): Promise<LoggedMail> {
    const email = await refused(550, of);
    await until(email, { status: 'failed' });
    return lineOf(email);
  }
  const sentTo = async ({ recipient }: LoggedMail) => (await all(`?q=${recipient}&status=sent`)).pagination.total;

  test('sends each once, of one event or of all, and says how many', async () => {
    await press();
    const [one, two, elsewhere] = [await failed(), await failed(), await failed(participant)];
    expect(await failedMails()).toBe(3);
    app.mailbox.faults.clear();
    const before = (await told()).length;
    expect(await press(other.event_id)).toEqual({ queued: 2, message: expect.stringContaining('2') });
    expect(await press(other.event_id)).toMatchObject({ queued: 0 });
    expect((await ofEvent('', other.event_id)).failedMails).toBe(0);
    expect((await ofEvent()).failedMails).toBe(1);
    expect(await failedMails()).toBe(1);
    expect(await press()).toMatchObject({ queued: 1 });
    for (const mail of [one, two, elsewhere]) {
      await until(mail.recipient ?? '', { status: 'sent', resend_of: mail.id, subject: mail.subject });
      expect(await sentTo(mail)).toBe(1);
    }
    expect(await failedMails()).toBe(0);
    const lines = (await told()).slice(0, -before || undefined);
    expect(lines).toMatchObject([
      { event_id: null, changed: { count: 1 } },
      { event_id: other.event_id, user: 'Vera Verwalter', changed: { count: 2 } },
    ]);
    await expectInvariants(app.product.ctx.db, { copies: await copiesIn(app.mailbox) });
  });

  test('pressed by two at once sends each once', async () => {
    const mails = [await failed(), await failed(), await failed()];
    app.mailbox.faults.clear();
    const presses = await Promise.all([press(), press(other.event_id), press()]);
    expect(presses.reduce((sum, { queued }) => sum + queued, 0)).toBe(3);
    for (const mail of mails) {
      await until(mail.recipient ?? '', { status: 'sent' });
      expect((await all(`?q=${mail.recipient}`)).pagination.total).toBe(2);
    }
  });

  test('leaves out what is no longer true, and whoever is no longer there', async () => {
    const [cancelled, erased] = [await failed(), await failed()];
    await vera.expect(200, `PUT /api/donations/${cancelled.donation_id}`, {
      body: { status: 'cancelled', reason: 'doppelt' },
    });
    const { items } = await lea.expect<{ items: { id: number }[] }>(200, `GET /api/persons?q=${erased.recipient}`);
    await vera.expect(200, `DELETE /api/persons/donor/${items[0]?.id}`);
    expect([await failedMails(), (await press()).queued]).toEqual([0, 0]);
  });

  test('counts a copy that failed too', async () => {
    const mail = await failed();
    await press();
    await until(mail.recipient ?? '', { status: 'failed', resend_of: mail.id });
    expect(await failedMails()).toBe(1);
    app.mailbox.faults.clear();
    expect(await press()).toMatchObject({ queued: 1 });
    await until(mail.recipient ?? '', { status: 'sent' });
  });

  test('needs an event that is there', async () => {
    const body = { event_id: 999_999 };
    expect(await vera.expect(404, 'POST /api/email-logs/resend-failed', { body })).toMatchObject({
      code: 'unknown_event',
    });
  });
});
