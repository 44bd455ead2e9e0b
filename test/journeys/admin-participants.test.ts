import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { anEvent, aPerson, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';
import { focused, phone, said } from '#test/visit.ts';

const PARTICIPANTS = paths.adminTab('participants');

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const startList = (count: number) =>
  Array.from({ length: count }, (_, n) => aPerson({ Lastname: `Läufer${n + 10}`, Bib: 100 + n }));
const person = (page: Page, name: string) => page.getByRole('rowheader', { name });
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: person(page, name) });
const sync = (page: Page) => page.getByRole('button', { name: 'Jetzt synchronisieren' });

test('an admin brings a list in, adds somebody, approves, corrects and cancels', async () => {
  await anEvent(app, await app.signedIn('vera'), startList(12), { name: 'Schülerlauf' });
  const page = await openAsStaff(browser, app, PARTICIPANTS);
  const complaints = watch(page, app.url);
  // The only active event is chosen by itself.
  await page.getByRole('heading', { name: 'Keine Teilnehmer für dieses Event gefunden.' }).waitFor();
  await page.getByText('Noch keine Änderungen.').waitFor();
  await sync(page).click();
  await said(page, 'Liste aktualisiert: 12 Personen, 12 neu').waitFor();
  await page.getByRole('region', { name: 'Zeitmessung' }).getByText('Anna Läufer10').waitFor();
  await page.getByRole('link', { name: /^Alle 12 Änderungen/ }).waitFor();

  await person(page, 'Anna Läufer19').waitFor();
  await page.getByRole('link', { name: 'Seite 2' }).click();
  await person(page, 'Anna Läufer21').waitFor();
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Anna Läufer20', 'Anna Läufer21']);
  await page.getByRole('link', { name: 'Nr.' }).click();
  await page.getByRole('link', { name: 'Nr.' }).click();
  await person(page, 'Anna Läufer21').waitFor();
  expect((await page.getByRole('rowheader').allTextContents())[0]).toBe('Anna Läufer21');
  await page.getByRole('searchbox').fill('laufer12');
  await page.getByText('1 von 1 Eintrag').waitFor();

  await page.getByRole('link', { name: 'Person erfassen' }).click();
  const adding = page.getByRole('dialog', { name: 'Person erfassen' });
  await adding.getByLabel('Startnummer').fill('zwölf');
  await adding.getByRole('button', { name: 'Person erfassen' }).click();
  for (const words of ['Geben Sie den Namen ein', 'Geben Sie die E-Mail-Adresse ein', 'Geben Sie eine ganze Zahl ein'])
    await adding.getByRole('link', { name: words }).waitFor();
  expect(await page.title()).toMatch(/^Fehler: /);
  await expectAccessible(page);
  await adding.getByLabel('Vor- und Nachname').fill('Rösli Gunten');
  await adding.getByLabel('E-Mail').fill('roesli@example.test');
  await adding.getByLabel('Startnummer').fill('7');
  await adding.getByLabel('Status').selectOption('Ausstehend');
  await adding.getByRole('button', { name: 'Person erfassen' }).click();
  await adding.waitFor({ state: 'detached' });
  await said(page, 'Rösli Gunten ist erfasst.').waitFor();

  await page.getByRole('searchbox').fill('roesli@example');
  await row(page, 'Rösli Gunten').getByText('von Hand erfasst').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('Ausstehend (1)');
  const approve = page.getByRole('button', { name: 'Rösli Gunten bestätigen' });
  await approve.click();
  await page.getByRole('heading', { name: 'Niemand gefunden' }).waitFor();
  // The row went with the button that was pressed; whoever works by keyboard goes on from here.
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('loaded');
  await said(page, 'Rösli Gunten ist bestätigt.').getByRole('button', { name: 'Rückgängig' }).click();
  await said(page, 'Rösli Gunten ist wieder ausstehend.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('loaded');
  // Whoever comes back was not approved by that.
  await page.getByRole('button', { name: 'Rösli Gunten stornieren' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('Storniert (1)');
  await page.getByRole('button', { name: 'Rösli Gunten wiederherstellen' }).click();
  await said(page, 'Rösli Gunten ist wieder ausstehend.').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('Ausstehend (1)');
  await approve.click();
  await page.getByRole('link', { name: 'Alle zeigen' }).click();
  await page.getByLabel('Einträge pro Seite').selectOption('25');

  await person(page, 'Rösli Gunten').getByRole('link').click();
  const editing = page.getByRole('dialog', { name: 'Rösli Gunten bearbeiten' });
  await editing.getByText('Synchronisierungen lassen diese Person, wie sie ist').waitFor();
  expect(await editing.getByLabel('Status').inputValue()).toBe('registered');
  await editing.getByLabel('Nachname').fill('von Gunten');
  await editing.getByLabel('Motivation').fill('🏃'.repeat(161));
  await editing.getByText('161/160 Zeichen').waitFor();
  await editing.getByRole('button', { name: 'Änderungen speichern' }).click();
  await editing.getByRole('link', { name: 'Kürzen Sie diese Angabe' }).waitFor();
  await editing.getByLabel('Motivation').fill('Jede Runde für den Brunnen!');
  await editing.getByText('27/160 Zeichen').waitFor();
  await editing.getByRole('button', { name: 'Änderungen speichern' }).click();
  await editing.waitFor({ state: 'detached' });
  await person(page, 'Rösli von Gunten').waitFor();

  const cancel = page.getByRole('button', { name: 'Anna Läufer10 stornieren' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await row(page, 'Anna Läufer10').getByText('Storniert').waitFor();
  await row(page, 'Anna Läufer10').getByText('korrigiert: Status').waitFor();
  expect(await focused(page)).toBe('Anna Läufer10 wiederherstellen');
  await page.getByLabel('Status', { exact: true }).selectOption('Storniert (1)');
  await page.getByText('1 von 1 Eintrag').waitFor();
  await page.getByRole('button', { name: 'Anna Läufer10 wiederherstellen' }).click();
  await page.getByRole('heading', { name: 'Niemand gefunden' }).waitFor();
  await page.goBack();
  await row(page, 'Anna Läufer10').getByText('Bestätigt').waitFor();

  await page.getByRole('link', { name: 'Öffentliche Seite von Rösli von Gunten' }).click();
  await page.getByText('Jede Runde für den Brunnen!').waitFor();
  // What the server refused was wrong on purpose.
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
  await page.context().close();
});

test('what timing brought while a form was open is neither overwritten nor pinned', async () => {
  const vera = await app.signedIn('vera');
  const { event, source, participants } = await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Frei', Club: 'Alt' })]);
  const id = participants[0]!.id;
  const page = await openAsStaff(browser, app, `${PARTICIPANTS}?event=${event.id}&edit=${id}`);
  const editing = page.getByRole('dialog', { name: 'Anna Frei bearbeiten' });
  await editing.getByLabel('Kategorie').fill('Masters');
  source.people = [{ ...source.people[0], Club: 'Neu' }];
  await vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
  await editing.getByRole('button', { name: 'Änderungen speichern' }).click();
  await editing.waitFor({ state: 'detached' });
  await row(page, 'Anna Frei').getByText('Masters').waitFor();
  await row(page, 'Anna Frei').getByText('Neu', { exact: true }).waitFor();
  await row(page, 'Anna Frei').getByText('korrigiert: Kategorie', { exact: true }).waitFor();
  await page.context().close();
});

test('a held list is told with its reason and applied on request; a fault of timing names what to check', async () => {
  const vera = await app.signedIn('vera');
  const { event, source, list } = await aSyncedEvent(app, vera, startList(12), { name: 'Stadtlauf' });
  const page = await openAsStaff(browser, app, `${PARTICIPANTS}?event=${event.id}&size=25`);
  const strip = page.getByRole('region', { name: 'Zeitmessung' });
  source.people = source.people.slice(3);
  await sync(page).click();
  await strip.getByRole('heading', { name: /^Angehalten: Synchronisierung von/ }).waitFor();
  await page.reload();
  await strip.getByText('Die neue Liste wurde nicht übernommen: Zu viele Personen fehlen darin.').waitFor();
  await person(page, 'Anna Läufer10').waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(12);
  await expectAccessible(page);
  await strip.getByRole('button', { name: 'Trotzdem übernehmen' }).click();
  await said(page, '3 nicht mehr dabei').waitFor();
  await row(page, 'Anna Läufer10').getByText('Storniert').waitFor();
  await strip.getByRole('listitem').filter({ hasText: 'Anna Läufer10 zurückgezogen' }).waitFor();
  expect(await strip.getByRole('heading', { name: /^Angehalten/ }).count()).toBe(0);

  app.timing.fault(list, { kind: 'html', times: 1 });
  await sync(page).click();
  await strip.getByRole('heading', { name: 'Fehler bei der Synchronisierung mit RaceResult' }).waitFor();
  await strip.getByText(/^RaceResult API .* Prüfen Sie die Simple-API-Adresse/).waitFor();

  // Somebody else's run, under way when the page is opened.
  source.people = [{ ...source.people[0], Lastname: 'Anders' }, ...source.people.slice(1)];
  app.timing.fault(list, { kind: 'delay', ms: 4000, times: 1 });
  const run = vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
  await page.reload();
  await page.getByRole('button', { name: 'Synchronisierung läuft' }).waitFor();
  await run;
  await strip.getByText('Anna Anders hiess Anna Läufer13').waitFor();
  await person(page, 'Anna Anders').waitFor();

  app.timing.fault(list, { kind: 'status', status: 500, times: 1 });
  await sync(page).click();
  await strip.getByRole('link', { name: 'Stadtlauf bearbeiten' }).click();
  await page.getByRole('dialog', { name: '«Stadtlauf» bearbeiten' }).waitFor();
  await page.context().close();
});

test('who may only read sees all and changes nothing; a failure says so and can be tried again', async () => {
  const { event } = await aSyncedEvent(app, await app.signedIn('vera'), [aPerson({ Lastname: 'Muster', Email: '' })]);
  const page = await openAsStaff(browser, app, PARTICIPANTS, { who: 'lea', ...phone });
  await page.getByRole('heading', { name: 'Wählen Sie ein Event.' }).waitFor();
  await page.getByLabel('Event', { exact: true }).selectOption({ label: event.name });
  await row(page, 'Anna Muster').getByText('keine').waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  for (const name of [/synchronisieren/, /stornieren$/, /bearbeiten$/, 'Person erfassen'])
    expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()).toBe(0);
  const listed = page.url();
  await page.goto(`${listed}&add=true`);
  await person(page, 'Anna Muster').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto(listed);
  await page.getByRole('link', { name: 'Angaben zu Anna Muster' }).click();
  const details = page.getByRole('dialog', { name: 'Angaben zu Anna Muster' });
  await details.getByLabel('Jahrgang').waitFor();
  expect(await details.getByLabel('Jahrgang').inputValue()).toBe('1990');
  expect(await details.locator('input, select, textarea').and(page.locator(':enabled')).count()).toBe(0);
  expect(await details.locator('[type=submit]').count()).toBe(0);
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });

  const list = `**/api/events/${event.id}/participants?*`;
  await page.route(list, (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Fehler beim Laden der Teilnehmer' }).waitFor();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await person(page, 'Anna Muster').waitFor();
  await page.context().close();
});
