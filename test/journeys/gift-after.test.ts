import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aGiftEvent, anOpenGift, aPerson } from '#test/factories.ts';
import { expectAccessible, expectNoSideways } from '#test/page-checks.ts';
import { desktop, hydrated, openPage, phone } from '#test/visit.ts';

let app: App;
let browser: Browser;
let jonas: Participant;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const list = [aPerson({ Firstname: 'Jonas', Lastname: 'Müller', Bib: 288 })];
  const { participants } = await aGiftEvent(app, await app.signedIn('vera'), list, {
    name: 'Zürcher Spendenlauf',
    event_date: '2027-06-12',
    purpose: 'Für Schulwege, die sicher sind.',
    organiser_name: 'Verein «Bildung bewegt»',
    organiser_zip: '8003',
    organiser_city: 'Zürich',
  });
  jonas = participants[0] as Participant;
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

/** A checkout is looked at every ten seconds at most. */
const PATIENCE = { timeout: 25_000 };

const open = (options: BrowserContextOptions, address: string): Promise<Page> =>
  openPage(browser, app.url + address, options);

/** One that nobody has paid yet. */
const aGift = (fields: Record<string, unknown> = {}) =>
  anOpenGift(app, jonas, { donor_name: 'Elsbeth Huber', donor_email: '', ...fields });

async function fillAndGive(page: Page, name: string): Promise<void> {
  await page.getByLabel('Ihr Name').fill(name);
  await page.getByLabel('Nachricht an Jonas').fill('Hopp!');
  await page.getByLabel('Meinen Namen nicht weitergeben').check();
  await page.getByRole('radio', { name: '20 CHF' }).check();
  await page.getByRole('button', { name: 'CHF 20.00 spenden' }).click();
  await page.waitForURL(`${app.payrexx.pageUrl}**`);
}

test.each([
  ['cancels', 'Abbrechen', 'Sie haben die Zahlung abgebrochen.'],
  ['is declined', 'Ablehnen lassen', 'Der Zahlungsdienst hat die Zahlung nicht angenommen.'],
])('who %s is told so, and may try again with what was typed', async (how, button, words) => {
  const page = await open(phone, `/give/${jonas.id}`);
  await fillAndGive(page, `Wer ${how}`);
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL('**/gift/**');
  await page.getByRole('heading', { level: 1, name: 'Noch ist keine Zahlung angekommen.' }).waitFor();
  await page.getByText(words).waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await hydrated(page);
  await page.getByRole('link', { name: 'Nochmals versuchen' }).click();
  await expect.poll(() => page.getByLabel('Ihr Name').inputValue()).toBe(`Wer ${how}`);
  expect(await page.getByLabel('Nachricht an Jonas').inputValue()).toBe('Hopp!');
  expect(await page.getByLabel('Meinen Namen nicht weitergeben').isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: '20 CHF' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'CHF 20.00 spenden' }).click();
  await page.waitForURL(`${app.payrexx.pageUrl}**`);
  await page.getByRole('button', { name: /bezahlen/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Danke. CHF 20.00 sind angekommen.' }).waitFor();
  const gifts = await app.product.ctx.db
    .selectFrom('gifts')
    .select('net')
    .where('donor_name', '=', `Wer ${how}`)
    .orderBy('id')
    .execute();
  expect(gifts).toEqual([{ net: 0 }, { net: 20_00 }]);
  await page.close();
});

test('the page asks until the payment is known, and turns into thanks by itself', async () => {
  const gift = await aGift({ donor_email: 'elsbeth@example.test' });
  const page = await open(desktop, `/gift/${gift.id}`);
  await page.getByRole('heading', { level: 1, name: 'Wir prüfen Ihre Zahlung.' }).waitFor();
  await page.getByText('Die Zahlungsbestätigung kommt per E-Mail.').waitFor();
  expect(await page.getByRole('link', { name: 'Zurück zur Zahlung' }).getAttribute('href')).toBe(gift.link);
  await expectAccessible(page);
  app.payrexx.pay(gift.link);
  await page.getByRole('heading', { level: 1, name: 'Danke. CHF 50.00 sind angekommen.' }).waitFor();
  await page.getByRole('status').getByText('Spende angekommen').waitFor({ state: 'attached' });
  expect(await page.title()).toMatch(/^Spende angekommen/);
  await page.close();
});

test('an outage while it asks is waited for', async () => {
  const gift = await aGift();
  const page = await open(phone, `/gift/${gift.id}?came=failed`);
  await page.route('**/api/gifts/*', (route) => route.abort());
  const asked = page.waitForRequest('**/api/gifts/*');
  app.payrexx.pay(gift.link);
  await asked;
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Noch ist keine Zahlung angekommen.');
  await page.unroute('**/api/gifts/*');
  await page.getByRole('heading', { level: 1, name: 'Danke. CHF 50.00 sind angekommen.' }).waitFor();
  expect(await page.getByText('Der Zahlungsdienst hat die Zahlung nicht angenommen.').isVisible()).toBe(false);
  await page.close();
});

test('a page that nobody looks at asks nothing; when somebody does, it asks at once', async () => {
  const gift = await aGift();
  const page = await browser.newPage({ locale: 'de-CH' });
  await page.clock.install();
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }));
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/gifts/')) asked.push(request.url());
  });
  await page.goto(`${app.url}/gift/${gift.id}`);
  await hydrated(page);
  await page.clock.runFor('05:00');
  expect(asked).toEqual([]);
  app.payrexx.pay(gift.link);
  app.forward(2000);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByRole('heading', { level: 1, name: /^Danke/ }).waitFor();
  expect(asked).toHaveLength(1);
  await page.close();
});

test('without script a link looks again', async () => {
  const gift = await aGift();
  const page = await open({ ...phone, javaScriptEnabled: false }, `/gift/${gift.id}`);
  await page.getByRole('heading', { level: 1, name: 'Wir prüfen Ihre Zahlung.' }).waitFor();
  app.payrexx.pay(gift.link);
  const again = page.getByRole('link', { name: 'Nachsehen, ob sie angekommen ist' });
  await expect
    .poll(async () => {
      if (await again.isVisible()) await again.click();
      return page.getByRole('heading', { level: 1 }).textContent();
    }, PATIENCE)
    .toBe('Danke. CHF\u00a050.00 sind angekommen.');
  await page.close();
});

test('on paper the proof stands alone, light, and names all that it must', async () => {
  const gift = await aGift({ donor_email: 'beleg@example.test' });
  app.payrexx.pay(gift.link, { brand: 'visa' });
  const page = await open({ ...desktop, colorScheme: 'dark' }, `/gift/${gift.id}`);
  await page.getByRole('heading', { level: 2, name: 'Zahlungsbestätigung' }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const proof = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
  for (const words of [
    'Zahlungsbestätigung',
    'CHF 50.00',
    'Visa',
    'Elsbeth Huber',
    'Jonas Müller',
    'Zürcher Spendenlauf',
    'Verein «Bildung bewegt», 8003 Zürich',
    'Für Schulwege, die sicher sind.',
    'beleg@example.test',
  ]) {
    expect(proof).toContain(words);
  }
  expect(proof).not.toMatch(/Danke|drucken|Quittung/);
  expect(await page.locator('.bib-card').isVisible()).toBe(false);
  const banner = page.getByRole('banner');
  expect(await banner.getByRole('link').first().isVisible()).toBe(true);
  expect(await banner.getByText('Deutsch').or(banner.getByText('DE')).filter({ visible: true }).count()).toBe(0);
  await page.close();
});

test('given back, the page says so from then on', async () => {
  const gift = await aGift();
  const { id } = app.payrexx.pay(gift.link);
  const page = await open(phone, `/gift/${gift.id}`);
  await page.getByRole('heading', { level: 1, name: /^Danke/ }).waitFor();
  app.payrexx.refund(id);
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole('heading', { level: 1 }).textContent();
    }, PATIENCE)
    .toBe('Diese Spende wurde zurückerstattet.');
  await hydrated(page);
  await expectAccessible(page);
  await page.close();
});

test('the link that goes around is that of the participant, never that of the gift', async () => {
  const gift = await aGift();
  app.payrexx.pay(gift.link);
  const page = await open(desktop, `/gift/${gift.id}`);
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(window, { copied: texts });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => texts.push(text) } });
  });
  await page.getByRole('button', { name: 'Weitersagen' }).click();
  await page.getByRole('status').getByText('Link kopiert').waitFor({ state: 'attached' });
  const copied = await page.evaluate(() => (window as unknown as { copied: string[] }).copied);
  expect(copied).toEqual([`${app.url}/give/${jonas.payrexx_page_id ?? jonas.id}`]);
  await page.close();
});

test('a gift that nobody made is not found', async () => {
  const { status, headers } = await app.client('de').send('GET /gift/nobody-has-this-id');
  expect([status, headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual([
    404,
    'no-store',
    'no-referrer',
    'noindex',
  ]);
});
