/** @module-tag slow */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Mail } from '#sandbox/mailbox/store.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson, aPledge } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  const BRAND_FILE = path.join(mkdtempSync(path.join(tmpdir(), 'brand-')), 'brand.json');
  const operator = { name: 'Zeitlauf AG', city: '6003 Luzern', email: 'info@zeitlauf.example' };
  writeFileSync(BRAND_FILE, JSON.stringify({ operator }));
  app = await startApp({ env: { BRAND_FILE } });
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
});
afterAll(() => app.stop());

const named = { organiser_name: 'Laufverein Uster', organiser_zip: '8610', organiser_city: 'Uster' };
const reached = { organiser_email: 'kasse@laufverein.example' };

describe.each([
  ['says nothing', {}, 'Zeitlauf AG, 6003 Luzern', 'info@zeitlauf.example'],
  ['names an organiser', named, 'Laufverein Uster, 8610 Uster', 'info@zeitlauf.example'],
  ['gives an e-mail', reached, 'Zeitlauf AG, 6003 Luzern', 'kasse@laufverein.example'],
  ['says both', { ...named, ...reached }, 'Laufverein Uster, 8610 Uster', 'kasse@laufverein.example'],
])('where an event %s', (_, fields, who, email) => {
  let participant: Participant;
  beforeAll(async () => {
    const { participants } = await aGiftEvent(app, vera, [aPerson()], {
      donation_per_unit: 'true',
      mail_participants: 'true',
      organiser_name: '',
      ...fields,
    });
    const [{ id }] = participants as [Participant];
    participant = await vera.expect(200, `GET /api/participants/${id}`);
  });

  function expectIn({ headers, text }: Mail) {
    expect(headers.find(({ name }) => name.toLowerCase() === 'reply-to')?.value).toBe(email);
    expect(text.replace(/\s+/g, ' ')).toContain(`Wer das Geld erhält: ${who}, ${email}`);
  }
  const mailTo = (address: string | null | undefined, subject: RegExp) =>
    app.mailbox.waitFor((mail) => mail.envelope.to.includes(address ?? '') && subject.test(mail.subject));
  const onPaper = who.replace(/ (?=\S+$)/, '\u00a0');

  test('mails of a pledge and the page that was given on say so', async () => {
    const { mail, token, body } = await aPledge(app, participant);
    expectIn(mail);
    expect(await visitor.expect(200, `POST /api/donations/confirm/${token}`)).toMatchObject({
      event: { organiser: who.split(',')[0] },
    });
    expectIn(await mailTo(body.donor_email, /^Bestätigt/));
    const form = await visitor.expect<string>(200, `GET /give/${participant.id}`);
    expect(form).toContain(`<dd>${onPaper}</dd>`);
    expect(form).toContain(`<a href="mailto:${email}">${email}</a>`);
  });

  test('mails of a gift and its proof say so', async () => {
    const gift = await anOpenGift(app, participant);
    app.payrexx.pay(gift.link);
    expectIn(await mailTo(gift.body.donor_email, /^Zahlungsbestätigung/));
    expectIn(await mailTo(participant.email, /^Eine Spende für Sie/));
    expect(await visitor.expect<string>(200, `GET /gift/${gift.id}`)).toContain(onPaper);
  });

  test('the mail that leads a participant to his page says so', async () => {
    const body = { participantId: String(participant.id) };
    await vera.expect(200, 'POST /api/payrexx/create-payment-page', { body });
    await vera.expect(200, 'POST /api/payrexx/resend-email', { body });
    expectIn(await mailTo(participant.email, /^Ihre Spendenseite/));
  });
});
