import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { swissDay } from '#domain/dates.ts';
import { languages } from '#domain/language.ts';
import { texts } from '#locales/messages.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent, type Made } from '#test/factories.ts';
import { unzip } from '#test/unzip.ts';

let app: App;
let lea: TestClient;
let made: Made;

/** What spreadsheets take for a formula, and what only looks like one. */
const formulas = ['=1+1', '+41 79', '-2', '@SUM(A1)', ' =cmd|’/C calc’!A0', '＝1＋1'];
const plain = ['Zürcher «Öl» & Söhne', 'a;b', 'say "hello"', 'O’Hara', "'quoted'", '<b>x</b>', '0041', 'A=B'];

beforeAll(async () => {
  app = await startApp();
  lea = await app.signedIn('lea');
  const event = await aSyncedEvent(
    app,
    await app.signedIn('vera'),
    [aPerson({ Bib: 288, Firstname: 'Jonas', Lastname: 'Müller' })],
    { name: 'Zürcher Spendenlauf', names_shown: 'none' },
  );
  made = event;
  const participant = event.participants[0] as Participant;
  for (const donor_name of [...formulas, ...plain]) await aPledge(app, participant, { donor_name }, 'confirm');
  await aPledge(
    app,
    participant,
    {
      donor_name: 'Elsbeth Huber',
      donor_email: 'elsbeth@example.test',
      donor_street: 'Seestrasse 3',
      donor_city: '8001 Zürich',
      donor_country: 'Schweiz',
      amount_per_unit: '999.50',
      max_amount: 5000,
      anonymous: true,
      message: 'Hopp Jonas!\nDu schaffst das; "immer"',
    },
    'confirm',
  );
  await aPledge(app, participant, { donor_name: 'Noch Offen' });
  await aPledge(app, participant, { donor_name: 'War Einmal' }, 'confirm', 'cancel');
}, 120_000);
afterAll(() => app.stop());

const pathOf = (status: string, query = '') => `/api/donations/export/event/${made.event.id}/${status}${query}`;

async function download(status: string, query = '', language?: string) {
  const response = await lea.fetch(app.url + pathOf(status, query), {
    headers: { 'sec-fetch-site': 'same-origin', ...(language && { 'accept-language': language }) },
  });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const rowsOf = (bytes: Buffer) => parse(bytes, { delimiter: ';', bom: true });
const donorsIn = (rows: string[][]) => rows.slice(1).map((row) => row[5]);

describe('as csv', () => {
  test('it is one line of titles and one per confirmed pledge, as Excel opens it', async () => {
    const { headers, bytes } = await download('confirmed', '', 'de');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="zuercher-spendenlauf-confirmed-${swissDay(app.now())}.csv"`,
      'cache-control': 'private, no-store',
    });
    const rows = rowsOf(bytes);
    expect(rows).toHaveLength(1 + formulas.length + plain.length + 1);
    const [titles = []] = rows;
    const last = Object.fromEntries((rows.at(-1) ?? []).map((cell, at) => [titles[at], cell]));
    const moment = expect.stringMatching(new RegExp(`^${swissDay(app.now())} \\d\\d:\\d\\d$`));
    expect(last).toEqual({
      'Nr.': expect.stringMatching(/^\d+$/),
      'Versprochen am': moment,
      'Bestätigt am': moment,
      Startnummer: '288',
      Teilnehmende: 'Jonas Müller',
      'Spenderin oder Spender': 'Elsbeth Huber',
      'E-Mail': 'elsbeth@example.test',
      'Strasse und Hausnummer': 'Seestrasse 3',
      'PLZ und Ort': '8001 Zürich',
      Land: 'Schweiz',
      'CHF pro Runde': '999.50',
      'Höchstens CHF': '5000.00',
      'Namen nicht weitergeben': 'ja',
      Nachricht: 'Hopp Jonas!\nDu schaffst das; "immer"',
      Sprache: 'de',
    });
  });

  test('what would be a formula is text; everything else is as it was typed', async () => {
    const donors = donorsIn(rowsOf((await download('confirmed')).bytes));
    expect(donors.slice(0, -1)).toEqual([...formulas.map((text) => `'${text.trim()}`), ...plain]);
  });

  test('pending ones go apart, cancelled ones nowhere', async () => {
    expect(donorsIn(rowsOf((await download('pending')).bytes))).toEqual(['Noch Offen']);
    const all = [...(await download('pending')).bytes.toString(), ...(await download('confirmed')).bytes.toString()];
    expect(all.join('')).not.toContain('War Einmal');
  });

  test.each(languages)('its titles are in the caller’s language: %s', async (language) => {
    const [titles] = rowsOf((await download('confirmed', '', language)).bytes);
    const words: Record<string, string> = texts[language];
    expect(titles).toHaveLength(15);
    expect(titles).toContain(words['export.donor']);
    expect(titles).toContain(words['donation.city']);
  });
});

test('as xlsx it is the same table, with amounts to reckon with and nothing but text in texts', async () => {
  const { headers, bytes } = await download('confirmed', '?format=xlsx', 'de');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="zuercher-spendenlauf-[-\w]+\.xlsx"$/);
  const files = unzip(bytes);
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  const strings = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(
    (found) => found[1],
  );
  expect(sheet.match(/<row /g)).toHaveLength(1 + formulas.length + plain.length + 1);
  expect(sheet).not.toMatch(/<f[ >]/);
  expect(sheet).toContain('<v>999.5</v>');
  expect(strings).toEqual(expect.arrayContaining(['Spenderin oder Spender', '=1+1', '@SUM(A1)', 'Jonas Müller']));
});

test('each is in the activity log, with how many it held; looking at the address is none', async () => {
  const exports = async () => lea.expect<object[]>(200, 'GET /api/activities?action=pledges.exported');
  const before = (await exports()).length;
  await download('confirmed', '?format=xlsx');
  await download('pending');
  await lea.send(`HEAD ${pathOf('pending')}`);
  await lea.expect(403, `GET ${pathOf('pending')}`, { headers: { 'sec-purpose': 'prefetch' } });
  const after = await exports();
  expect(after).toHaveLength(before + 2);
  expect(after.slice(0, 2)).toMatchObject([
    { user: 'Léa Leserin', event: 'Zürcher Spendenlauf', changed: { status: 'pending', format: 'csv', count: 1 } },
    { changed: { status: 'confirmed', format: 'xlsx', count: 15 } },
  ]);
});

test('nobody else may have it, whatever the method', async () => {
  const otto = await app.signedIn('otto');
  for (const method of ['GET', 'HEAD']) {
    const statusFor = async (client: TestClient) =>
      (await client.fetch(app.url + pathOf('confirmed'), { method, headers: { 'sec-fetch-site': 'none' } })).status;
    expect([await statusFor(app.client()), await statusFor(otto)]).toEqual([401, 403]);
  }
  expect(await lea.expect<Problem>(404, 'GET /api/donations/export/event/999999/confirmed')).toMatchObject({
    code: 'unknown_event',
  });
  await lea.expect(400, `GET ${pathOf('cancelled')}`);
  await lea.expect(422, `GET ${pathOf('confirmed', '?format=pdf')}`);
});
