import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { GiftByHolder } from '#contract/gifts.ts';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';
import { focused, phone, said } from '#test/visit.ts';

const PARTICIPANTS = paths.adminTab('participants');
const DONATIONS = paths.adminTab('donations');
const EVENTS = paths.adminTab('events');

let app: App;
let browser: Browser;
let vera: TestClient;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  vera = await app.signedIn('vera');
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const people = [
  aPerson({ Bib: 1, Firstname: 'Anna', Lastname: 'Ammann', Email: 'anna@example.test' }),
  aPerson({ Bib: 2, Firstname: 'Beat', Lastname: 'Bär', Email: '' }),
  aPerson({ Bib: 3, Firstname: 'Cleo', Lastname: 'Caflisch', Email: 'cleo@example.test' }),
  aPerson({ Bib: 4, Firstname: 'Dora', Lastname: 'Derungs', Email: '' }),
];
type Four = [Participant, Participant, Participant, Participant];

const row = (page: Page, of: string) => page.getByRole('row').filter({ hasText: of });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const result = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();
const figure = (page: Page, name: string) => page.getByRole('link', { name });
const pageOf = async ({ id }: Participant) =>
  (await vera.expect<Participant>(200, `GET /api/participants/${id}`)).payrexx_page_id;
const makePage = ({ id }: Participant) =>
  vera.expect(200, 'POST /api/payrexx/create-payment-page', { body: { participantId: String(id) } });

/** Paid at the provider, and known to us. */
async function aPaidGift(to: Participant, fields: Record<string, unknown>) {
  const gift = await anOpenGift(app, to, fields);
  const payment = app.payrexx.pay(gift.link);
  await isNow(gift.id, '50.00');
  return { ...gift, payment };
}

/** A notice is worked ten seconds after the one before at the earliest. */
async function isNow(id: string, net: string) {
  app.forward(11_000);
  const look = () => app.client().expect<GiftByHolder>(200, `GET /api/gifts/${id}`);
  await vi.waitFor(async () => expect(await look()).toMatchObject({ net }), { timeout: 15_000, interval: 100 });
}

test('payment pages are made one by one and all at once, and whatever comes of it is said', async () => {
  const { event, participants } = await aGiftEvent(app, vera, people, { name: 'Stadtlauf' });
  const [, beat, cleo] = participants.toSorted((a, b) => Number(a.bib) - Number(b.bib)) as Four;
  const page = await openAsStaff(browser, app, `${PARTICIPANTS}?event=${event.id}`);
  await button(page, '4 Spendenseiten erstellen').waitFor();

  const calls = '**/api/payrexx/create-payment-page';
  await page.route(calls, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await button(page, 'Seite erstellen: Anna Ammann').click();
  await result(page, 'HTTP-Fehler: 502');
  await result(page, 'Möglicherweise ist die API vorübergehend nicht verfügbar.');
  await row(page, 'Anna Ammann').getByText('Fehler 502').waitFor();
  await page.unroute(calls);
  const complaints = watch(page, app.url);
  await button(page, 'Nochmals versuchen: Anna Ammann').click();
  await result(page, 'Die Spendenseite von Anna Ammann ist erstellt.');
  await row(page, 'Anna Ammann').getByText('Erstellt', { exact: true }).waitFor();
  await expect.poll(() => focused(page)).toBe('Link zu Anna Ammann kopieren');
  await button(page, '3 Spendenseiten erstellen').waitFor();

  await page.setViewportSize({ width: 960, height: 800 });
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  // Somebody else was quicker.
  await makePage(beat);
  await button(page, 'Seite erstellen: Beat Bär').click();
  await result(page, 'existiert bereits');
  expect(await page.getByRole('button', { name: /E-Mail an Beat Bär/ }).count()).toBe(0);
  await expectAccessible(page);

  await makePage(cleo);
  await button(page, '2 Spendenseiten erstellen').click();
  await result(page, 'Eine Spendenseite wurde erstellt.');
  await expect.poll(() => page.getByText('Erstellt', { exact: true }).count()).toBe(4);
  expect(await page.getByRole('button', { name: /erstellen/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();

  const others = await aGiftEvent(app, vera, people.slice(0, 1), { name: 'Waldlauf' });
  const late = await openAsStaff(browser, app, `${PARTICIPANTS}?event=${others.event.id}`);
  await button(late, 'Eine Spendenseite erstellen').waitFor();
  await makePage(others.participants[0] as Participant);
  await button(late, 'Eine Spendenseite erstellen').click();
  await result(late, 'Alle Teilnehmenden haben bereits eine Spendenseite.');

  // Where no account takes the money, there are no pages to make.
  const without = await aSyncedEvent(app, vera, people.slice(0, 1), { name: 'Parklauf' });
  await late.goto(`${app.url}${PARTICIPANTS}?event=${without.event.id}`);
  await row(late, 'Anna Ammann').waitFor();
  expect(await late.getByRole('columnheader', { name: 'Spendenseite' }).count()).toBe(0);
  expect(await late.getByRole('button', { name: /erstellen|kopieren/ }).count()).toBe(0);
  await late.context().close();
});

test('the link of a page is copied, printed, mailed and made anew', async () => {
  const { event, participants } = await aGiftEvent(app, vera, people, { name: 'Seelauf' });
  const [anna] = participants.toSorted((a, b) => Number(a.bib) - Number(b.bib)) as Four;
  await makePage(anna);
  const old = (await pageOf(anna)) ?? '';
  const page = await openAsStaff(browser, app, `${PARTICIPANTS}?event=${event.id}`);
  await button(page, 'Link zu Anna Ammann kopieren').click();
  await said(page, 'kopiert').waitFor();
  const card = page.getByRole('link', { name: 'QR-Karte von Anna Ammann' });
  expect(await card.getAttribute('href')).toBe(paths.card(old));

  await page.route('**/api/payrexx/resend-email', (route) => route.fulfill({ status: 503, body: '' }));
  await button(page, 'E-Mail an Anna Ammann nochmals senden').click();
  await result(page, 'Der E-Mail-Dienst ist möglicherweise nicht verfügbar.');
  await page.unroute('**/api/payrexx/resend-email');
  await button(page, 'E-Mail an Anna Ammann nochmals senden').click();
  await result(page, 'E-Mail wurde erfolgreich erneut gesendet.');
  expect((await app.mailbox.waitFor('anna@example.test')).text).toContain(paths.give(old));

  await page.getByRole('link', { name: 'Seite von Anna Ammann neu erstellen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spendenseite neu erstellen' });
  await dialog.getByText('Der alte Link führt weiterhin dorthin').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Neu erstellen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await result(page, 'Die Spendenseite von Anna Ammann ist neu erstellt.');
  const renewed = (await pageOf(anna)) ?? '';
  expect(renewed).not.toBe(old);
  await page.getByRole('link', { name: `${app.url}${paths.give(renewed)}` }).waitFor();
  await page.context().close();
});

test('a gift is paid and given back, and somebody looks after it', async () => {
  const { event, participants } = await aGiftEvent(app, vera, people, {
    name: 'Herbstlauf',
    donation_goal: '200',
    donation_per_unit: 'true',
  });
  const [anna, beat] = participants.toSorted((a, b) => Number(a.bib) - Number(b.bib)) as Four;
  const gift = await aPaidGift(anna, {
    donor_name: 'Rosa Luchsinger',
    donor_email: 'rosa@example.test',
    message: 'Hopp!',
    anonymous: true,
  });
  await aPaidGift(beat, { donor_name: '', donor_email: '' });
  await anOpenGift(app, anna, { donor_name: 'Noch Offen' });
  await aPledge(app, anna, { donor_name: 'Pia Pledge' });

  const page = await openAsStaff(browser, app, `${DONATIONS}?event=${event.id}`);
  const complaints = watch(page, app.url);
  await figure(page, 'Gespendet (2) CHF 100.00').waitFor();
  await figure(page, 'Spenderinnen und Spender 2').waitFor();
  await page.getByRole('progressbar', { name: 'Spendenziel von Anna Ammann' }).waitFor();
  expect(await row(page, 'Anna Ammann').innerText()).toContain('25%');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Spenden exportieren (3): CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  const records = parse(file, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
  expect(records.map((record) => record['Netto CHF'])).toEqual(['50.00', '50.00', '0.00']);

  await page.getByRole('link', { name: 'Anna Ammann' }).click();
  await page.getByRole('heading', { name: 'Versprechen', exact: true }).waitFor();
  await row(page, 'Pia Pledge').getByText('Ausstehend').waitFor();
  await row(page, 'Noch Offen').getByText('Offen', { exact: true }).waitFor();
  const rosa = row(page, 'Rosa Luchsinger');
  for (const words of ['Meinen Namen nicht weitergeben', '«Hopp!»', 'CHF\u00A050.00', 'Bezahlt', 'TWINT'])
    expect(await rosa.innerText()).toContain(words);

  app.payrexx.refund(gift.payment.id, 2000);
  await isNow(gift.id, '30.00');
  await page.goto(app.url + paths.admin);
  await page.getByRole('link', { name: 'Gespendet CHF 80.00 2 Spenden' }).waitFor();
  await page.getByText('2 Spenden in 30 Tagen, zusammen CHF\u00A080.00.').waitFor();
  await page.getByRole('cell', { name: 'Spende geändert: von CHF 50.00 auf CHF 30.00' }).waitFor();
  await page.getByRole('link', { name: 'Zu prüfen 1 Spende mit Hinweis' }).click();
  await page.getByRole('link', { name: 'Herbstlauf: eine Spende zu prüfen' }).click();
  await rosa.getByText('netto CHF\u00A030.00').waitFor();
  await rosa.getByText('teilweise zurückerstattet').waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(1);
  await expectAccessible(page);
  await button(page, 'Erledigt: Spende von Rosa Luchsinger').click();
  await said(page, 'ist erledigt').waitFor();
  await page.getByRole('heading', { name: 'Keine Spenden gefunden' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Spenderinnen und Spender');
  await page.getByRole('link', { name: 'Alle zeigen' }).click();
  await rosa.getByText(/geprüft: teilweise zurückerstattet/).waitFor();
  expect(await page.getByRole('button', { name: /Erledigt/ }).count()).toBe(0);

  await page.getByLabel('Status').selectOption('Offen');
  await rosa.waitFor({ state: 'detached' });
  await page.getByLabel('Status').selectOption('Alle');
  await page.getByRole('link', { name: 'Betrag' }).click();
  await page.waitForURL(/sort=amount/);
  await page.getByLabel('Spenderin oder Spender suchen').fill('luchs');
  await row(page, 'Noch Offen').waitFor({ state: 'detached' });
  await rosa.waitFor();
  await page.goto(`${app.url}${paths.adminTab('pledges')}?event=${event.id}`);
  await row(page, 'Anna Ammann').waitFor();
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Anna Ammann']);
  expect(await page.getByText('Gespendet').count()).toBe(0);
  expect(complaints).toEqual([]);
  await deletes(page, event);
  await page.context().close();
});

/** Where somebody gave, the name has to be typed. */
async function deletes(page: Page, { id, name }: Event) {
  await page.goto(`${app.url}${paths.adminTab('events')}?remove=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 Spenden').waitFor();
  await dialog.getByRole('button', { name: 'Event löschen' }).click();
  await dialog.getByRole('link').first().waitFor();
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Event löschen' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('what was given stays in sight when it is no longer taken, and when its event is deleted', async () => {
  const { event, participants } = await aGiftEvent(app, vera, people, { name: 'Bachlauf', donation_per_unit: 'true' });
  const [anna, beat] = participants.toSorted((a, b) => Number(a.bib) - Number(b.bib)) as Four;
  const gift = await aPaidGift(anna, { donor_name: 'Rosa Luchsinger' });
  app.payrexx.refund(gift.payment.id);
  await isNow(gift.id, '0.00');
  const open = await anOpenGift(app, beat, { donor_name: 'Noch Offen' });
  await aPledge(app, anna, { donor_name: 'Pia Pledge' });
  const { items } = await vera.expect<{ items: { id: number }[] }>(
    200,
    `GET /api/events/${event.id}/gifts?flagged=true`,
  );
  await vera.expect(200, `PUT /api/gifts/${items[0]?.id}`, { body: { flag_done: true } });
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { donation_link: '', donation_per_unit: '' } });

  const page = await openAsStaff(browser, app, `${DONATIONS}?event=${event.id}`);
  await page.getByRole('link', { name: 'Spenden exportieren (2): CSV' }).waitFor();
  await figure(page, 'davon ausstehend (1)').waitFor();
  await page.goto(`${app.url}${DONATIONS}?event=${event.id}&donors=true`);
  for (const name of ['Rosa Luchsinger', 'Noch Offen', 'Pia Pledge']) await row(page, name).waitFor();

  await page.goto(`${app.url}${EVENTS}?remove=${event.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Dazu kommen 2 Spenden').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Event löschen' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox').fill('Bachlauf');
  await dialog.getByRole('button', { name: 'Event löschen' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`${app.url}${DONATIONS}`);
  await page.getByLabel('Event').selectOption('Bachlauf (gelöscht)');
  await page.getByRole('link', { name: 'Spenden exportieren (2): CSV' }).waitFor();
  await page.getByRole('link', { name: 'Anna Ammann' }).click();
  for (const name of ['Rosa Luchsinger', 'Pia Pledge']) await row(page, name).waitFor();
  await page.getByText('Bachlauf (gelöscht)').waitFor();

  // Paid on a page that was open since before.
  app.payrexx.pay(open.link, { currency: 'EUR' });
  app.forward(6 * 60_000);
  const flagged = async () => (await vera.expect<{ flaggedGifts: number }>(200, 'GET /api/statistics')).flaggedGifts;
  await vi.waitFor(async () => expect(await flagged()).toBe(1), { timeout: 15_000, interval: 100 });
  await page.goto(app.url + paths.admin);
  const line = row(page, 'andere Währung');
  expect(await line.getByRole('link', { name: 'Bachlauf' }).getAttribute('href')).toBe(
    `${DONATIONS}?event=${event.id}`,
  );
  const deleted = row(page, 'Event gelöscht').getByRole('link', { name: 'Bachlauf (gelöscht)' });
  expect(await deleted.getAttribute('href')).toBe(`${DONATIONS}?event=${event.id}`);
  await page.getByRole('link', { name: 'Zu prüfen 1 Spende mit Hinweis' }).click();
  await page.getByRole('link', { name: 'Bachlauf (gelöscht): eine Spende zu prüfen' }).click();
  await row(page, 'Noch Offen').getByText('andere Währung').waitFor();
  await expectAccessible(page);
  await button(page, 'Erledigt: Spende von Noch Offen').click();
  await said(page, 'ist erledigt').waitFor();
  await page.context().close();
});

test('who may only read sees pages and gifts and changes none, in French on a phone', async () => {
  const { event, participants } = await aGiftEvent(app, vera, people, { name: 'Nachtlauf' });
  const [anna] = participants.toSorted((a, b) => Number(a.bib) - Number(b.bib)) as Four;
  await makePage(anna);
  const gift = await aPaidGift(anna, { donor_name: 'Rosa Luchsinger' });
  app.payrexx.refund(gift.payment.id);
  await isNow(gift.id, '0.00');
  const page = await openAsStaff(browser, app, `${PARTICIPANTS}?event=${event.id}&recreate=${anna.id}`, {
    who: 'lea',
    locale: 'fr-CH',
    ...phone,
  });
  await button(page, 'Copier le lien vers Anna Ammann').waitFor();
  await row(page, 'Beat Bär').getByText('Aucune', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /Créer/ }).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectNoSideways(page);
  await expectAccessible(page);

  await page.goto(`${app.url}${DONATIONS}?event=${event.id}&list=gifts`);
  await row(page, 'Rosa Luchsinger').getByText('entièrement remboursé').waitFor();
  await row(page, 'Rosa Luchsinger').getByText('À contrôler').waitFor();
  expect(await page.getByRole('button', { name: /Traité/ }).count()).toBe(0);
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.context().close();
});
