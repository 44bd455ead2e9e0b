/** @module-tag slow */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startMailbox } from '#sandbox/mailbox.ts';
import { freePort } from '#sandbox/ports.ts';
import { startApp, type App } from '#test/app.ts';
import { aPledge, aSyncedEvent, pledgeBody, tokenIn } from '#test/factories.ts';

let app: App;
let participant: Participant;

const aParticipant = async (of: App, fields = {}) =>
  (await aSyncedEvent(of, await of.signedIn('vera'), undefined, fields)).participants[0] as Participant;

beforeAll(async () => {
  app = await startApp();
  participant = await aParticipant(app, { organiser_name: 'Brunnenverein', organiser_email: 'kasse@brunnen.example' });
});
afterEach(() => app.mailbox.faults.clear());
afterAll(() => app.stop());

/** Pledges, and resolves with the donor's address before the mail can have left. */
async function promise(of = app, to = participant): Promise<string> {
  const body = pledgeBody(to);
  await of.client('de').expect(201, 'POST /api/donations', { body });
  return body.donor_email;
}
const rowOf = (email: string, of = app) =>
  of.product.ctx.db.selectFrom('mails').selectAll().where('to_email', '=', email).executeTakeFirstOrThrow();
const until = (email: string, state: object, of = app) =>
  vi.waitFor(async () => expect(await rowOf(email, of)).toMatchObject(state), { timeout: 10_000, interval: 25 });
const copiesFor = async (email: string) =>
  (await app.mailbox.messages()).filter((mail) => mail.envelope.to.includes(email));
/** The outbox was gone through since: a later mail of it has arrived. */
async function aRound(): Promise<void> {
  await app.mailbox.waitFor(await promise());
}

describe('a mail', () => {
  test('goes to one person, says who answers, and that a machine wrote it', async () => {
    const { mail, body } = await aPledge(app, participant);
    expect(mail.envelope.to).toEqual([body.donor_email]);
    const headers = Object.fromEntries(mail.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    expect(headers).toMatchObject({
      from: 'Givelap <givelap@example.test>',
      'reply-to': 'kasse@brunnen.example',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[\w-]{36}@example\.test>$/),
    });
    expect(headers.to).toContain(body.donor_email);
    expect([headers.cc, headers.bcc]).toEqual([undefined, undefined]);
  });

  test('that was sent forgets its token', async () => {
    const { body } = await aPledge(app, participant);
    await until(body.donor_email, { sent_at: expect.any(Date), secrets: null, last_error: null, tries: 1 });
  });

  test('cannot be led to others by a name', async () => {
    const donor_name = 'Eva <mallory@example.test>, "x" mallory@example.test';
    const { mail, body } = await aPledge(app, participant, { donor_name });
    expect(mail.envelope.to).toEqual([body.donor_email]);
    expect(await copiesFor('mallory@example.test')).toEqual([]);
  });
});

/** Pledges under an address that is refused: at once, since all tests wait for the same rounds of the outbox. */
async function refused(at: 'rcpt' | 'data', does: number | 'cut', times?: number): Promise<string> {
  const body = pledgeBody(participant);
  app.mailbox.faults.add({
    at,
    does,
    text: `<${body.donor_email}> is refused`,
    to: body.donor_email,
    ...(times && { times }),
  });
  await app.client('de').expect(201, 'POST /api/donations', { body });
  return body.donor_email;
}

test('an address that is refused for good is failed, says why without naming it, and is not tried again', async () => {
  const kinds = [
    ['rcpt', 550],
    ['rcpt', 553],
    ['data', 554],
  ] as const;
  const emails = await Promise.all(kinds.map(([at, does]) => refused(at, does)));
  await Promise.all(emails.map((email) => until(email, { failed_at: expect.any(Date) })));
  const rows = await Promise.all(emails.map((email) => rowOf(email)));
  for (const [index, row] of rows.entries()) {
    expect(row).toMatchObject({
      tries: 1,
      sent_at: null,
      secrets: null,
      last_error: expect.stringContaining(String(kinds[index]?.[1])),
    });
    expect(row.last_error).not.toContain('@');
  }
  app.mailbox.faults.clear();
  app.forward(3_600_000);
  await aRound();
  expect(await Promise.all(emails.map((email) => rowOf(email)))).toEqual(rows);
});

test('an address that is refused for now is tried again after five seconds, as the same mail', async () => {
  const kinds = [
    ['rcpt', 451],
    ['data', 451],
    ['data', 'cut'],
  ] as const;
  const emails = await Promise.all(kinds.map(([at, does]) => refused(at, does, 1)));
  await Promise.all(emails.map((email) => until(email, { tries: 1, last_error: expect.any(String) })));
  await aRound();
  for (const email of emails) expect(await rowOf(email)).toMatchObject({ tries: 1, sent_at: null, failed_at: null });
  app.forward(5000);
  const sent = { tries: 2, sent_at: expect.any(Date), failed_at: null, last_error: null, secrets: null };
  await Promise.all(emails.map((email) => until(email, sent)));
  const copies = await Promise.all(emails.map(copiesFor));
  // What was cut after the message arrived all the same: better twice than never.
  expect(copies.map((of) => of.length)).toEqual([1, 2, 2]);
  for (const of of copies) {
    expect(new Set(of.map((mail) => mail.messageId)).size).toBe(1);
    expect(new Set(of.map((mail) => tokenIn(mail.text))).size).toBe(1);
  }
});

test('one that cannot be written is failed, and the log says where it broke', async () => {
  const email = await refused('rcpt', 451, 1);
  await until(email, { tries: 1, last_error: expect.any(String) });
  await app.product.ctx.db.updateTable('mails').set({ data: '{}' }).where('to_email', '=', email).execute();
  app.forward(5000);
  await until(email, { failed_at: expect.any(Date), last_error: 'cannot be written' });
  const { id } = await rowOf(email);
  const said = app.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said.filter(({ msg }) => msg === 'mail cannot be written')).toMatchObject([
    { level: 50, mail: id, error: 'TypeError', stack: expect.stringContaining('/mails/') },
  ]);
});

describe('an outage of ours', () => {
  test('a sender that is refused is tried again, with an alarm', async () => {
    app.mailbox.faults.add({ at: 'mail', does: 550, text: '<givelap@example.test> may not send', times: 1 });
    const email = await promise();
    await until(email, { tries: 1, failed_at: null, last_error: expect.stringContaining('550') });
    const alarms = app.logs.filter((line) => line.includes('may not send') && line.includes('"level":50'));
    expect(alarms).toHaveLength(1);
    app.forward(5000);
    await app.mailbox.waitFor(email);
  });

  test('a server that is down: the form notices nothing, and the mail leaves when it is back', async () => {
    const smtpPort = await freePort();
    const alone = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}?tls=off` } });
    try {
      const email = await promise(alone, await aParticipant(alone));
      let shift = 0;
      for (const [index, pause] of [5, 20, 60, 300, 3600, 3600].entries()) {
        await until(
          email,
          { tries: index + 1, failed_at: null, last_error: expect.stringContaining('ECONNREFUSED') },
          alone,
        );
        await vi.waitFor(async () => {
          const { send_after } = await rowOf(email, alone);
          expect((send_after.getTime() - Date.now() - shift) / 1000).toSatisfy(
            (left: number) => left > pause - 5 && left <= pause,
          );
        }, 5000);
        alone.forward(pause * 1000);
        shift += pause * 1000;
      }
      const back = await startMailbox({ smtpPort });
      alone.forward(3_600_000);
      const { text } = await back.waitFor(email);
      await until(email, { sent_at: expect.any(Date), last_error: null }, alone);
      await alone.client().expect(200, `GET /api/donations/by-token/${tokenIn(text)}`);
      await back.stop();
      expect(alone.logs.join()).not.toContain(email);
    } finally {
      await alone.stop();
    }
  });

  test('that lasts longer than 72 hours is given up, and said', async () => {
    const alone = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}?tls=off` } });
    try {
      const email = await promise(alone, await aParticipant(alone));
      await until(email, { tries: 1, last_error: expect.any(String) }, alone);
      alone.forward(71 * 3_600_000);
      // A try counts when it begins; only its line in the log says that it has ended.
      await vi.waitFor(
        () => expect(alone.logs.filter((line) => line.includes('mail not sent'))).toHaveLength(2),
        10_000,
      );
      expect(await rowOf(email, alone)).toMatchObject({ tries: 2, failed_at: null });
      alone.forward(2 * 3_600_000);
      await until(
        email,
        { tries: 3, failed_at: expect.any(Date), secrets: null, last_error: expect.stringContaining('ECONNREFUSED') },
        alone,
      );
    } finally {
      await alone.stop();
    }
  });
});

test('no log line holds an address or a token', () => {
  expect(app.logs.filter((line) => line.includes('mail not sent')).length).toBeGreaterThan(4);
  expect(app.logs.join('\n')).not.toMatch(/@example|\/donation\//);
});
