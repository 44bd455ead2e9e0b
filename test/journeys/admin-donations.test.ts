import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { figures, parseMoney, sumMoney } from '#domain/money.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';
import { focused, phone, said } from '#test/visit.ts';

const DONATIONS = paths.adminTab('donations');
const PLEDGES = paths.adminTab('pledges');

let app: App;
let browser: Browser;
let event: Event;
let anna: Participant;
let beat: Participant;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const people = [
    aPerson({ Bib: 7, Firstname: 'Anna', Lastname: 'Öztürk', Club: 'LC Thun' }),
    aPerson({ Bib: 8, Firstname: 'Beat', Lastname: 'Zaugg' }),
  ];
  const made = await aSyncedEvent(app, await app.signedIn('vera'), people, {
    name: 'Schülerlauf',
    names_shown: 'none',
    donation_per_unit_goal: '40',
  });
  ({ event } = made);
  [anna, beat] = made.participants as [Participant, Participant];
  await aPledge(
    app,
    anna,
    {
      donor_name: 'Marie Müller',
      donor_email: 'marie@example.test',
      donor_street: 'Seeweg 1',
      donor_city: '3600 Thun',
      donor_country: 'Schweiz',
      amount_per_unit: '10',
      max_amount: '80',
      anonymous: true,
      message: 'Hopp!',
    },
    'confirm',
  );
  await aPledge(app, anna, { donor_name: 'Urs Huber', amount_per_unit: '5.50' }, 'confirm');
  await aPledge(app, anna, { donor_name: 'Nur Offen', donor_email: 'offen@example.test', amount_per_unit: '0.05' });
  await aPledge(app, anna, { donor_name: 'Weg Wieder', amount_per_unit: '900' }, 'confirm', 'cancel');
  await aPledge(app, beat, { donor_name: 'Noch Jemand', amount_per_unit: '7' }, 'confirm');
}, 60_000);
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const row = (page: Page, of: string) => page.getByRole('row').filter({ hasText: of });
const figure = (page: Page, name: string, amount: string) => page.getByRole('link', { name: `${name} CHF ${amount}` });

async function saved(page: Page, link: string) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link }).click()]);
  const text = await readFile(await download.path(), 'utf8');
  const records = parse(text, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
  return { name: download.suggestedFilename(), records };
}

test('the sums agree between strip, table, donors and the file that is saved', async () => {
  const page = await openAsStaff(browser, app, DONATIONS);
  const complaints = watch(page, app.url);
  await page.getByRole('heading', { name: 'Wählen Sie ein Event.' }).waitFor();
  await page.getByLabel('Event').selectOption('Schülerlauf');
  await figure(page, 'Versprechen pro Runde (4)', '22.55').waitFor();
  await figure(page, 'davon bestätigt (3)', '22.50').waitFor();
  await page.getByRole('link', { name: 'Spenderinnen und Spender 4' }).waitFor();
  expect(await row(page, 'Anna Öztürk').getByRole('cell').allTextContents()).toEqual([
    'Startnummer 7',
    '3',
    '1',
    'CHF\u00A015.50',
    '38%von CHF\u00A040.00',
  ]);
  await page.getByRole('progressbar', { name: 'Ziel von Anna Öztürk' }).waitFor();

  const { name, records } = await saved(page, 'Bestätigte exportieren (3): CSV');
  expect(name).toMatch(/^schuelerlauf-confirmed-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(records).toHaveLength(3);
  expect(figures(sumMoney(records.map((record) => parseMoney(record['CHF pro Runde'] ?? '')!)))).toBe('22.50');

  await page.getByLabel('Person suchen').fill('ozturk');
  await row(page, 'Beat Zaugg').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Anna Öztürk' }).click();
  await page.getByRole('heading', { name: 'Anna Öztürk' }).waitFor();
  await page.getByText('LC Thun · Schülerlauf').waitFor();
  await expect.poll(() => focused(page)).toBe('Spenderinnen und Spender');
  await figure(page, 'davon bestätigt (2)', '15.50').waitFor();
  expect(new URL(page.url()).search).toBe(`?event=${event.id}&participant=${anna.id}`);
  const marie = row(page, 'Marie Müller');
  for (const words of [
    'Seeweg 1\n3600 Thun\nSchweiz',
    'höchstens CHF\u00A080.00',
    '«Hopp!»',
    'Meinen Namen nicht weitergeben',
  ]) {
    expect(await marie.innerText()).toContain(words);
  }
  expect(await marie.getByRole('link', { name: 'marie@example.test' }).getAttribute('href')).toBe(
    'mailto:marie@example.test',
  );
  expect(await page.getByRole('rowheader').count()).toBe(4);
  expect(await row(page, 'Urs Huber').getByRole('cell', { name: '-', exact: true }).count()).toBe(1);

  await figure(page, 'davon ausstehend (1)', '0.05').click();
  await row(page, 'Urs Huber').waitFor({ state: 'detached' });
  await page.reload();
  expect(await page.getByLabel('Status').inputValue()).toBe('pending');
  await row(page, 'Nur Offen').getByText('Ausstehend').waitFor();
  await page.getByRole('link', { name: 'Alle Teilnehmenden' }).click();
  await row(page, 'Beat Zaugg').waitFor();
  await expect.poll(() => focused(page)).toBe('Teilnehmende');

  await page.getByRole('link', { name: 'Spenderinnen und Spender 4' }).click();
  await page.getByRole('heading', { name: 'Alle Versprechen' }).waitFor();
  await page.getByRole('link', { name: 'Pro Runde', exact: true }).click();
  await page.waitForURL(/sort=amount_per_unit/);
  await page.getByRole('link', { name: 'Pro Runde', exact: true }).click();
  await page.waitForURL(/sort=-amount_per_unit/);
  await page.getByLabel('Spenderin oder Spender suchen').fill('zaugg');
  await row(page, 'Marie Müller').waitFor({ state: 'detached' });
  expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Noch Jemand']);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a pledge is asked for again, and cancelled with a reason; who was erased has no name', async () => {
  const erased = await aPledge(app, beat, { donor_name: 'Vreni Vergessen', amount_per_unit: '1' }, 'confirm');
  const vera = await app.signedIn('vera');
  const found = await vera.expect<{ items: { id: number }[] }>(200, `GET /api/persons?q=${erased.body.donor_email}`);
  await vera.expect(200, `DELETE /api/persons/donor/${found.items[0]?.id}`);

  const page = await openAsStaff(browser, app, `${PLEDGES}?event=${event.id}&participant=${anna.id}`);
  await page.getByRole('button', { name: 'Bestätigungsmail an Nur Offen nochmals senden' }).click();
  await said(page, 'offen@example.test ist nochmals unterwegs').waitFor();
  const sent = async () => (await app.mailbox.messages()).filter(({ to }) => JSON.stringify(to).includes('offen@'));
  await expect.poll(async () => (await sent()).length).toBe(2);

  await page.getByRole('link', { name: 'Versprechen von Urs Huber stornieren' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versprechen von Urs Huber stornieren' });
  await dialog.getByText('CHF 5.50 pro Runde für Anna Öztürk').waitFor();
  await dialog.getByRole('button', { name: 'Versprechen stornieren' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Grund').fill('doppelt erfasst');
  await dialog.getByRole('button', { name: 'Versprechen stornieren' }).click();
  await dialog.waitFor({ state: 'detached' });
  await said(page, 'Das Versprechen von Urs Huber ist storniert.').waitFor();
  await figure(page, 'davon bestätigt (1)', '10.00').waitFor();
  await expect.poll(() => focused(page)).toBe('Spenderinnen und Spender');
  const urs = await row(page, 'Urs Huber').innerText();
  expect(urs).toMatch(/Storniert\n\d\d\.\d\d\.\d{4}, \d\d:\d\d, durch Vera Verwalter\n«doppelt erfasst»/);
  expect(await page.getByRole('link', { name: 'Versprechen von Urs Huber stornieren' }).count()).toBe(0);
  expect(await row(page, 'Weg Wieder').innerText()).not.toContain('durch');

  await page.goto(`${app.url}${DONATIONS}?event=${event.id}&participant=${beat.id}`);
  await row(page, 'Gelöschte Person').getByText('CHF 1.00').waitFor();
  expect(await row(page, 'Gelöschte Person').getByRole('link').count()).toBe(0);
  await page.context().close();
});

test('who may only read sees all and changes nothing, in French on a phone', async () => {
  const page = await openAsStaff(browser, app, `${PLEDGES}?event=${event.id}&donors=true`, {
    who: 'lea',
    locale: 'fr-CH',
    ...phone,
  });
  await page.getByRole('heading', { name: 'Toutes les promesses' }).waitFor();
  await row(page, 'Nur Offen').getByText('En attente').waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  expect(await page.getByRole('link', { name: /^Annuler/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Renvoyer/ }).count()).toBe(0);
  await page.goto(`${app.url}${PLEDGES}?event=${event.id}&donors=true&cancel=1`);
  await row(page, 'Nur Offen').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('Statut').selectOption('Annulée');
  await row(page, 'Nur Offen').waitFor({ state: 'detached' });
  await page.getByLabel('Rechercher une donatrice ou un donateur').fill('xylophone');
  await page.getByRole('heading', { name: 'Aucune promesse trouvée' }).waitFor();
  await page.getByRole('link', { name: 'Tout afficher' }).click();
  await row(page, 'Nur Offen').waitFor();
  await page.context().close();
});

test('what cannot be loaded or saved says so; a list too long for a worksheet comes as csv only', async () => {
  const page = await openAsStaff(browser, app, `${PLEDGES}?event=${event.id}`);
  await row(page, 'Anna Öztürk').waitFor();
  await page.route('**/export/**', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Wir können gerade nicht antworten.' } }),
  );
  await page.getByRole('link', { name: /^Ausstehende exportieren \(1\): XLSX$/ }).click();
  await said(page, 'Der Export hat nicht geklapptWir können gerade nicht antworten.').waitFor();

  const sums = '**/api/donations/participants/*';
  await page.route(`${sums}?*`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { totals: object };
    await route.fulfill({ json: { ...answer, totals: { ...answer.totals, confirmed: 50_001 } } });
  });
  await page.reload();
  await page.getByText('Mehr als 50’000 Zeilen: nur als CSV.').waitFor();
  expect(await page.getByRole('link', { name: /^Bestätigte exportieren/ }).allTextContents()).toEqual([' CSV']);
  await page.unrouteAll();

  await page.route('**/donations?*', (route) => route.abort());
  await page.getByRole('link', { name: 'Anna Öztürk' }).click();
  await page.getByRole('alert').filter({ hasText: 'Fehler beim Laden der Spenderdetails' }).waitFor();
  await page.route(`${sums}?*`, (route) => route.abort());
  await page.getByRole('link', { name: 'Alle Teilnehmenden' }).click();
  await page.getByRole('alert').filter({ hasText: 'Fehler beim Laden der Spenden' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await row(page, 'Anna Öztürk').waitFor();

  const { event: quiet } = await aSyncedEvent(app, await app.signedIn('vera'), undefined, { name: 'Stiller Lauf' });
  await page.goto(`${app.url}${PLEDGES}?event=${quiet.id}`);
  await page.getByRole('heading', { name: 'Noch keine Versprechen.' }).waitFor();
  expect(await page.getByRole('link', { name: /exportieren/ }).count()).toBe(0);
  await page.context().close();
});
