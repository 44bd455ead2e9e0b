import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { desktop, hydrated, said } from '#test/visit.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  await aSyncedEvent(app, await app.signedIn('vera'), undefined, { name: 'Schülerlauf' });
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

test('an admin signs in at the provider, sees the overview, and signs out', async () => {
  const context = await browser.newContext({ locale: 'de-CH', ...desktop });
  const page = await context.newPage();
  const complaints = watch(page, 'http://localhost');
  await page.goto(app.url);
  await hydrated(page);
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Weiter/ })
    .click();
  await page.locator('input[name=username]').fill('vera');
  await page.locator('input[name=password]').fill('vera-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${app.url}/admin`);
  await page.getByText('Vera Verwalter').first().waitFor();
  await page.getByRole('cell', { name: 'Schülerlauf' }).or(page.getByText('Schülerlauf')).first().waitFor();
  await expectAccessible(page);

  await page.goto(`${app.url}/auth/logout`);
  await page.waitForURL(`${app.url}/`);
  await page.goto(`${app.url}/admin`);
  expect(page.url()).toBe(`${app.url}/`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('somebody who gives up at the provider is told so at home', async () => {
  const context = await browser.newContext({ locale: 'de-CH', ...desktop });
  const page = await context.newPage();
  const complaints = watch(page, app.url);
  await page.goto(`${app.url}/auth/keycloak/callback?error=access_denied&state=none`);
  await page.waitForURL(`${app.url}/`);
  await said(page, 'Die Anmeldung hat nicht geklappt').waitFor();
  expect(complaints).toEqual(['Failed to exchange code for token']);
  await context.close();
});

test('an area whose code does not come, as after a release, says so and can be asked for again', async () => {
  const page = await openAsStaff(browser, app, '/admin');
  await page.route('**/assets/area-*.js', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Bei uns ist ein Fehler passiert' }).waitFor();
  await expectAccessible(page);
  await page.unroute('**/assets/area-*.js');
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await page.getByText('Schülerlauf').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

test('somebody without a role is told so, in words', async () => {
  const context = await browser.newContext({ locale: 'fr-CH' });
  const page = await context.newPage();
  await page.goto(`${app.url}/auth/keycloak`);
  await page.locator('input[name=username]').fill('otto');
  await page.locator('input[name=password]').fill('otto-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${app.url}/admin`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
  await context.close();
});

test('an admin reads who he is and how long he stays signed in, and signs out everywhere', async () => {
  const elsewhere = await app.signedIn('vera');
  const context = await browser.newContext({ locale: 'it-CH', viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  await page.goto(`${app.url}/auth/keycloak?return_to=/admin/profile`);
  await page.locator('input[name=username]').fill('vera');
  await page.locator('input[name=password]').fill('vera-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${app.url}/admin/profile`);
  await hydrated(page);
  for (const words of ['Vera Verwalter', 'vera@example.test', 'Amministrazione: vede e modifica tutto'])
    await page.locator('dd', { hasText: words }).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.getByRole('main').getByRole('link', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'Langue' }).waitFor();
  await hydrated(page);
  await page.getByRole('button', { name: 'Se déconnecter partout' }).click();
  await page.waitForURL(`${app.url}/`);
  await page.getByRole('listitem').filter({ hasText: 'Toutes vos sessions sont terminées.' }).waitFor();
  await elsewhere.expect(401, 'GET /api/auth/me');
  // At the provider too: it asks for the password again.
  await page.goto(`${app.url}/auth/keycloak`);
  await page.locator('input[name=password]').waitFor();
  await context.close();
});
