import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { desktop, hydrated } from '#test/visit.ts';

let app: App;
let browser: Browser;
let list: string;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const people = [aPerson({ Lastname: 'Eins' }), aPerson({ Lastname: 'Zwei' })];
  const { event } = await aSyncedEvent(app, await app.signedIn('vera'), people, { name: 'Lauf' });
  list = `${app.url}/participants/${event.slug}`;
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const copyButton = (page: Page, name: string) => page.getByRole('button', { name: `Link zu Anna ${name} kopieren` });
const toast = (page: Page) => page.getByRole('region', { name: 'Meldungen (F8)' }).getByRole('listitem');

async function open(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'de-CH', ...desktop, ...options });
  await context.grantPermissions(['clipboard-write']);
  const page = await context.newPage();
  await page.clock.install();
  const complaints = watch(page, app.url);
  const code: string[] = [];
  page.on('response', (response) => void (response.url().endsWith('.js') && code.push(response.url())));
  await page.goto(list);
  await hydrated(page);
  const close = async () => {
    expect(complaints).toEqual([]);
    await context.close();
  };
  return { page, code, close };
}

test('what draws a toast comes when somebody does something; one is shown at a time, for five seconds', async () => {
  const { page, code, close } = await open();
  expect(code.filter((address) => address.includes('toaster'))).toEqual([]);
  await copyButton(page, 'Eins').click();
  await toast(page).waitFor();
  expect(code.filter((address) => address.includes('toaster'))).toHaveLength(1);
  const first = await toast(page).elementHandle();
  await expectAccessible(page);
  await copyButton(page, 'Zwei').click();
  await page.waitForFunction((element) => !element?.isConnected, first);
  expect(await toast(page).count()).toBe(1);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.clock.runFor(3000);
  expect(await toast(page).count()).toBe(1);
  await page.clock.runFor(2000);
  await toast(page).waitFor({ state: 'detached' });
  await close();
});

test('one that is due when the network is gone is shown', async () => {
  const { page, code } = await open();
  await page.keyboard.press('Tab');
  await expect.poll(() => code.filter((address) => address.includes('toaster'))).toHaveLength(1);
  await page.context().setOffline(true);
  await copyButton(page, 'Eins').click();
  await toast(page).filter({ hasText: 'Link kopiert' }).waitFor();
  await page.context().close();
});

test('F8 leads to it, its button and Escape close it', async () => {
  const { page, close } = await open();
  await copyButton(page, 'Eins').press('Enter');
  await toast(page).waitFor();
  await page.keyboard.press('F8');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=region]')?.ariaLabel)).toBe('Meldungen (F8)');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Schliessen');
  await page.keyboard.press('Enter');
  await toast(page).waitFor({ state: 'detached' });

  await copyButton(page, 'Eins').press('Enter');
  await toast(page).waitFor();
  await page.keyboard.press('Escape');
  await toast(page).waitFor({ state: 'detached' });
  await close();
});

test('it is swiped away by more than fifty pixels (320 px, dark)', async () => {
  const { page, close } = await open({ viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
  const swipe = async (pixels: number) => {
    const box = await toast(page).boundingBox();
    if (!box) throw new Error('no toast');
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels, y, { steps: 8 });
    await page.mouse.up();
  };
  await copyButton(page, 'Eins').click();
  await toast(page).waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await swipe(40);
  expect(await toast(page).count()).toBe(1);
  await swipe(60);
  await toast(page).waitFor({ state: 'detached' });
  await close();
});

test('one that must outlive its page is said by the next', async () => {
  const context = await browser.newContext({ locale: 'de-CH' });
  const page = await context.newPage();
  await page.goto(`${app.url}/auth/keycloak/callback?code=erfunden&state=erfunden`);
  await page.waitForURL(`${app.url}/`);
  await toast(page).waitFor();
  expect(await toast(page).getAttribute('class')).toContain('toast-bad');
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('toast'))).toBeNull();
  await context.close();
});
