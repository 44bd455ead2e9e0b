import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, aPerson } from '#test/factories.ts';
import { expectAccessible, expectNoSideways } from '#test/page-checks.ts';
import { desktop, hold, openPage, phone } from '#test/visit.ts';

let app: App;
let browser: Browser;
let vera: TestClient;
let event: Event;
let jonas: Participant;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  vera = await app.signedIn('vera');
  const list = [aPerson({ Firstname: 'Jonas', Lastname: 'Müller', Bib: 288 })];
  const made = await aGiftEvent(app, vera, list, {
    name: 'Zürcher Spendenlauf',
    event_date: '2027-06-12',
    donation_per_unit: 'true',
    show_donation_total: 'true',
    donation_goal: '800',
    organiser_name: 'Verein «Bildung bewegt»',
  });
  event = made.event;
  await vera.expect(200, `POST /api/payrexx/sync-event-payment-pages/${event.id}`);
  [jonas] = (await app.client().expect(200, `GET /api/events/${event.id}/participants`)) as [Participant];
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const open = (options: BrowserContextOptions, address = `/give/${jonas.payrexx_page_id}`): Promise<Page> =>
  openPage(browser, app.url + address, options);
const giftsOf = (name: string) =>
  app.product.ctx.db.selectFrom('gifts').select(['amount', 'message', 'net']).where('donor_name', '=', name).execute();
/** Of a page that is rendered anew every two seconds. */
const PATIENCE = { timeout: 10_000 };
const atProvider = (page: Page) => page.waitForURL(`${app.payrexx.pageUrl}**`);

test('a donor finds a participant on a phone, gives by TWINT and holds the proof', async () => {
  const page = await open(phone, `/participants/${event.slug}`);
  await page.getByRole('link', { name: 'Spenden für Jonas Müller' }).click();
  await page.waitForURL(`**/give/${jonas.payrexx_page_id}`);
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.getByRole('radio', { name: '100 CHF' }).check();
  await page.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await page.getByLabel('E-Mail').fill('elsbeth@example.test');
  await page.getByLabel('Nachricht an Jonas').fill('Hopp Jonas!');
  await page.getByText('11/160 Zeichen').waitFor();
  await page.getByRole('button', { name: 'CHF 100.00 spenden' }).click();
  await atProvider(page);
  await page.getByRole('button', { name: /bezahlen/ }).click();
  await page.waitForURL('**/gift/**');
  await page.getByRole('heading', { level: 1, name: 'Danke. CHF 100.00 sind angekommen.' }).waitFor();
  await page.getByText('elsbeth@example.test').waitFor();
  await page.getByText('12% von CHF 800.00').waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Noch jemanden unterstützen' }).click();
  // What was rendered a moment before stands for two seconds.
  const given = page.getByRole('cell', { name: 'CHF 100.00' });
  await expect
    .poll(async () => {
      await page.reload();
      return given.isVisible();
    }, PATIENCE)
    .toBe(true);
  expect(await giftsOf('Elsbeth Huber')).toEqual([{ amount: 100_00, message: 'Hopp Jonas!', net: 100_00 }]);
  await page.close();
});

test('the button says an own amount in French, and one that is too small is told from to', async () => {
  const page = await open({ ...desktop, locale: 'fr-CH' });
  await page.getByRole('radio', { name: 'Autre montant' }).check();
  await page.getByRole('textbox', { name: 'Votre montant' }).fill('0.5');
  await page.getByRole('button', { name: 'Donner ce montant' }).click();
  const wrong = page.getByRole('alert').getByRole('link', { name: /de CHF 1\.00 à CHF 10’000\.00/ });
  await wrong.click();
  expect(
    await page.getByRole('textbox', { name: 'Votre montant' }).evaluate((field) => field === document.activeElement),
  ).toBe(true);
  expect(await page.title()).toMatch(/^Erreur/);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Votre montant' }).fill('75,5');
  await page.getByRole('button', { name: 'Donner CHF 75.50' }).click();
  await atProvider(page);
  await page.close();
});

test.each([
  ['without script', async (options: BrowserContextOptions) => open({ ...options, javaScriptEnabled: false })],
  [
    'before the script has come',
    async (options: BrowserContextOptions) => {
      const page = await browser.newPage({ locale: 'de-CH', ...options });
      await hold(page, '**/assets/*.js');
      await page.goto(`${app.url}/give/${jonas.payrexx_page_id}`);
      return page;
    },
  ],
])('%s the form leads to paying, and paying to the proof', async (how, opened) => {
  const page = await opened(phone);
  await page.getByRole('radio', { name: 'Anderer Betrag' }).check();
  await page.getByRole('textbox', { name: 'Ihr Betrag' }).fill('12.50');
  await page.getByLabel('Ihr Name').fill(`Urs, ${how}`);
  await page.getByRole('button', { name: 'Betrag spenden' }).click();
  await atProvider(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: /bezahlen/ }).click();
  await page.waitForURL('**/gift/**');
  // Without script the page says so when it is loaded; whoever pays is looked up at once.
  const thanks = page.getByRole('heading', { level: 1, name: 'Danke. CHF 12.50 sind angekommen.' });
  await expect
    .poll(async () => {
      if (!(await thanks.isVisible())) await page.reload();
      return thanks.isVisible();
    }, PATIENCE)
    .toBe(true);
  expect(await giftsOf(`Urs, ${how}`)).toMatchObject([{ net: 12_50 }]);
  await page.close();
});

test('without script a wrong amount comes back with what was typed', async () => {
  const page = await open({ ...phone, javaScriptEnabled: false });
  await page.getByRole('radio', { name: 'Anderer Betrag' }).check();
  await page.getByRole('textbox', { name: 'Ihr Betrag' }).fill('20000');
  await page.getByLabel('Nachricht an Jonas').fill('Sehr viel');
  await page.getByRole('button', { name: 'Betrag spenden' }).click();
  await page.getByRole('link', { name: 'Geben Sie einen Betrag von CHF 1.00 bis CHF 10’000.00 ein' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Ihr Betrag' }).inputValue()).toBe('20000');
  expect(await page.getByLabel('Nachricht an Jonas').inputValue()).toBe('Sehr viel');
  await expectNoSideways(page);
  await page.close();
});

test.each([true, false])('who changes to a pledge keeps what was typed (script: %s)', async (javaScriptEnabled) => {
  const page = await open({ ...desktop, javaScriptEnabled });
  const email = `doch-pro-runde-${javaScriptEnabled}@example.test`;
  await page.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await page.getByLabel('E-Mail').fill(email);
  expect(await page.getByRole('textbox', { name: 'Höchstbetrag' }).isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Pro Runde' }).check();
  expect(await page.getByRole('textbox', { name: 'Nachricht' }).isVisible()).toBe(false);
  await page.getByRole('textbox', { name: 'Höchstbetrag' }).fill('80');
  await page.getByRole('button', { name: 'CHF 1.00 pro Runde versprechen' }).click();
  await page.waitForURL('**/donation/sent/**');
  await page.getByText(email).waitFor();
  await page.close();
});

test('pressed twice it is one gift', async () => {
  const page = await open(desktop);
  const letGo = await hold(page, '**/api/gifts');
  await page.getByLabel('Ihr Name').fill('Doppelt Gedrückt');
  await page.getByRole('button', { name: 'CHF 50.00 spenden' }).click();
  const button = page.getByRole('button', { name: 'Wird gesendet' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Ihr Name').press('Enter');
  letGo();
  await atProvider(page);
  expect(await giftsOf('Doppelt Gedrückt')).toHaveLength(1);
  await page.close();
});

test('while the provider is away nothing typed is lost, and trying again leads to paying', async () => {
  const page = await open(phone);
  await app.payrexx.down(true);
  await page.getByLabel('Ihr Name').fill('Geduldig');
  await page.getByRole('button', { name: 'CHF 50.00 spenden' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Der Zahlungsdienst antwortet gerade nicht.').waitFor();
  await alert.getByRole('link', { name: 'Zur Teilnehmendenliste' }).waitFor();
  expect(await page.title()).toMatch(/^Fehler: /);
  expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Geduldig');
  await expectAccessible(page);
  await app.payrexx.down(false);
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await atProvider(page);
  expect(await giftsOf('Geduldig')).toHaveLength(1);
  await page.close();
});

test.each([true, false])('an event that closes meanwhile says so (script: %s)', async (javaScriptEnabled) => {
  const page = await open({ ...desktop, javaScriptEnabled });
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { is_active: false } });
  await page.getByRole('button', { name: 'CHF 50.00 spenden' }).click();
  await page.getByText('Dieses Event ist nicht mehr aktiv.').waitFor();
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { is_active: true } });
  await page.getByRole('link', { name: 'Zur Teilnehmendenliste' }).first().click();
  await page.waitForURL(`**/participants/${event.slug}`);
  await page.close();
});
