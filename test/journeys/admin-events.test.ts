import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import { paths } from '#contract/paths.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { timingKey } from '#sandbox/timing.ts';
import { aPledge, anEvent, aPerson, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff, sessionOf } from '#test/staff-page.ts';
import { focused, hold, phone, said } from '#test/visit.ts';

const EVENTS = paths.adminTab('events');

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

test('an event is added, found, changed and deleted', async () => {
  const page = await openAsStaff(browser, app, EVENTS);
  const complaints = watch(page, app.url);
  await page.getByRole('heading', { name: 'Noch keine Events.' }).waitFor();

  await page.getByRole('link', { name: 'Event hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Event hinzufügen' });
  await dialog.getByRole('button', { name: 'Event hinzufügen' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await page.title()).toMatch(/^Fehler: /);
  // Each says of which field it speaks, in their order.
  expect(await dialog.getByRole('alert').getByRole('link').allTextContents()).toEqual([
    'Name: Füllen Sie dieses Feld aus',
    'Simple-API-Adresse der Zeitmessung: Füllen Sie dieses Feld aus',
  ]);
  expect(await dialog.getByLabel('Name', { exact: true }).first().getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Name', { exact: true }).first().fill('Zürcher Spendenlauf');
  await dialog.getByLabel('Simple-API-Adresse der Zeitmessung').fill('https://example.org/fremd');
  await dialog.getByLabel('Einheit', { exact: true }).fill('Runde');
  await dialog.getByLabel('Versprechen anbieten').check();
  await dialog.getByRole('button', { name: 'Event hinzufügen' }).click();
  await dialog.getByRole('link', { name: /Zeitmess-Server/ }).waitFor();
  expect(await dialog.getByLabel('Einheit', { exact: true }).inputValue()).toBe('Runde');

  const list = { eventNumber: 318_204, key: timingKey('events'), shape: 'objects' as const, rows: () => [aPerson()] };
  app.timing.add(list);
  const address = app.timing.addressOf(list);
  await dialog.getByLabel('Simple-API-Adresse der Zeitmessung').fill(address);
  await dialog.getByRole('button', { name: 'Event hinzufügen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await said(page, 'Zürcher Spendenlauf ist hinzugefügt.').waitFor();
  await page.getByRole('rowheader', { name: 'Zürcher Spendenlauf' }).waitFor();
  // Of the secret address only the host and its end.
  expect(await page.getByRole('table').textContent()).not.toContain(address);

  await page.getByLabel('Event suchen').fill('zurcher');
  await page.waitForURL((url) => url.searchParams.get('q') === 'zurcher');
  await page.getByRole('rowheader', { name: 'Zürcher Spendenlauf' }).waitFor();
  await page.getByRole('link', { name: 'Zürcher Spendenlauf bearbeiten' }).click();
  const edit = page.getByRole('dialog', { name: '«Zürcher Spendenlauf» bearbeiten' });
  expect(await edit.getByLabel('Einheit', { exact: true }).inputValue()).toBe('Runde');
  await edit.getByLabel('Status').selectOption('Inaktiv');
  await edit.getByRole('button', { name: 'Änderungen speichern' }).click();
  await edit.waitFor({ state: 'detached' });
  await page.getByText('Inaktiv', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('zurcher');
  // Back where it was opened.
  expect(await focused(page)).toBe('Zürcher Spendenlauf bearbeiten');

  await page.getByRole('link', { name: 'Zürcher Spendenlauf löschen' }).click();
  await page.getByText('kann nicht rückgängig gemacht werden').waitFor();
  await page.getByRole('button', { name: 'Event löschen' }).click();
  await said(page, 'gelöscht').waitFor();
  await page.getByRole('heading', { name: 'Noch keine Events.' }).waitFor();
  // What the server refused was wrong on purpose.
  expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
  await page.context().close();
});

test('a session that ends while somebody types takes nothing with it', async () => {
  const page = await openAsStaff(browser, app, `${EVENTS}?add=true`);
  const dialog = page.getByRole('dialog', { name: 'Event hinzufügen' });
  await dialog.getByLabel('Name', { exact: true }).first().fill('Abendlauf');
  await page.context().clearCookies({ name: 'session' });
  const send = dialog.getByRole('button', { name: 'Event hinzufügen' });
  await send.click();
  const over = dialog.getByRole('alert').filter({ hasText: 'Ihre Sitzung ist zu Ende' });
  await over.waitFor();
  expect(await over.getByRole('link', { name: 'Anmelden' }).getAttribute('target')).toBe('_blank');
  await page.context().addCookies([await sessionOf(app, 'vera')]);
  await send.click();
  await dialog.getByRole('link', { name: 'Füllen Sie dieses Feld aus' }).waitFor();
  expect(await dialog.getByLabel('Name', { exact: true }).first().inputValue()).toBe('Abendlauf');
  await page.context().close();
});

test('a dialog begins with how the event is, and sends only what was changed in it', async () => {
  const vera = await app.signedIn('vera');
  const columns = 'ID\nBib\nName';
  const { event } = await anEvent(app, vera, [], { name: 'Seelauf', place: 'Zug', rr_columns: columns });
  const page = await openAsStaff(browser, app, `${EVENTS}?q=seelauf`);
  const edit = page.getByRole('link', { name: 'Seelauf bearbeiten' });
  await edit.waitFor();
  const elsewhere = (body: object) => vera.expect<Event>(200, `PUT /api/events/${event.id}`, { body });
  // After the list was asked for: no form begins with what that says.
  await elsewhere({ place: 'Luzern', donation_goal: '1000' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: '«Seelauf» bearbeiten' });
  const place = dialog.getByLabel(/^Ort/).first();
  await place.waitFor();
  expect(await place.inputValue()).toBe('Luzern');
  expect(await dialog.getByLabel('Spalten der Liste').inputValue()).toBe(columns);
  expect(await dialog.getByLabel('Ziel pro Person').first().inputValue()).toBe('1’000.00');

  await elsewhere({ purpose: 'Für den Brunnen.', donation_goal: '2000', is_active: false });
  await place.fill('Schwyz');
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'PUT'),
    dialog.getByRole('button', { name: 'Änderungen speichern' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ place: 'Schwyz' });
  await dialog.waitFor({ state: 'detached' });
  const events = await vera.expect<Event[]>(200, 'GET /api/events');
  expect(events.find(({ id }) => id === event.id)).toMatchObject({
    place: 'Schwyz',
    purpose: 'Für den Brunnen.',
    donation_goal: '2000.00',
    is_active: false,
    rr_columns: columns,
  });

  await vera.expect(200, `DELETE /api/events/${event.id}`);
  await edit.click();
  await page.getByRole('dialog').getByText('Dieses Event gibt es nicht oder nicht mehr.').waitFor();
  await page.context().close();
});

test('what could not be done to an event is said, with why', async () => {
  const { event } = await anEvent(app, await app.signedIn('vera'), [], { name: 'Moortrail' });
  const acts = [
    ['add=true', 'Event hinzufügen', 'Es ist ein Fehler beim Erstellen des Events aufgetreten.'],
    [`edit=${event.id}`, 'Änderungen speichern', 'Es ist ein Fehler beim Aktualisieren des Events aufgetreten.'],
    [`remove=${event.id}`, 'Event löschen', 'Es ist ein Fehler beim Löschen des Events aufgetreten.'],
  ] as const;
  for (const [address, act, said] of acts) {
    const page = await openAsStaff(browser, app, `${EVENTS}?${address}`);
    await page.route(/\/api\/events(\/\d+)?$/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: act, exact: true }).click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('Keine Verbindung.').waitFor();
    expect(await alert.getByRole('heading').textContent()).toBe(said);
    await page.context().close();
  }
});

test('where money was promised since the list was opened, deleting asks for the name', async () => {
  const { event, participants } = await aSyncedEvent(app, await app.signedIn('vera'), undefined, {
    name: 'Course d’école',
  });
  const page = await openAsStaff(browser, app, EVENTS, { locale: 'fr-CH' });
  await page.getByRole('rowheader', { name: event.name }).waitFor();
  await aPledge(app, participants[0]!, {}, 'confirm');
  await page.getByRole('link', { name: 'Supprimer Course d’école' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('une promesse confirmée').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Supprimer l’événement' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel(/Tapez le nom/).fill('Course d’école');
  await dialog.getByRole('button', { name: 'Supprimer l’événement' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('rowheader', { name: 'Course d’école' }).waitFor({ state: 'detached' });
  await page.context().close();
});

test('search, state, order and page stand in the address, and back leads to the ones before', async () => {
  const vera = await app.signedIn('vera');
  for (let n = 10; n < 22; n++) await anEvent(app, vera, [], { name: `Lauf ${n}`, is_active: n % 2 === 0 });
  const page = await openAsStaff(browser, app, `${EVENTS}?q=lauf&sort=-name`);
  const names = () => page.getByRole('rowheader').allTextContents();
  await page.getByRole('rowheader', { name: 'Lauf 21' }).waitFor();
  expect((await names()).slice(0, 2)).toEqual(['Lauf 21', 'Lauf 20']);
  await page.setViewportSize({ width: 960, height: 800 });
  await expectNoSideways(page);
  await page.getByRole('link', { name: 'Seite 2' }).click();
  await page.getByRole('rowheader', { name: 'Lauf 10' }).waitFor();
  expect(await names()).toEqual(['Lauf 11', 'Lauf 10']);
  await page.getByRole('link', { name: 'Name' }).click();
  await page.getByRole('rowheader', { name: 'Lauf 12' }).waitFor();
  expect((await names())[0]).toBe('Lauf 10');
  await page.getByLabel('Status').selectOption('inactive');
  await page.getByRole('rowheader', { name: 'Lauf 10' }).waitFor({ state: 'detached' });
  expect(await names()).toEqual(['Lauf 11', 'Lauf 13', 'Lauf 15', 'Lauf 17', 'Lauf 19', 'Lauf 21']);
  await page.goBack();
  await page.getByRole('rowheader', { name: 'Lauf 10' }).waitFor();
  await page.reload();
  await page.getByRole('rowheader', { name: 'Lauf 10' }).waitFor();
  await page.getByLabel('Event suchen').fill('xylophon');
  await page.getByRole('link', { name: 'Alle zeigen' }).click();
  await page.getByRole('rowheader', { name: 'Lauf 10' }).waitFor();
  // Nobody is told that there is nothing.
  await page.goto(`${app.url}${EVENTS}?q=lauf&sort=name&page=9`);
  await page.getByRole('heading', { name: 'Diese Seite der Liste gibt es nicht.' }).waitFor();
  await page.getByRole('link', { name: 'Zur ersten Seite' }).click();
  await page.getByRole('rowheader', { name: 'Lauf 10' }).waitFor();
  await page.context().close();
});

test('who may only read sees all and changes nothing; a failure says so and can be tried again', async () => {
  const page = await openAsStaff(browser, app, EVENTS, { who: 'lea', ...phone });
  await page.getByRole('rowheader').first().waitFor();
  await expectNoSideways(page);
  for (const name of ['Event hinzufügen', /bearbeiten$/, /löschen$/]) {
    expect(await page.getByRole('link', { name }).count()).toBe(0);
  }
  const { event } = await anEvent(app, await app.signedIn('vera'), [], { name: 'Alplauf', place: 'Arosa' });
  await page.goto(`${app.url}${EVENTS}?q=alplauf`);
  await page.getByRole('link', { name: 'Angaben zu Alplauf' }).click();
  const dialog = page.getByRole('dialog', { name: 'Angaben zu Alplauf' });
  await dialog.getByLabel(/^Ort/).first().waitFor();
  expect(await dialog.getByLabel(/^Ort/).first().inputValue()).toBe('Arosa');
  expect(await dialog.getByLabel('Simple-API-Adresse der Zeitmessung').inputValue()).toBe(event.rr_simple_ip);
  expect(await dialog.locator('input, select, textarea').and(page.locator(':enabled')).count()).toBe(0);
  expect(await dialog.locator('[type=submit]').count()).toBe(0);
  await expectNoSideways(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Schliessen' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  for (const asked of ['add=true', `remove=${event.id}`]) {
    await page.goto(`${app.url}${EVENTS}?${asked}`);
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }

  await page.route('**/api/events', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Fehler beim Laden der Events' }).waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/events');
  const release = await hold(page, '**/api/events');
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  release();
  await page.getByRole('rowheader').first().waitFor();
  await page.context().close();
});
