import { sql } from 'kysely';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { desktop, focused, hold, hydrated, phone, said } from '#test/visit.ts';

const MESSAGE = 'Ich laufe für meine Nichte Lia. Jede Runde bringt ein Kind sicherer zur Schule.';

let app: App;
let browser: Browser;
/** Takes pledges only. */
let pledges: string;
/** Takes gifts as well. */
let both: string;
let jonas: Participant;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const vera = await app.signedIn('vera');
  const list = () => [
    aPerson({ Firstname: 'Jonas', Lastname: 'Müller', Bib: 288, YearOfBirth: 1987 }),
    aPerson({ Firstname: 'Mia', Lastname: 'Ohne', Club: '' }),
    aPerson({ Firstname: 'Eva', Lastname: 'Lang', 'AGEGROUP.NAMESHORT': 'Mixed Staffel Erwachsene und Kinder' }),
  ];
  const fields = { donation_per_unit_goal: '10', expected_units: 25, organiser_name: 'Verein «Bildung bewegt»' };
  const one = await aSyncedEvent(app, vera, list(), { name: 'Rundenlauf', ...fields });
  const two = await aSyncedEvent(app, vera, list(), { name: 'Doppellauf', donation_link: 'true', ...fields });
  pledges = `${app.url}/participants/${one.event.slug}`;
  both = `${app.url}/participants/${two.event.slug}`;
  const found = one.participants.find(({ last_name }) => last_name === 'Müller');
  if (!found) throw new Error('nobody is called Müller');
  jonas = found;
  await aPledge(app, jonas, { amount_per_unit: '15.00' }, 'confirm');
  await sql`update participants set motivational_message = ${MESSAGE} where id = ${jonas.id}`.execute(
    app.product.ctx.db,
  );
});
afterAll(async () => {
  await browser.close();
  await app.stop();
});

async function open(address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'de-CH', ...desktop, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const complaints = watch(page, app.url);
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await hydrated(page);
  const close = async () => {
    expect(complaints).toEqual([]);
    await context.close();
  };
  return { page, dialog: page.getByRole('dialog'), close };
}

test.each([
  [
    'a double click on the row',
    {},
    async (page: Page) => page.getByRole('cell', { name: 'Jonas', exact: true }).dblclick(),
  ],
  ['its button', {}, async (page: Page) => page.getByRole('link', { name: 'Details zu Jonas Müller' }).click()],
  [
    'Enter',
    {},
    async (page: Page) => {
      await page.getByRole('link', { name: 'Details zu Jonas Müller' }).focus();
      await page.keyboard.press('Enter');
    },
  ],
  ['a tap on the card', phone, async (page: Page) => page.getByRole('rowheader', { name: 'Jonas Müller' }).tap()],
])('%s opens what there is to know of a participant', async (_, options, press) => {
  const { page, dialog, close } = await open(pledges, options);
  await press(page);
  await dialog.getByRole('heading', { name: 'Jonas Müller' }).waitFor();
  const words = await dialog.innerText();
  expect(words).toContain('TV Thun');
  expect(words).toMatch(/Jahrgang\s1987\s· F\s30\s· Schweiz/);
  expect(words).toMatch(/CHF\s15\.00/);
  expect(words).toMatch(/100% von CHF\s10\.00/);
  expect(words).toMatch(/1 Versprechen · etwa 25 Runden ≈ CHF\s375\.00/);
  expect(await dialog.getByRole('progressbar').getAttribute('aria-valuetext')).toMatch(/^100%, CHF\s15\.00 von/);
  const message = dialog.getByLabel('Motivation');
  expect(await message.inputValue()).toBe(MESSAGE);
  expect(await message.getAttribute('readonly')).not.toBeNull();
  expect(words).toContain(`${MESSAGE.length}/160 Zeichen`);
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectAccessible(page);
  await expectNoSideways(page);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Details zu Jonas Müller');
  await close();
});

test('who has no sponsors and no club yet is said to have none (fr, both kinds)', async () => {
  const { page, dialog, close } = await open(both, { locale: 'fr-CH', colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Détails sur Mia Ohne' }).click();
  await dialog.getByText('sans club').waitFor();
  expect(await dialog.getByRole('progressbar').count()).toBe(2);
  expect(await dialog.getByText('Personne pour l’instant.').count()).toBe(2);
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Faire un don pour Mia' }).click();
  await page.waitForURL('**/give/**');
  await close();
});

test('the focus stays in the dialog', async () => {
  const { page, dialog, close } = await open(pledges);
  await page.getByRole('link', { name: 'Details zu Jonas Müller' }).press('Enter');
  await dialog.waitFor();
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab');
    const isOut = await page.evaluate(() => {
      const { activeElement: here, body } = document;
      return here !== body && !here?.closest('dialog');
    });
    expect(isOut).toBe(false);
  }
  await close();
});

test('where only pledges are taken «Spenden» brings the form: errors, cancel, thanks, and once more', async () => {
  const { page, dialog, close } = await open(pledges);
  const title = await page.title();
  await page.getByRole('link', { name: 'Spenden für Jonas Müller' }).press('Enter');
  await dialog.getByText('Das Geld erhält Verein «Bildung bewegt».').waitFor();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: /pro Runde versprechen/ }).click();
  await dialog.getByRole('heading', { name: 'Bitte füllen Sie alle Pflichtfelder aus' }).waitFor();
  expect(await page.title()).toBe(`Fehler: ${title}`);
  expect(await dialog.getByLabel('E-Mail').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Abbrechen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.title()).toBe(title);
  expect(await focused(page)).toBe('Spenden für Jonas Müller');

  // By way of the detail as well.
  await page.getByRole('link', { name: 'Details zu Jonas Müller' }).press('Enter');
  await dialog.getByRole('link', { name: 'Spenden für Jonas' }).press('Enter');
  await dialog.getByRole('radio', { name: /^5/ }).check();
  await dialog.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await dialog.getByLabel('E-Mail').fill('dialog@example.test');
  await dialog.getByRole('button', { name: /CHF\s5\.00 pro Runde versprechen/ }).click();
  await dialog.getByRole('heading', { name: 'Noch ein Schritt: öffnen Sie unsere E-Mail.' }).waitFor();
  await dialog.getByText('dialog@example.test').waitFor();
  expect(page.url()).toBe(pledges);
  await expectAccessible(page);
  expect((await app.mailbox.waitFor('dialog@example.test')).text).toMatch(/CHF\s5\.00/);

  await dialog.getByRole('button', { name: 'Nochmals spenden' }).press('Enter');
  expect(await dialog.getByRole('radio', { name: /^1/ }).evaluate((radio) => radio === document.activeElement)).toBe(
    true,
  );
  expect(await dialog.getByLabel('Ihr Name').inputValue()).toBe('');
  await dialog.getByLabel('Ihr Name').fill('Elsbeth Huber');
  await dialog.getByLabel('E-Mail').fill('dialog@example.test');
  await dialog.getByRole('button', { name: /pro Runde versprechen/ }).click();
  await dialog.getByRole('link', { name: 'E-Mail nochmals senden oder Adresse ändern' }).click();
  await page.waitForURL('**/donation/sent/**');
  await page.getByText('dialog@example.test').first().waitFor();
  await close();
});

test('long words push neither themselves nor the cross out of the dialog (320 px)', async () => {
  const { page, dialog, close } = await open(pledges, phone);
  await page.getByRole('link', { name: 'Details zu Eva Lang' }).tap();
  const frame = await dialog.boundingBox();
  for (const shown of [dialog.getByText('Mixed Staffel Erwachsene und Kinder'), dialog.getByLabel('Schliessen')]) {
    const box = await shown.boundingBox();
    expect(box && frame && box.x + box.width).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  }
  await close();
});

test('while it is sent the button says so, and an outage keeps what was typed (fr, 320 px)', async () => {
  const { page, dialog } = await open(pledges, { ...phone, locale: 'fr-CH' });
  await page.getByRole('link', { name: 'Faire un don pour Jonas Müller' }).tap();
  await dialog.getByLabel('Votre nom').fill('Grand-maman');
  await dialog.getByLabel('E-mail').fill('hors-ligne@example.test');
  await expectNoSideways(page);
  // A figure stands on one line, inside its bib.
  const broken = await dialog.locator('.amount > span:first-of-type').evaluateAll((figures) =>
    figures.filter((figure) => {
      const [box, around] = [figure.getBoundingClientRect(), figure.parentElement?.getBoundingClientRect()];
      const lines = box.height / Number.parseFloat(getComputedStyle(figure).lineHeight);
      return !around || lines > 1.5 || box.left < around.left || box.right > around.right;
    }),
  );
  expect(broken).toHaveLength(0);
  await page.route('**/api/donations', (route) => route.abort());
  const release = await hold(page, '**/api/donations');
  await dialog.getByRole('button', { name: /par tour/ }).click();
  await dialog.getByRole('button', { name: 'Envoi en cours' }).waitFor();
  await expectAccessible(page);
  release();
  await dialog.getByRole('alert').waitFor();
  expect(await page.title()).toMatch(/^Erreur/);
  expect(await dialog.getByLabel('Votre nom').inputValue()).toBe('Grand-maman');
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await dialog.getByRole('button', { name: 'Réessayer' }).click();
  await dialog.getByText('hors-ligne@example.test').waitFor();
  await page.context().close();
});

test('on a slow network the button says that its dialog is on its way', async () => {
  const { page, dialog, close } = await open(pledges, phone);
  const release = await hold(page, '**/row-dialog-*.js');
  const button = page.getByRole('link', { name: 'Details zu Jonas Müller' });
  await button.tap();
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  release();
  await dialog.waitFor();
  expect(await button.getAttribute('aria-busy')).toBeNull();
  await close();
});

test('on paper the list is a table, without what is there to be pressed', async () => {
  const { page, close } = await open(pledges, phone);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('columnheader', { name: 'Verein' }).isVisible()).toBe(true);
  expect(await page.getByRole('cell', { name: 'TV Thun' }).first().isVisible()).toBe(true);
  const main = page.getByRole('main');
  for (const role of ['button', 'link', 'searchbox'] as const) {
    const shown = await main.getByRole(role).filter({ visible: true }).allInnerTexts();
    expect([role, shown.filter((words) => /Spenden|Liste|Nächste|Details/.test(words))]).toEqual([role, []]);
  }
  await close();
});

test('where gifts are taken too «Spenden» leads to the give page', async () => {
  const { page, dialog, close } = await open(both);
  await page.getByRole('link', { name: 'Spenden für Jonas Müller' }).click();
  await page.waitForURL('**/give/**');
  expect(await dialog.count()).toBe(0);
  await close();
});

test('without script every button of a row leads to the give page', async () => {
  const { page, close } = await open(pledges, { ...phone, javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Details zu Jonas Müller' }).click();
  await page.waitForURL(`**/give/${jonas.id}`);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Jonas Müller');
  await close();
});

test('a link is copied from the row and from the dialog, and a toast says so', async () => {
  const { page, dialog, close } = await open(pledges);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Link zu Jonas Müller kopieren' }).click();
  await said(page).getByText('Link kopiert').waitFor();
  expect(await copied()).toBe(`${app.url}/give/${jonas.id}`);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Details zu Mia Ohne' }).click();
  await dialog.getByRole('button', { name: 'Link kopieren' }).click();
  await expect.poll(copied).not.toBe(`${app.url}/give/${jonas.id}`);
  await dialog.getByRole('listitem').getByText('Link kopiert').waitFor();
  expect(await said(page).count()).toBe(1);
  await dialog.getByRole('button', { name: 'Schliessen' }).first().click();
  // It outlives the dialog it was said in.
  await dialog.waitFor({ state: 'detached' });
  await said(page).waitFor();
  await close();
});

test('it is copied on plain http too, where browsers offer no clipboard', async () => {
  const { page, close } = await open(pledges, phone);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Link zu Jonas Müller kopieren' }).click();
  await said(page).getByText('Link kopiert').waitFor();
  await expectNoSideways(page);
  expect(await focused(page)).toBe('Link zu Jonas Müller kopieren');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+V');
  expect(await page.getByRole('searchbox').inputValue()).toBe(`${app.url}/give/${jonas.id}`.slice(0, 60));
  await close();
});
