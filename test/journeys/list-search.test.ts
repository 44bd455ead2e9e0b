import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aSyncedEvent, manyPeople } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { desktop, hold, hydrated } from '#test/visit.ts';

let app: App;
let browser: Browser;
let list: string;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const made = await aSyncedEvent(app, await app.signedIn('vera'), manyPeople(20_000), { name: 'Grosser Lauf' });
  list = `${app.url}/participants/${made.event.slug}`;
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function open(options: BrowserContextOptions = {}, address = list) {
  const context = await browser.newContext({ locale: 'de-CH', ...desktop, ...options });
  const page = await context.newPage();
  const complaints = watch(page, app.url);
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await hydrated(page);
  const close = async () => {
    expect(complaints).toEqual([]);
    await context.close();
  };
  return { page, field: page.getByRole('searchbox'), status: page.locator('.tools-meta').getByRole('status'), close };
}

test('among 20,000 people the list follows each key, and so does the address', async () => {
  const { page, field, status, close } = await open();
  await status.getByText('10 von 20’000 angezeigt').waitFor();

  const typed = 'ozturk 1234';
  for (let length = 1; length <= typed.length; length += 1) {
    await field.press(typed.charAt(length - 1));
    await status.getByText(`«${typed.slice(0, length).trim()}»`).waitFor();
  }
  await status.getByText('gefunden für «ozturk 1234»').waitFor();
  expect(await page.getByRole('rowheader').first().innerText()).toContain('Öztürk');
  expect(new URL(page.url()).search).toBe('?q=ozturk+1234');
  // Another language shows the same people.
  expect(await page.locator('header a[lang=fr]').first().getAttribute('href')).toMatch(/\?q=ozturk\+1234&lng=fr$/);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
  await expectAccessible(page);

  await page.reload();
  await status.getByText('gefunden für «ozturk 1234»').waitFor();
  expect(await field.inputValue()).toBe('ozturk 1234');
  await close();
});

test('focus and caret stay where one types', async () => {
  const { page, field, status, close } = await open();
  await field.pressSequentially('luthi');
  await status.getByText('gefunden für «luthi»').waitFor();
  await field.press('ArrowLeft');
  await field.press('ArrowLeft');
  await field.press('Backspace');
  await status.getByText('gefunden für «luhi»').waitFor();
  const caret = () =>
    page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      return [input.id, input.selectionStart, input.selectionEnd];
    });
  expect(await caret()).toEqual(['q', 2, 2]);
  await field.press('t');
  await status.getByText('gefunden für «luthi»').waitFor();
  expect(await caret()).toEqual(['q', 3, 3]);
  await close();
});

test('an answer that comes late does not take the place of a newer one', async () => {
  const { page, field, status, close } = await open();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForRequest(/q=krasniqi$/);
  await page.route(/q=krasniqi$/, async (route) => {
    await held;
    // Given up meanwhile.
    await route.continue().catch(() => null);
  });
  await field.fill('krasniqi');
  await asked;
  await field.fill('ammann');
  await status.getByText('gefunden für «ammann»').waitFor();
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await field.fill('ammann6');
  await status.getByText('gefunden für «ammann6»').waitFor();
  expect(await page.getByText('Krasniqi').count()).toBe(0);
  await close();
});

test('refreshing does not take back a search that is under way', async () => {
  const { page, field, status, close } = await open();
  const asked = page.waitForRequest(/q=luthi$/);
  await page.route(/q=luthi$/, () => {}, { times: 1 });
  await field.fill('luthi');
  await asked;
  await page.getByRole('button', { name: 'Neu laden' }).click();
  await status.getByText('gefunden für «luthi»').waitFor();
  expect(new URL(page.url()).search).toBe('?q=luthi');
  await close();
});

test('what was typed before the script came is looked for once it is there', async () => {
  const context = await browser.newContext({ locale: 'de-CH' });
  const page = await context.newPage();
  const complaints = watch(page, app.url);
  const release = await hold(page, '**/assets/*.js');
  const searches: string[] = [];
  page.on('request', (request) => void (request.url().includes('q=') && searches.push(request.url())));
  await page.goto(list, { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('bernasconi 12');
  release();
  await page.locator('.tools-meta').getByText('gefunden für «bernasconi 12»').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('bernasconi 12');
  expect(searches).toHaveLength(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('pages, order and size change in place; the way back leads through all of them', async () => {
  const { page, field, status, close } = await open();
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  const range = page.getByRole('navigation', { name: 'Seiten' }).getByText('von 20’000 Einträgen');
  const search = () => new URL(page.url()).search;

  await page.getByRole('link', { name: 'Seite 2', exact: true }).click();
  await range.getByText('11–20 von').waitFor();
  expect(search()).toBe('?page=2');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('list');

  await page.getByRole('link', { name: 'Nachname' }).click();
  await page.getByRole('columnheader', { name: 'Nachname' }).and(page.locator('[aria-sort=descending]')).waitFor();
  expect(search()).toBe('?sort=-last_name');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Nachname');

  await page.getByLabel('Einträge pro Seite').selectOption('25');
  await range.getByText('1–25 von').waitFor();
  expect(search()).toBe('?sort=-last_name&size=25');

  await field.fill('nguyen');
  await status.getByText('gefunden für «nguyen»').waitFor();
  expect(search()).toBe('?q=nguyen&sort=-last_name&size=25');

  await page.goBack();
  await range.getByText('1–10 von').waitFor();
  expect(await field.inputValue()).toBe('');
  await page.goBack();
  await range.getByText('11–20 von').waitFor();
  await page.goForward();
  await page.goForward();
  await status.getByText('gefunden für «nguyen»').waitFor();
  expect(await field.inputValue()).toBe('nguyen');
  expect(await page.getAttribute('html', 'data-same')).toBe('');
  await close();
});

test('a search that finds nobody says so, and one click clears it (fr, 320 px)', async () => {
  const { page, field, close } = await open({ locale: 'fr-CH', viewport: { width: 320, height: 700 } });
  await field.fill('personne ici');
  await page.getByRole('heading', { name: 'Aucun résultat pour «personne ici»' }).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('link', { name: 'Effacer la recherche' }).click();
  await page.locator('.tools-meta').getByText('Affichage: 10 sur 20’000').waitFor();
  expect(await field.inputValue()).toBe('');
  expect(new URL(page.url()).search).toBe('');
  await close();
});

test('without script search, order, pages and refreshing are ordinary links and forms', async () => {
  const { page, field, status, close } = await open({ javaScriptEnabled: false });
  await field.fill('luthi');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await status.getByText('gefunden für «luthi»').waitFor();
  await page.getByRole('link', { name: 'Nachname' }).click();
  await page.getByRole('link', { name: 'Nächste Seite' }).click();
  await page.getByText('11–20 von 2’500 Einträgen').waitFor();
  await page.getByRole('button', { name: 'Neu laden' }).click();
  await page.getByText('11–20 von 2’500 Einträgen').waitFor();
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ q: 'luthi', sort: '-last_name', page: '2' });
  expect(await page.getByRole('button', { name: /kopieren|Liste aktualisieren/ }).count()).toBe(0);
  await close();
});
