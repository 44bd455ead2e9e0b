import { sql } from 'kysely';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aNewKey, aPerson, aPledge, aSyncedEvent, type Made } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { sessionOf } from '#test/staff-page.ts';
import { desktop, hold, hydrated } from '#test/visit.ts';

const PERIOD_MS = 120_000;
/** Longer than the pause between two public fetches of a list. */
const PAUSE_MS = 31_000;

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function aRace(name: string) {
  const people = ['Ammann', 'Bernasconi', 'Caluori', 'Müller'].map((Lastname) => aPerson({ Lastname }));
  const made = await aSyncedEvent(app, await app.signedIn('vera'), people, { name, donation_per_unit_goal: '100' });
  return { ...made, address: `${app.url}/participants/${made.event.slug}` };
}

async function open(address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'de-CH', ...desktop, ...options });
  const page = await context.newPage();
  await page.clock.install();
  const complaints = watch(page, app.url);
  await page.goto(address);
  await hydrated(page);
  const lists: string[] = [];
  page.on('request', (request) => void (request.url().includes('/participants/') && lists.push(request.url())));
  return { context, page, complaints, lists };
}

const pass = (page: Page) => page.clock.fastForward(PERIOD_MS);

/** Somebody else's sync, so that nothing on the page has a hand in it. */
async function syncedElsewhere(made: Made, lastname: string): Promise<void> {
  const vera = await app.signedIn('vera');
  made.source.people = [...made.source.people, aPerson({ Lastname: lastname })];
  const { event } = await aNewKey(app, vera, made);
  await vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
}

test('every two minutes the list and its sums come up to date, and nothing else moves', async () => {
  const made = await aRace('Zwei-Minuten-Lauf');
  const { context, page, complaints, lists } = await open(`${made.address}?sort=-last_name`);
  const search = page.getByRole('searchbox');
  await search.fill('m');
  const status = page.locator('.tools-meta').getByRole('status');
  await status.getByText('gefunden für «m»').waitFor();
  await search.press('Home');
  const muller = made.participants.find(({ last_name }) => last_name === 'Müller');
  if (!muller) throw new Error('nobody is called Müller');
  await aPledge(app, muller, { amount_per_unit: '7.50' }, 'confirm');
  await syncedElsewhere(made, 'Mumenthaler');
  const before = lists.length;

  // A page may be stored for two seconds of the server's own time.
  await expect.poll(async () => pass(page).then(() => page.getByText('CHF 7.50').count()), { timeout: 10_000 }).toBe(2);
  await page.getByRole('rowheader', { name: 'Mumenthaler' }).waitFor();
  await status.getByText('3 gefunden für «m»').waitFor();
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['Mumenthaler', 'Müller', 'Ammann']);
  expect(lists.slice(before).every((address) => address.endsWith('?q=m&sort=-last_name'))).toBe(true);
  const focused = () =>
    page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      return [input.id, input.value, input.selectionStart];
    });
  expect(await focused()).toEqual(['q', 'm', 0]);
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /aktualisiert/ })
      .count(),
  ).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('it waits while the page is hidden or a dialog is open', async () => {
  const made = await aRace('Wartelauf');
  const { context, page, lists } = await open(made.address);
  const hide = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);

  await hide(true);
  await pass(page);
  expect(lists).toEqual([]);
  await Promise.all([page.waitForResponse(made.address), hide(false)]);

  await page
    .getByRole('link', { name: /^Details zu/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await pass(page);
  expect(lists).toHaveLength(1);
  await page.keyboard.press('Escape');
  await Promise.all([page.waitForResponse(made.address), pass(page)]);
  await context.close();
});

test('a reload that fails keeps the list and says how old it is; the next one that works takes that back', async () => {
  const made = await aRace('Funkloch-Lauf');
  const { context, page } = await open(made.address, { viewport: { width: 320, height: 700 } });
  await page.route(made.address, (route) => route.fulfill({ status: 503, body: 'away' }));
  await pass(page);
  const note = page.getByRole('status').filter({ hasText: 'Die Liste liess sich nicht neu laden' });
  await note.getByText(/Sie sehen den Stand von \d\d:\d\d\./).waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(4);
  await expectAccessible(page);
  await expectNoSideways(page);

  // Nor does a wish of one's own empty it.
  await context.setOffline(true);
  await Promise.all([page.waitForEvent('requestfailed'), page.getByRole('searchbox').fill('muller')]);
  await page.locator('.list:not([aria-busy])').waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(4);

  // Trying again brings what was wanted.
  await context.setOffline(false);
  await page.unroute(made.address);
  await note.getByRole('link', { name: 'Nochmals versuchen' }).click();
  await note.waitFor({ state: 'detached' });
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining('Müller')]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('list');
  await context.close();
});

test('where the events cannot be read any more, the list that is shown stays', async () => {
  const made = await aRace('Bleibelauf');
  const { db } = app.product.ctx;
  const { context, page } = await open(`${app.url}/participants?eventId=${made.event.id}`);
  const lastNames = () => page.getByRole('rowheader').allInnerTexts();
  const before = await lastNames();
  const note = page.getByRole('status').filter({ hasText: 'Die Liste liess sich nicht neu laden' });
  await sql`alter table events rename to gone`.execute(db);
  try {
    await page.getByRole('link', { name: 'Nachname' }).click();
    await note.waitFor();
    expect(await lastNames()).toEqual(before);
  } finally {
    await sql`alter table gone rename to events`.execute(db);
  }
  await note.getByRole('link', { name: 'Nochmals versuchen' }).click();
  await note.waitFor({ state: 'detached' });
  expect(await lastNames()).toEqual(before.toReversed());
  expect(new URL(page.url()).search).toContain('sort=-last_name');
  await context.close();
});

test('an event whose list cannot be read says so, and trying again brings it', async () => {
  const made = await aRace('Pannenlauf');
  const { db } = app.product.ctx;
  await sql`alter table participant_totals rename to lost`.execute(db);
  const { context, page } = await open(made.address);
  await page.getByText('Fehler beim Laden der Teilnehmer: Unbekannter Fehler').waitFor();
  expect(await page.getByRole('row').count()).toBe(0);
  await expectAccessible(page);
  await sql`alter table lost rename to participant_totals`.execute(db);
  await page.getByRole('link', { name: 'Nochmals versuchen' }).click();
  await page.getByRole('rowheader', { name: 'Caluori' }).waitFor();
  await context.close();
});

test('whoever waits for long sees bones in place of the rows (fr)', async () => {
  const made = await aRace('Course lente');
  const { context, page, complaints } = await open(made.address, { locale: 'fr-CH' });
  const release = await hold(page, made.address);
  const height = () => page.getByRole('table').evaluate((table) => table.getBoundingClientRect().height);
  const name = page.getByRole('cell', { name: 'TV Thun' }).first();
  const colour = () => name.evaluate((cell) => getComputedStyle(cell).color);
  const before = [await height(), await colour()];
  await page.getByRole('button', { name: 'Actualiser' }).click();
  await page.locator('.list[aria-busy=true]').waitFor();
  await expect.poll(colour, { timeout: 5000 }).toMatch(/ 0\)$/);
  expect(await height()).toBe(before[0]);
  release();
  await page.locator('.list:not([aria-busy])').waitFor();
  expect(await colour()).toBe(before[1]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  { locale: 'de-CH', button: 'Liste aktualisieren', said: /^Liste aktualisiert: 5 Personen, 1 neu/ },
  { locale: 'fr-CH', button: 'Mettre à jour la liste', said: /^Liste actualisée: 5 personnes\. Ajouts: 1/ },
])('updating from timing says what came of it and keeps the page ($locale)', async ({ locale, button, said }) => {
  const made = await aRace(`Zeitmesslauf ${locale}`);
  app.forward(PAUSE_MS);
  const { context, page, complaints } = await open(made.address, { locale });
  made.source.people = [...made.source.people, aPerson({ Lastname: 'Nachgemeldet' })];
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('rowheader', { name: 'Nachgemeldet' }).waitFor();
  await page.getByRole('listitem').getByText(said).waitFor();
  await expectAccessible(page);
  expect(await page.getAttribute('html', 'data-same')).toBe('');
  expect(complaints).toEqual([]);
  await context.close();
});

test('staff see how the automatic sync stands; an admin starts all runs, and the list shows what they brought', async () => {
  const made = await aRace('Nachtlauf');
  app.forward(PAUSE_MS);
  const { context, page, complaints } = await open(made.address);
  const panel = page.getByRole('region', { name: 'Synchronisierung mit der Zeitmessung' });
  expect(await panel.count()).toBe(0);

  await context.addCookies([await sessionOf(app, 'lea')]);
  await page.reload();
  await panel.getByText('Automatik aus').waitFor();
  expect(await panel.getByRole('button').count()).toBe(0);

  await context.addCookies([await sessionOf(app, 'vera')]);
  await page.reload();
  await panel.getByText('Automatik aus').waitFor();
  await expectAccessible(page);
  made.source.people = [...made.source.people, aPerson({ Lastname: 'Spätgemeldet' })];
  await panel.getByRole('button', { name: 'Jetzt synchronisieren' }).click();
  await page
    .getByRole('listitem')
    .getByText(/^Die Synchronisierung (eines Events|von \d+ Events) hat begonnen\.$/)
    .waitFor();
  await page.getByRole('rowheader', { name: 'Spätgemeldet' }).waitFor();

  await page.route('**/api/sync/manual', (route) => route.abort());
  await panel.getByRole('button', { name: 'Jetzt synchronisieren' }).click();
  const failure = page.getByRole('listitem').filter({ hasText: 'Synchronisierung fehlgeschlagen' });
  await failure.getByText('Die Synchronisierung hat nicht begonnen. Versuchen Sie es nochmals.').waitFor();
  expect(await failure.getAttribute('class')).toContain('toast-bad');
  await expectAccessible(page);
  expect(complaints.filter((one) => !one.includes('ERR_FAILED'))).toEqual([]);
  await context.close();
});

test.each([
  [null, 0],
  ['otto', 0],
  ['lea', 1],
] as const)('when timing fails, the address to check is for those who can (%s)', async (name, hints) => {
  const made = await aRace(`Ausfall ${name}`);
  app.forward(PAUSE_MS);
  app.timing.fault(made.list, { kind: 'status', status: 503 });
  const { context, page } = await open(made.address);
  if (name) await context.addCookies([await sessionOf(app, name)]);
  await page.reload();
  await page.getByRole('button', { name: 'Liste aktualisieren' }).click();
  const box = page.getByRole('alert').filter({ hasText: 'Fehler bei der Synchronisierung' });
  await box.getByText(/RaceResult API/).waitFor();
  expect(await box.getByText('Prüfen Sie die Simple-API-Adresse').count()).toBe(hints);
  app.timing.clearFaults();
  await context.close();
});

test('the next run of the automatic sync is said (fr, 320 px)', async () => {
  const made = await aRace('Course de nuit');
  const { context, page } = await open(made.address, { locale: 'fr-CH', viewport: { width: 320, height: 700 } });
  await page.route('**/api/sync/status', (route) =>
    route.fulfill({ json: { isRunning: true, nextRun: '2027-06-12T07:46:00.000Z', running: false } }),
  );
  await context.addCookies([await sessionOf(app, 'vera')]);
  await page.reload();
  await page.getByText('Synchronisation automatique active').waitFor();
  await page.getByText('prochaine exécution: 09:46').waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await context.close();
});
