import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson, aPledge } from '#test/factories.ts';
import { expectAccessible, expectNoSideways } from '#test/page-checks.ts';
import { desktop, hydrated, openPage, phone } from '#test/visit.ts';

let app: App;
let browser: Browser;
let vera: TestClient;
let event: Event;
let pageOf: Record<string, string>;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  vera = await app.signedIn('vera');
  const people = ['Ammann', 'Bernasconi', 'Corti'].map((Lastname) => aPerson({ Firstname: 'Lia', Lastname }));
  const made = await aGiftEvent(app, vera, people, {
    name: 'Rheinlauf',
    event_date: '2027-06-12',
    donation_per_unit: 'true',
    show_donation_total: 'true',
    show_donation_per_unit_total: 'true',
    donation_goal: '100',
    donation_total_goal: '1000',
  });
  event = made.event;
  await vera.expect(200, `POST /api/payrexx/sync-event-payment-pages/${event.id}`);
  const listed = await app.client().expect<Participant[]>(200, `GET /api/events/${event.id}/participants`);
  pageOf = Object.fromEntries(listed.map((one) => [one.last_name, one.payrexx_page_id ?? '']));
  const [ammann, bernasconi, corti] = listed as [Participant, Participant, Participant];
  for (const [to, amount] of [[bernasconi, '250'] as const, [ammann, '40'] as const]) {
    const { id, link } = await anOpenGift(app, to, { amount });
    app.payrexx.pay(link);
    await app.client().expect(200, `GET /api/gifts/${id}`);
  }
  await aPledge(app, corti, { amount_per_unit: '5.00' }, 'confirm');
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const open = (options: typeof phone): Promise<Page> =>
  openPage(browser, `${app.url}/participants/${event.slug}`, options);
const names = (page: Page) => page.locator('tbody .c-last').allInnerTexts();

test.each([
  ['desktop', desktop],
  ['phone', phone],
])('what was given stands in the list, in the sum and on the home page (%s)', async (_, options) => {
  const page = await open(options);
  const row = page.getByRole('row', { name: 'Bernasconi' });
  await row.getByText('CHF 250.00').waitFor();
  expect(await row.getByRole('progressbar').first().getAttribute('aria-valuetext')).toMatch(
    /^250%, CHF\s250\.00 von CHF\s100\.00, 1 Spende$/,
  );
  const sum = page.getByRole('progressbar', { name: 'Spenden für Rheinlauf' });
  expect(await sum.getAttribute('aria-valuetext')).toMatch(/^29%, CHF\s290\.00 von CHF\s1’000\.00$/);
  await page.getByText('2 Spenden').waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.goto(app.url);
  const card = page.getByRole('article').filter({ hasText: 'Rheinlauf' });
  expect((await card.innerText()).replace(/\s+/g, ' ')).toMatch(/290\.00 29% von CHF 1’000\.00 2 Spenden/);
  await page.close();
});

test('it is ordered by gifts, and where nothing was given by what was promised', async () => {
  const page = await open(desktop);
  const head = page.getByRole('columnheader', { name: 'Spenden' });
  await head.getByRole('link').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  expect(await names(page)).toEqual(['Corti', 'Ammann', 'Bernasconi']);
  await head.getByRole('link').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  expect(await names(page)).toEqual(['Bernasconi', 'Ammann', 'Corti']);
  expect(new URL(page.url()).search).toBe('?sort=-gifts');
  await page.close();
});

test('its button leads to the page of who is given to, and the details there too', async () => {
  const page = await open(desktop);
  const give = page.getByRole('link', { name: 'Spenden für Lia Bernasconi' });
  expect(await give.getAttribute('aria-haspopup')).toBeNull();
  await page.getByRole('link', { name: 'Details zu Lia Bernasconi' }).click();
  const dialog = page.getByRole('dialog');
  const words = (await dialog.innerText()).replace(/\s+/g, ' ');
  expect(words).toContain('Gespendet CHF 250.00 100% von CHF 100.00 Ziel erreicht 1 Spende');
  expect(words).toContain('Versprochen pro Runde CHF 0.00 Noch niemand. Machen Sie den Anfang.');
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Spenden für Lia' }).click();
  await page.waitForURL(`**/give/${pageOf.Bernasconi}`);
  await page.close();
});

test('the link that is copied is that of the page', async () => {
  const context = await browser.newContext({ locale: 'de-CH' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(`${app.url}/participants/${event.slug}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Link zu Lia Ammann kopieren' }).click();
  await page.getByText('Link kopiert').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/give/${pageOf.Ammann}`);
  await context.close();
});
