import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible } from '#test/page-checks.ts';
import { desktop, hold, openPage, phone } from '#test/visit.ts';

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

test('confirming shows its skeleton, then what was promised; failing, it says so and tries again', async () => {
  const { token } = await aPledge(app, jonas);
  const page = await open(phone, '/');
  let fails = true;
  const letGo = await hold(page, '**/api/donations/confirm/**');
  await page.route('**/api/donations/confirm/**', (route) =>
    fails ? route.fulfill({ status: 503, body: 'upstream is away' }) : route.fallback(),
  );
  await page.goto(`${app.url}/donation/confirm/${token}`);
  await page.getByRole('heading', { level: 1, name: 'Bestätigung fehlgeschlagen' }).waitFor();
  expect(await page.title()).toMatch(/^Bestätigung fehlgeschlagen/);
  await page.getByRole('alert').getByText('Ihr Versprechen ist unverändert').waitFor();
  await page.getByRole('link', { name: 'Zurück zur Startseite' }).waitFor();
  await expectAccessible(page);

  fails = false;
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ihr Versprechen wird bestätigt' }).waitFor();
  expect(await page.locator('.bone').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Danke. Jonas läuft jetzt auch für Sie.' }).waitFor();
  expect(await page.title()).toMatch(/^Ihr Versprechen ist bestätigt/);
  const main = page.getByRole('main');
  for (const fact of [/CHF\s2\.00/, 'Zürcher Spendenlauf, 12. Juni 2027', 'Jonas Müller', 'Eine Kopie ging an']) {
    await main.getByText(fact).first().waitFor();
  }
  expect(await main.getByRole('link', { name: 'Zur Teilnehmendenliste' }).getAttribute('href')).toBe(
    `/participants?eventId=${jonas.event_id}`,
  );
  expect(await main.getByRole('link', { name: 'Startseite' }).getAttribute('href')).toBe('/');
  await page.close();
});

test('after cancelling and confirming again, another language shows the same state', async () => {
  const { token } = await aPledge(app, jonas, {}, 'confirm');
  const page = await open(desktop, `/donation/cancel/${token}`);
  await page.getByRole('button', { name: 'Versprechen widerrufen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ihr Versprechen ist widerrufen.' }).waitFor();
  await page.getByText('Es werden keine Zahlungen ausgelöst.').first().waitFor();
  expect(await page.title()).toMatch(/^Ihr Versprechen ist widerrufen/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Wieder bestätigen' }).click();
  await page.getByRole('heading', { level: 1, name: /^Danke/ }).waitFor();
  await page.locator('summary:visible').first().click();
  await page.getByRole('link', { name: 'English' }).locator('visible=true').click();
  await page.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor();
  await page.close();
});

test('after a press on a phone one sees and hears what became of the pledge', async () => {
  const { token } = await aPledge(app, jonas, {}, 'confirm');
  const page = await open(phone, `/donation/cancel/${token}`);
  await page.getByRole('button', { name: 'Versprechen widerrufen' }).click();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Ihr Versprechen ist widerrufen.');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Wieder bestätigen' }).click();
  await expect.poll(focused).toBe('Danke. Jonas läuft jetzt auch für Sie.');
  await page.close();
});

test('while a pledge confirms itself nothing jumps', async () => {
  const { token } = await aPledge(app, jonas);
  const page = await open(desktop, '/');
  await page.goto(`${app.url}/donation/confirm/${token}`);
  await page.getByRole('heading', { level: 1, name: /^Danke/ }).waitFor();
  const jumps = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const watch = new PerformanceObserver((seen) => resolve(seen.getEntries().length));
        watch.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(watch.takeRecords().length)));
      }),
  );
  expect(jumps).toBe(0);
  await page.close();
});

test('on paper a result is light, without the frame and without buttons', async () => {
  const { token } = await aPledge(app, jonas);
  const page = await open({ ...desktop, colorScheme: 'dark' }, `/donation/confirm/${token}`);
  await page.getByRole('heading', { level: 1, name: /^Danke/ }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toMatch(
    /^(rgb\(255, 255, 255\)|oklch\(1 0 0\))$/,
  );
  for (const part of ['.head', '.foot', '.btns']) expect(await page.locator(part).first().isVisible()).toBe(false);
  await page.getByText('Zürcher Spendenlauf, 12. Juni 2027').waitFor();
  await page.close();
});
