import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible } from '#test/page-checks.ts';
import { desktop, hold, hydrated, openPage, phone } from '#test/visit.ts';

let app: App;
let browser: Browser;
let jonas: Participant;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const list = [aPerson({ Firstname: 'Jonas', Lastname: 'Müller', Bib: 288 })];
  const { participants } = await aSyncedEvent(app, await app.signedIn('vera'), list, {
    name: 'Zürcher Spendenlauf',
    event_date: '2027-06-12',
  });
  jonas = participants[0] as Participant;
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const open = (options: BrowserContextOptions, address: string): Promise<Page> =>
  openPage(browser, app.url + address, options);

test('what was typed wrongly survives a change of language, whose page is no failure any more', async () => {
  const page = await open(desktop, `/give/${jonas.id}`);
  await page.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await page.getByRole('radio', { name: 'Anderer Betrag' }).check();
  await page.getByLabel('Ihr Betrag pro Runde').fill('1000.01');
  await page.getByLabel('Meinen Namen nicht weitergeben').check();
  await page.getByRole('button', { name: /pro Runde versprechen/ }).click();
  const address = page.url();
  await page.getByRole('link', { name: 'Geben Sie höchstens CHF 1’000.00 ein' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('own');
  // Back is where one came from.
  expect(page.url()).toBe(address);
  await page.getByLabel('Ihr Betrag pro Runde').fill('viel');
  await page.getByRole('button', { name: /pro Runde versprechen/ }).click();
  await page.getByText('Bitte füllen Sie alle Pflichtfelder aus').waitFor();
  expect(await page.title()).toMatch(/^Fehler: /);

  await page.locator('summary:visible').first().click();
  await page.getByRole('link', { name: 'Français' }).locator('visible=true').click();
  await page.waitForURL('**lng=fr**');
  await expect.poll(() => page.getByLabel('Votre nom').inputValue()).toBe('Elsbeth Huber');
  expect(await page.getByLabel('Votre montant par tour').inputValue()).toBe('viel');
  expect(await page.getByLabel('Ne pas transmettre mon nom').isChecked()).toBe(true);
  expect(await page.title()).toMatch(/^Promettre un montant par tour pour Jonas Müller/);
  await page.close();
});

/** Fills in what a pledge needs and presses its button. */
async function pledge(page: Page, email: string): Promise<void> {
  await page.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: /pro Runde versprechen/ }).click();
}

test('while it is sent the button says so, and pressing again sends nothing more', async () => {
  const page = await open(phone, `/give/${jonas.id}`);
  const letGo = await hold(page, '**/api/donations');
  await pledge(page, 'sendend@example.test');
  const button = page.getByRole('button', { name: 'Wird gesendet' });
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('E-Mail').press('Enter');
  await expectAccessible(page);
  letGo();
  await page.waitForURL('**/donation/sent/**');
  await page.getByText('Danke. Die E-Mail ging an sendend@example.test.').waitFor();
  const rows = await app.product.ctx.db.selectFrom('pledges').select('id').execute();
  expect(rows).toHaveLength(1);
  await page.close();
});

test('after the form a wrong address can be changed, and giving again begins with an empty form', async () => {
  const page = await open(desktop, `/give/${jonas.id}`);
  await pledge(page, 'falsch@example.test');
  await page.getByRole('link', { name: 'Adresse ändern' }).click();
  await expect.poll(() => page.getByLabel('E-Mail').inputValue()).toBe('falsch@example.test');
  expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Elsbeth Huber');
  await pledge(page, 'richtig@example.test');
  await page.getByText('richtig@example.test').waitFor();
  await page.getByRole('link', { name: 'Nochmals spenden' }).click();
  await page.waitForURL(`**/give/${jonas.id}`);
  // The sum follows the choice once the script runs, which is when it would fill the form.
  await page.getByRole('radio', { name: '2 pro Runde' }).check();
  await page.getByRole('status').getByText('CHF 2.00').waitFor();
  expect(await page.getByLabel('E-Mail').inputValue()).toBe('');
  expect(await page.getByLabel('Ihr Name').inputValue()).toBe('');
  await page.close();
});

test('who goes back and returns finds what they typed', async () => {
  const page = await open(desktop, `/give/${jonas.id}`);
  await page.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await page.getByRole('radio', { name: '5 pro Runde' }).check();
  await page.getByRole('status').getByText('CHF 5.00').waitFor();
  await page.getByRole('link', { name: 'Zürcher Spendenlauf' }).click();
  await page.waitForURL('**/participants/**');
  await page.goBack();
  await hydrated(page);
  expect(await page.getByLabel('Ihr Name').inputValue()).toBe('Elsbeth Huber');
  await page.getByRole('status').getByText('CHF 5.00').waitFor();
  await page.close();
});

test.each<[string, (route: Route) => Promise<void>, string]>([
  [
    'what the server says',
    (route) => route.fulfill({ status: 409, json: { code: 'event_closed', message: 'Dieses Event ist zu.' } }),
    'Dieses Event ist zu.',
  ],
  [
    'that it failed',
    (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway' }),
    'Fehler beim Senden der Spende',
  ],
  ['that nobody can be reached', (route) => route.abort(), 'Keine Verbindung. Ihre Angaben sind noch da'],
])('a pledge that is not taken says %s', async (_, answer, words) => {
  const page = await open(desktop, `/give/${jonas.id}`);
  await page.route('**/api/donations', answer);
  await pledge(page, 'vergeblich@example.test');
  const alert = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Das hat nicht geklappt' }) });
  await alert.getByText(words).waitFor();
  expect(await page.title()).toMatch(/^Fehler: /);
  expect(await page.getByLabel('E-Mail').inputValue()).toBe('vergeblich@example.test');
  await expectAccessible(page);
  await page.close();
});
