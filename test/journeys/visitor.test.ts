import { sql } from 'kysely';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { legalPages, paths } from '#contract/paths.ts';
import { languages } from '#domain/language.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';
import { desktop, hold, openPage, phone } from '#test/visit.ts';

let app: App;
let browser: Browser;
let participant: Participant;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const list = [
    aPerson({ Firstname: 'Maria', Lastname: 'NIEDERHÄUSERN-SCHWARZENBERGERSEN', Club: 'Wasserversorgung' }),
  ];
  const vera = await app.signedIn('vera');
  await aSyncedEvent(app, vera, [aPerson()], {
    name: 'Vierundzwanzigstundenstaffellauf der Primarschulgemeinde',
    event_date: '2027-09-30',
  });
  const { participants } = await aSyncedEvent(app, vera, list, {
    name: 'Zürcher Spendenlauf',
    event_date: '2027-06-12',
    emm_onreg_link: 'https://reg.example/1',
    organiser_name: 'Stiftung Wasserversorgungsgenossenschaften',
    organiser_email: 'spenden@wasserversorgungsgenossenschaften.example',
  });
  participant = participants[0] as Participant;
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const open = (options: BrowserContextOptions, address = '/'): Promise<Page> =>
  openPage(browser, app.url + address, options);

test('the hero takes half of a small screen and 60 % of a large one, and is never clipped', async () => {
  for (const [options, share] of [
    [phone, 0.5],
    [desktop, 0.6],
    [{ viewport: { width: 320, height: 256 } }, 0.5],
  ] as const) {
    const page = await open(options);
    const { height, inner, screen } = await page.locator('.hero').evaluate((hero) => ({
      height: hero.getBoundingClientRect().height,
      inner: hero.scrollHeight,
      screen: innerHeight,
    }));
    expect(height).toBeGreaterThanOrEqual(Math.floor(screen * share));
    expect(inner).toBeLessThanOrEqual(Math.ceil(height));
    await page.close();
  }
});

test('the header stays where it is while one reads', async () => {
  const page = await open(phone);
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
  expect(await page.evaluate(() => scrollY)).toBe(600);
  expect(await page.locator('header').evaluate((header) => header.getBoundingClientRect().top)).toBe(0);
  await page.close();
});

test('a lane runs for a second, unless somebody wants no motion', async () => {
  const page = await open({ ...desktop, reducedMotion: 'no-preference' });
  const run = page.locator('.lane .run').first();
  const duration = () => run.evaluate((lane) => getComputedStyle(lane).animationDuration);
  expect([await run.evaluate((lane) => getComputedStyle(lane).animationName), await duration()]).toEqual(['run', '1s']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await duration()).toBe('0s');
  await page.close();
});

test('when the events cannot be loaded the page says so, and asks again', async () => {
  const { db } = app.product.ctx;
  await sql`alter table events rename to gone`.execute(db);
  const page = await open(phone, '/?lng=de').finally(() => sql`alter table gone rename to events`.execute(db));
  await page.getByRole('heading', { name: 'Fehler beim Laden der Events' }).first().waitFor();
  await page.getByText('Es ist ein Fehler beim Laden der Events aufgetreten.').first().waitFor();
  await expectAccessible(page);

  // The page that waits is gone when the test can look again: it takes note itself.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const waiting = document.querySelector('[role=status]:has(.bone)');
      if (waiting) sessionStorage.setItem('seen', waiting.textContent);
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.getByRole('link', { name: 'Nochmals versuchen' }).first().click();
  await page.getByRole('heading', { name: 'Zürcher Spendenlauf' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('Events werden geladen');
  expect(await page.getByText('Fehler beim Laden').count()).toBe(0);
  await page.close();
});

test('a dialog that is asked for before the script is there opens a moment later, or its link is followed', async () => {
  const page = await browser.newPage({ ...desktop, locale: 'en-GB' });
  const letGo = await hold(page, '**/assets/browser-*.js');
  await page.goto(app.url);
  await page.getByRole('link', { name: 'Sign in' }).click();
  letGo();
  await page.getByRole('dialog', { name: 'Sign in to Givelap' }).waitFor();
  expect(page.url()).toBe(`${app.url}/`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.route('**/assets/browser-*.js', (route) => route.abort());
  await page.goto(app.url);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(`${app.identity.issuer}/**`);
  await page.close();
});

test('the login dialog says what signing in is for, and closes by its cross and by Escape', async () => {
  const page = await open({ ...desktop, locale: 'en-GB' });
  const opener = page.getByRole('link', { name: 'Sign in' });
  const dialog = page.getByRole('dialog', { name: 'Sign in to Givelap' });
  await opener.click();
  await dialog.getByText('Sign in to access administrative functions and manage content.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await opener.click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
  await opener.click();
  await dialog.getByRole('link', { name: 'Continue to Sign In' }).click();
  await page.locator('input[name=username]').waitFor();
  await page.close();
});

test('the menu of a phone repeats navigation, languages and signing in', async () => {
  const page = await open(phone);
  await page.locator('summary:visible').click();
  for (const name of ['Events', 'Teilnehmende', 'Deutsch', 'English', 'Français', 'Italiano', 'Anmelden']) {
    await page.locator('header .only-slim').getByRole('link', { name, exact: true }).waitFor();
  }
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Italiano' }).locator('visible=true').waitFor({ state: 'detached' });
  await page.close();
});

test('somebody who is signed in finds their name in the menu of a phone as well', async () => {
  const page = await openAsStaff(browser, app, paths.profile, { ...phone, locale: 'fr-CH' });
  await page.getByText('vera@example.test').waitFor();
  await page.locator('summary:visible').last().click();
  const menu = page.locator('header .only-slim');
  await menu.getByText('Vera Verwalter').waitFor();
  for (const link of ['Administration', 'Profil', 'Se déconnecter'])
    await menu.getByRole('link', { name: link }).waitFor();
  await expectAccessible(page);
  await page.context().close();
});

test.each(languages)('no page leaves a narrow screen, nor one with letters twice as large (%s)', async (language) => {
  const { token, receipt } = await aPledge(app, participant);
  const page = await open({ ...phone, locale: `${language}-CH` });
  for (const address of [
    '/',
    `/give/${participant.id}`,
    `/donation/sent/${receipt}`,
    `/donation/cancel/${token}`,
    '/gibt/es/nicht',
    ...legalPages.map(paths.legal),
  ]) {
    await page.goto(app.url + address);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    await expectNoSideways(page);
    await page.setViewportSize({ width: 640, height: 700 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectNoSideways(page);
    await page.setViewportSize({ width: 320, height: 700 });
  }
  await page.close();
});
