import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { timingKey } from '#sandbox/timing.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson } from '#test/factories.ts';
import { keyboard, mouse, type Hands } from '#test/hands.ts';
import { expectAccessible } from '#test/page-checks.ts';
import { desktop, hydrated, phone, said } from '#test/visit.ts';

let app: App;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const addressOf = (name: string) => `elsbeth.${name.toLowerCase()}@example.test`;

/** A list at timing that nobody has used yet. */
function aFeed(name: string): string {
  const people = [
    aPerson({ Firstname: 'Jonas', Lastname: 'Müller', Bib: 288 }),
    ...Array.from({ length: 11 }, () => aPerson()),
  ];
  const list = {
    eventNumber: 400_000 + name.length,
    key: timingKey(name),
    shape: 'objects' as const,
    rows: () => people,
  };
  app.timing.add(list);
  return app.timing.addressOf(list);
}

/** Somebody else, on a phone at the track, promises and confirms. */
async function promise(name: string): Promise<void> {
  const donor = app.client('de');
  const events = await donor.expect<Event[]>(200, 'GET /api/events');
  const { id = 0 } = events.find((event) => event.name === name) ?? {};
  const people = await donor.expect<Participant[]>(200, `GET /api/events/${id}/participants`);
  const jonas = people.find(({ bib }) => bib === '288') as Participant;
  const page = await browser.newPage({ locale: 'de-CH', ...phone });
  await page.goto(`${app.url}/give/${jonas.id}`);
  await hydrated(page);
  await page.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await page.getByLabel('E-Mail', { exact: true }).fill(addressOf(name));
  await page.getByRole('button', { name: /versprechen$/ }).click();
  await page.waitForURL(/\/donation\/sent\//);
  const mail = await app.mailbox.waitFor(
    ({ subject, to }) => to.includes(addressOf(name)) && subject.includes('bestätigen'),
  );
  await page.goto(/http\S+\/donation\/confirm\/\S+/.exec(mail.text)?.[0] ?? '');
  await page.getByText('Ihr Versprechen ist bestätigt.').first().waitFor();
  await page.close();
}

const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Verwaltung' }).getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function aDay(page: Page, { press, type, choose }: Hands, name: string): Promise<string> {
  await page.goto(app.url);
  await hydrated(page);
  await press(page.getByRole('link', { name: 'Anmelden' }));
  await press(page.getByRole('dialog').getByRole('link', { name: /Weiter/ }));
  await page.waitForURL(/authenticate/);
  await type(page.locator('#username'), 'vera');
  await type(page.locator('#password'), 'vera-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${app.url}/admin`);
  await page.getByRole('heading', { level: 1, name: /Vera Verwalter$/ }).waitFor();
  await page.getByRole('heading', { name: 'Letzte Aktivitäten' }).waitFor();

  await press(tab(page, /^Events/));
  await press(page.getByRole('link', { name: 'Event hinzufügen' }));
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Name', { exact: true }).first(), name);
  await type(dialog.getByLabel('Simple-API-Adresse der Zeitmessung'), aFeed(name));
  await press(dialog.getByLabel('Versprechen anbieten'));
  await press(dialog.getByRole('button', { name: 'Event hinzufügen' }));
  await said(page, `${name} ist hinzugefügt.`).waitFor();
  await press(page.getByRole('link', { name: `Teilnehmende ansehen: ${name}` }));

  await press(button(page, 'Jetzt synchronisieren'));
  await said(page, '12 neu').waitFor();
  await page.getByRole('rowheader', { name: 'Jonas Müller' }).waitFor();
  await expectAccessible(page);
  await promise(name);

  await press(tab(page, 'Spenden pro Einheit'));
  await choose(page.getByLabel('Event'), name);
  await press(page.getByRole('link', { name: 'Jonas Müller' }));
  await page.getByRole('rowheader', { name: 'Elsbeth Huber' }).waitFor();
  await page.getByRole('table').getByText('Bestätigt', { exact: true }).waitFor();
  await page.goBack();
  const saved: Promise<Download> = page.waitForEvent('download');
  await press(page.getByRole('link', { name: 'Bestätigte exportieren (1): CSV' }));
  expect((await saved).suggestedFilename()).toContain('confirmed');

  await press(tab(page, /^E-Mail-Logs/));
  await page
    .getByRole('row')
    .filter({ hasText: addressOf(name) })
    .nth(1)
    .waitFor();
  await press(tab(page, 'Dashboard'));
  await page
    .getByRole('cell', { name: /^Ein Versprechen exportiert/ })
    .first()
    .waitFor();
  await page
    .getByRole('cell', { name: /^Synchronisiert: 12 neu/ })
    .first()
    .waitFor();

  await press(tab(page, /^Events/));
  await press(page.getByRole('link', { name: `${name} bearbeiten` }));
  await type(dialog.getByLabel(/^Ort/).first(), 'Thun');
  await press(dialog.getByRole('button', { name: 'Änderungen speichern' }));
  await said(page, `${name} ist gespeichert.`).waitFor();
  await press(page.getByRole('link', { name: `${name} löschen` }));
  await type(dialog.getByLabel(/Tippen Sie/), name);
  await press(dialog.getByRole('button', { name: 'Event löschen' }));
  await said(page, `${name} ist gelöscht.`).waitFor();

  await press(tab(page, 'Dashboard'));
  await press(page.getByRole('link', { name: 'Abmelden' }).last());
  await page.waitForURL(`${app.url}/`);
  await page.getByRole('link', { name: 'Anmelden' }).waitFor();
  await page.goto(`${app.url}/admin`);
  return page.url();
}

test('the day of an event', async () => {
  const page = await browser.newPage({ locale: 'de-CH', reducedMotion: 'reduce', ...desktop });
  expect(await aDay(page, mouse, 'Morgenlauf')).toBe(`${app.url}/`);
  await page.close();
});

test('the day of an event, by the keyboard alone', async () => {
  const page = await browser.newPage({ locale: 'de-CH', reducedMotion: 'reduce', ...desktop });
  expect(await aDay(page, keyboard(page), 'Abendlauf')).toBe(`${app.url}/`);
  await page.close();
});
