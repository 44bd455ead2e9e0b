import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Operation } from '#contract/health.ts';
import { paths } from '#contract/paths.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, aNewKey, anOpenGift, aPerson, aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';
import { phone, said } from '#test/visit.ts';

const SETTINGS = paths.adminTab('settings');

let app: App;
let browser: Browser;
let vera: TestClient;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ env: { SYNC_INTERVAL_MINUTES: '60' } }), openBrowser()]);
  vera = await app.signedIn('vera');
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const startList = Array.from({ length: 12 }, (_, n) => aPerson({ Lastname: `Nachname${n}`, Bib: 500 + n }));

test('a run that was held is read, and applied all the same', async () => {
  let made = await aSyncedEvent(app, vera, startList, { name: 'Kids' });
  made.source.people = [{ ...startList[0], Lastname: 'Muster', Club: 'LC Zürich' }, ...startList.slice(1, 3)];
  made = await aNewKey(app, vera, made);
  await vera.expect(409, `POST /api/events/${made.event.id}/sync-participants`);

  const page = await openAsStaff(browser, app, SETTINGS);
  const complaints = watch(page, app.url);
  const timing = section(page, 'Zeitmessung');
  await timing.getByText('Automatik aktiv').waitFor();
  await timing.getByRole('heading', { name: 'Angehalten: Kids' }).waitFor();
  await timing.getByRole('row').filter({ hasText: 'Angehalten' }).getByText('Zu viele Personen fehlen darin').waitFor();
  await timing
    .getByRole('link', { name: /^Änderungen ansehen: Kids/ })
    .first()
    .click();
  await page.waitForURL((url) => url.searchParams.has('run'));
  await expectAccessible(page);
  await timing.getByRole('button', { name: 'Trotzdem übernehmen: Kids' }).last().click();
  await said(page, 'Liste aktualisiert: 3 Personen').waitFor();
  await timing.getByRole('heading', { name: 'Angehalten: Kids' }).first().waitFor();
  expect(await timing.getByRole('button', { name: /^Trotzdem/ }).count()).toBe(0);

  await timing.getByRole('link', { name: 'Alle Synchronisierungen' }).click();
  await timing.getByText('1–3 von 3 Einträgen').waitFor();
  await timing.getByRole('row').filter({ hasText: 'Übernommen' }).first().getByRole('link').click();
  const changes = timing.getByRole('listitem');
  await changes.filter({ hasText: 'Anna Muster' }).last().getByText('hiess Anna Nachname0').waitFor();
  await changes.filter({ hasText: 'Anna Muster' }).last().getByText('Verein: TV Thun → LC Zürich').waitFor();
  await timing.getByLabel('Änderung').selectOption('Zurückgezogen');
  await changes.filter({ hasText: 'Anna Muster' }).nth(1).waitFor({ state: 'detached' });
  await timing.getByText('1–9 von 9 Einträgen').waitFor();
  await expectAccessible(page);
  await timing.getByLabel('Änderung').selectOption('Neu');
  await timing.getByRole('heading', { name: 'Keine solche Änderung' }).waitFor();
  await timing.getByRole('link', { name: 'Alle zeigen' }).click();
  await changes.filter({ hasText: 'hiess Anna Nachname0' }).nth(1).waitFor();
  await page.goto(`${page.url()}&page=9`);
  await timing.getByRole('heading', { name: 'Diese Seite der Liste gibt es nicht.' }).waitFor();
  await timing.getByRole('link', { name: 'Zur ersten Seite' }).click();
  await changes.filter({ hasText: 'hiess Anna Nachname0' }).nth(1).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('all events are synchronised at one press, and what came of it appears by itself', async () => {
  const { event } = await aSyncedEvent(app, vera, undefined, { name: 'Birs-Lauf' });
  const page = await openAsStaff(browser, app, `${SETTINGS}?event=${event.id}`);
  await page.getByText('1 von 1 Eintrag').waitFor();
  await page.getByRole('button', { name: 'Alle Events synchronisieren' }).click();
  await said(page, 'Synchronisierung aller Events').getByText('hat begonnen').waitFor();
  await page.getByText('1–2 von 2 Einträgen').waitFor();
  await page.route('**/api/sync/manual', (route) => route.abort());
  await page.getByRole('button', { name: 'Alle Events synchronisieren' }).click();
  await said(page, 'Synchronisierung fehlgeschlagen').getByText('hat nicht begonnen').waitFor();
  const { total } = await vera.expect<{ total: number }>(200, `GET /api/sync/runs?event_id=${event.id}`);
  expect(total).toBe(2);
  await page.context().close();
});

test('the last good run is still known when more failed since than are shown', async () => {
  const { event } = await aSyncedEvent(app, vera, undefined, { name: 'Reuss-Lauf' });
  const failed = {
    event_id: event.id,
    outcome: 'failed' as const,
    reason: 'not_found',
    counts: '{}',
    finished_at: new Date(),
  };
  await app.product.ctx.db
    .insertInto('sync_runs')
    .values(Array.from({ length: 50 }, () => failed))
    .execute();
  const page = await openAsStaff(browser, app, SETTINGS);
  const timing = section(page, 'Zeitmessung');
  await timing.getByRole('row').filter({ hasText: 'Reuss-Lauf' }).first().waitFor();
  const good = timing.getByText('Letzter guter Lauf').locator('xpath=following-sibling::dd[1]');
  await good.locator('.bone').waitFor({ state: 'detached' });
  expect(await good.innerText()).toMatch(/^\d\d:\d\d$/);
  await page.context().close();
});

test('services and configuration say how they are', async () => {
  const { event, list } = await aSyncedEvent(app, vera, undefined, { name: 'Cher-Lauf' });
  const page = await openAsStaff(browser, app, SETTINGS);
  const services = section(page, 'Dienste');
  await services.getByRole('listitem').filter({ hasText: 'Cher-Lauf' }).last().getByText('In Ordnung').waitFor();
  app.timing.fault(list, { kind: 'html', times: 1 });
  await vera.expect(502, `POST /api/events/${event.id}/sync-participants`);
  await services.getByRole('button', { name: 'Nochmals prüfen' }).click();
  await services
    .getByRole('listitem')
    .filter({ hasText: 'Cher-Lauf' })
    .last()
    .getByText('Fehler', { exact: true })
    .waitFor();
  await section(page, 'Konfiguration').getByRole('listitem').filter({ hasText: 'PUBLIC_URL' }).waitFor();
  await services.getByRole('link', { name: 'Cher-Lauf' }).click();
  await page.getByRole('dialog', { name: '«Cher-Lauf» bearbeiten' }).waitFor();
  await page.context().close();
});

test('what waits is counted, and a reason why mails do not leave leads to those mails', async () => {
  const { participants } = await aSyncedEvent(app, vera, undefined, { name: 'Emme-Lauf' });
  app.mailbox.faults.add({ at: 'rcpt', does: 550, text: 'nobody of that name', to: 'niemand' });
  app.mailbox.faults.add({ at: 'rcpt', does: 451, text: 'come back later', to: 'spaeter' });
  for (const donor_email of ['niemand1@example.test', 'niemand2@example.test', 'spaeter@example.test']) {
    const body = pledgeBody(participants[0] as Participant, { donor_email });
    await app.client().expect(201, 'POST /api/donations', { body });
  }
  const faults = async () => (await vera.expect<Operation>(200, 'GET /api/operation')).mail_faults;
  await vi.waitFor(async () => expect(await faults()).toMatchObject([{ failed: 2 }, { queued: 1 }]), 5000);

  const page = await openAsStaff(browser, app, SETTINGS);
  const queues = section(page, 'Warteschlangen');
  const mails = queues.getByRole('row').filter({ hasText: 'E-Mail-Versand' });
  await mails.waitFor();
  expect(await mails.getByRole('cell').allInnerTexts()).toEqual(['0', '–', '1', '2']);
  await queues.getByText('Diese Instanz läuft mit Version 0.1.0.').waitFor();
  const reasons = queues.getByRole('listitem');
  await reasons.filter({ hasText: 'come back later' }).getByText('1 E-Mail wird nochmals versucht').waitFor();
  await reasons
    .filter({ hasText: 'nobody of that name' })
    .getByRole('link', { name: '2 fehlgeschlagene E-Mails' })
    .click();
  await page.waitForURL('**/admin/emails?status=failed');
  await page.getByRole('row').filter({ hasText: 'niemand2@example.test' }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'spaeter@' }).count()).toBe(0);
  app.mailbox.faults.clear();
  await page.context().close();
});

test('a person is found, exported and erased, and then found nowhere', async () => {
  const { participants } = await aSyncedEvent(app, vera, undefined, { name: 'Doubs-Lauf' });
  await aPledge(app, participants[0] as Participant, { donor_name: 'Ginevra Tschümperlin' });
  const page = await openAsStaff(browser, app, `${SETTINGS}#persons`, { acceptDownloads: true });
  const persons = section(page, 'Personen');
  const find = async (words: string) => {
    await persons.getByRole('searchbox', { name: 'Name oder E-Mail' }).fill(words);
    await persons.getByRole('button', { name: 'Suchen' }).click();
  };
  await find('tschumperlin');
  const row = persons.getByRole('row').filter({ hasText: 'Ginevra Tschümperlin' });
  await row.getByText('Spendet').waitFor();
  // Whom somebody searches for is nobody else's affair.
  expect(page.url()).not.toContain('perlin');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Exportieren, was über Ginevra Tschümperlin gespeichert ist' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^donor-\d+\.json$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('Ginevra Tschümperlin');

  await row.getByRole('button', { name: 'Ginevra Tschümperlin löschen' }).click();
  const dialog = page.getByRole('dialog', { name: '«Ginevra Tschümperlin» löschen' });
  await dialog.getByText('Beträge, Daten und Summen bleiben.').waitFor();
  await dialog.getByRole('button', { name: 'Person löschen' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'Tippen Sie zur Bestätigung' }).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel(/^Tippen Sie/).fill('Ginevra Tschümperlin');
  await dialog.getByRole('button', { name: 'Person löschen' }).click();
  await persons.getByText(/sind gelöscht, auch in 1 Versprechen und 1 E-Mail/).waitFor();
  await persons.getByRole('heading', { name: 'Niemand gefunden' }).waitFor();
  const searches = async () => (await vera.expect<object[]>(200, 'GET /api/activities?action=persons.searched')).length;
  expect(await searches()).toBe(2);
  await page.context().close();
});

test('who gave without a name goes by the e-mail, which erasing asks for', async () => {
  const { participants } = await aGiftEvent(app, vera, undefined, { name: 'Engadin-Lauf' });
  await anOpenGift(app, participants[0] as Participant, { donor_name: '', donor_email: 'stumm@example.test' });
  const page = await openAsStaff(browser, app, SETTINGS);
  const persons = section(page, 'Personen');
  await persons.getByRole('searchbox', { name: 'Name oder E-Mail' }).fill('stumm');
  await persons.getByRole('button', { name: 'Suchen' }).click();
  const row = persons.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'stumm@example.test' }) });
  await row.waitFor();
  // No pledge, one gift.
  expect((await row.getByRole('cell').allInnerTexts()).slice(3, 5)).toEqual(['0', '1']);
  await page.setViewportSize({ width: 960, height: 800 });
  await expectNoSideways(page);
  await row.getByRole('button', { name: 'stumm@example.test löschen' }).click();
  const dialog = page.getByRole('dialog', { name: '«stumm@example.test» löschen' });
  await dialog.getByRole('button', { name: 'Person löschen' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'Tippen Sie zur Bestätigung' }).waitFor();
  await dialog.getByLabel(/^Tippen Sie/).fill('stumm@example.test');
  await dialog.getByRole('button', { name: 'Person löschen' }).click();
  await persons.getByRole('heading', { name: 'Niemand gefunden' }).waitFor();
  await page.context().close();
});

test('who may only read sees all and changes nothing; a failure says so', async () => {
  await aPledge(app, (await aSyncedEvent(app, vera)).participants[0] as Participant, { donor_name: 'Hans Holz' });
  const page = await openAsStaff(browser, app, SETTINGS, { who: 'lea', ...phone });
  await page.getByRole('rowheader').first().waitFor();
  await page.getByRole('searchbox', { name: 'Name oder E-Mail' }).fill('Holz');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Hans Holz gespeichert/ }).waitFor();
  await expectNoSideways(page);
  expect(await page.getByRole('button', { name: /löschen|synchronisieren|übernehmen/ }).count()).toBe(0);

  await page.route('**/api/services', (route) => route.abort());
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Fehler beim Prüfen der Dienste' });
  await alert.waitFor();
  await page.unroute('**/api/services');
  await alert.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await section(page, 'Dienste').getByText('Der Anmeldedienst antwortet.').waitFor();
  await page.context().close();
});
