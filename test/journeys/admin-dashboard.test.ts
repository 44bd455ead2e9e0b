import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';
import { phone } from '#test/visit.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

test('before anything is there, it says so', async () => {
  const page = await openAsStaff(browser, app, paths.admin, { who: 'lea', ...phone });
  await page.getByText('In 30 Tagen wurde nichts versprochen.').waitFor();
  await page.getByText('Keine Aktivitäten gefunden.').waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.context().close();
});

test('each figure says what is there and leads to its rows; each chart can be heard', async () => {
  const vera = await app.signedIn('vera');
  const startList = [aPerson({ Firstname: 'Jonas', Lastname: 'Müller' }), aPerson({ Firstname: 'Livia' })];
  const { event, list, participants } = await aSyncedEvent(app, vera, startList, { name: 'Schülerlauf' });
  app.timing.fault(list, { kind: 'rows', rows: () => [] });
  await vera.expect(409, `POST /api/events/${event.id}/sync-participants`);
  await aSyncedEvent(app, vera, undefined, { name: 'Waldlauf', is_active: false });
  await vera.expect(201, `POST /api/events/${event.id}/participants`, {
    body: { name: 'Noch Offen', email: 'offen@example.test', status: 'pending' },
  });
  const jonas = participants.find(({ name }) => name === 'Jonas Müller') as Participant;
  const { id } = await aPledge(app, jonas, { amount_per_unit: '2.50' }, 'confirm');
  await aPledge(app, participants.find((one) => one !== jonas) as Participant, { amount_per_unit: '4' });

  const page = await openAsStaff(browser, app, paths.admin);
  const complaints = watch(page, app.url);
  await page.getByRole('link', { name: 'Aktive Events 1 von 2' }).waitFor();
  await page.getByRole('link', { name: 'Anmeldungen 4 Eine Person wartet auf Freigabe' }).waitFor();
  await page.getByRole('link', { name: 'Versprochen pro Einheit CHF 2.50 1 bestätigt, 1 ausstehend' }).waitFor();
  await page.getByText('2 Versprechen in 30 Tagen, bestätigt CHF\u00A02.50 pro Einheit.').waitFor();
  const today = page.getByRole('table', { name: 'Versprechen der letzten 30 Tage' }).getByRole('row').last();
  expect(await today.getByRole('cell').allTextContents()).toEqual(['2', '1', 'CHF\u00A02.50']);
  await page.getByRole('progressbar', { name: 'Bestätigt' }).waitFor();
  expect(await page.getByRole('progressbar', { name: 'Bestätigt' }).getAttribute('aria-valuetext')).toBe('1, 50%');
  await page.getByText('2 erfolgreich, 1 angehalten, 0 fehlgeschlagen.').waitFor();
  // Seen as well, however low its part of the column is.
  await page.locator('.sign-held').waitFor();
  await page.getByRole('link', { name: /^Aktive Events/ }).click();
  await page.getByRole('rowheader', { name: 'Schülerlauf' }).waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(1);

  await vera.expect(200, `PUT /api/donations/${id}`, { body: { status: 'cancelled', reason: 'doppelt erfasst' } });
  await page.goBack();
  const line = page.getByRole('row', { name: /Schülerlauf Vera Verwalter Versprechen storniert/ });
  await line.getByRole('link', { name: 'Jonas Müller' }).click();
  await page.getByText('doppelt erfasst').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('the log reads back to its beginning, by event and by action', async () => {
  const vera = await app.signedIn('vera');
  const { event } = await aSyncedEvent(app, vera, undefined, { name: 'Hügellauf' });
  for (let n = 0; n < 100; n++) {
    await vera.expect(200, `PUT /api/events/${event.id}`, { body: { place: `Ort ${n}` } });
  }
  const late = await aSyncedEvent(app, vera, undefined, { name: 'Spätlauf' });
  await vera.expect(200, `PUT /api/events/${late.event.id}`, { body: { place: 'Thun' } });
  const page = await openAsStaff(browser, app, paths.admin, { locale: 'fr-CH' });
  await page.getByRole('link', { name: 'Toutes les activités' }).click();
  await page.getByLabel('Événement').selectOption('Hügellauf');
  await page.getByLabel('Action').selectOption('event.changed');
  await page.getByRole('cell', { name: 'Événement modifié: Lieu' }).nth(49).waitFor();
  await page.getByRole('link', { name: 'Plus anciennes' }).click();
  await page.getByRole('link', { name: 'Plus récentes' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Plus anciennes' }).count()).toBe(0);
  expect(await page.getByRole('cell', { name: 'Événement modifié: Lieu' }).count()).toBe(50);
  // Another choice begins at its newest, however far back one was.
  await page.getByLabel('Événement').selectOption('Spätlauf');
  await page.getByRole('row', { name: /Spätlauf Vera Verwalter Événement modifié: Lieu/ }).waitFor();
  await page.getByLabel('Action').selectOption('person.erased');
  await page.getByRole('heading', { name: 'Aucune activité trouvée.' }).waitFor();
  await page.getByRole('link', { name: 'Tout afficher' }).click();
  await page.getByLabel('Action').selectOption('event.opened');
  await page.getByRole('cell', { name: 'Événement créé' }).first().waitFor();
  await expectAccessible(page);

  // It has no list any more, and no money to look at.
  await vera.expect(200, `DELETE /api/events/${late.event.id}`);
  await page.reload();
  const gone = page.getByRole('row', { name: /Spätlauf \(supprimé\) Vera Verwalter Événement créé/ });
  await gone.waitFor();
  expect(await gone.getByRole('link').count()).toBe(0);

  await page.route('**/api/activities?*', (route) => route.abort());
  await page.reload();
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Une erreur est survenue lors du chargement des activités.' });
  await alert.waitFor();
  await page.unroute('**/api/activities?*');
  await alert.getByRole('button').click();
  await page.getByRole('cell', { name: 'Événement créé' }).first().waitFor();

  // The session ends elsewhere: the next screen says it, and the way back leads here.
  await page.context().clearCookies();
  await page
    .getByRole('navigation', { name: 'Espace d’administration' })
    .getByRole('link', { name: 'Tableau de bord' })
    .click();
  const over = page.getByRole('alert').filter({ hasText: 'Votre session est terminée' }).first();
  expect(await over.getByRole('link').getAttribute('href')).toContain('return_to=%2Fadmin');
  await page.context().close();
});
