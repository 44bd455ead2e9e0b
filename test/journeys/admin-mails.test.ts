import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { openAsStaff } from '#test/staff-page.ts';
import { phone, said } from '#test/visit.ts';

const EMAILS = paths.adminTab('emails');

let app: App;
let browser: Browser;
let participant: Participant;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const made = await aSyncedEvent(app, await app.signedIn('vera'), undefined, { name: 'Brunnenlauf' });
  participant = made.participants[0] as Participant;
});
afterEach(() => app.mailbox.faults.clear());
afterAll(async () => {
  await browser.close();
  await app.stop();
});

const row = (page: Page, ...words: string[]) =>
  words.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'));

/** Mails leave in their own time, and the log asks only when somebody wants it to. */
async function refreshedUntil(page: Page, there: Locator): Promise<void> {
  const refresh = async () => {
    await page.getByRole('button', { name: 'Aktualisieren' }).click();
    return there.count();
  };
  await expect.poll(refresh, { timeout: 15_000, interval: 200 }).toBe(1);
}

/** Pledges under an address that is refused. */
async function refused(donor_email: string, does: number): Promise<string> {
  app.mailbox.faults.add({ at: 'rcpt', does, text: 'mailbox unknown', to: donor_email });
  await app.client('de').expect(201, 'POST /api/donations', { body: pledgeBody(participant, { donor_email }) });
  return donor_email;
}

test('a mail that failed says why, is sent again, and then was sent', async () => {
  const [vreni, jean] = [await refused('vreni@example.test', 550), await refused('jean@example.test', 451)];
  const page = await openAsStaff(browser, app, EMAILS);
  const complaints = watch(page, app.url);
  await refreshedUntil(page, row(page, vreni, 'Fehlgeschlagen', '550', 'mailbox unknown'));
  await row(page, jean, 'In der Warteschlange', '451', 'nächster Versuch').waitFor();
  await row(page, vreni, 'Bitte um Bestätigung').waitFor();

  await page.getByLabel('Status').selectOption('Fehlgeschlagen (1)');
  await row(page, jean).waitFor({ state: 'detached' });
  app.mailbox.faults.clear();
  await page.getByRole('button', { name: `Nochmals versuchen: ${vreni}` }).click();
  await said(page, `Die E-Mail an ${vreni} wird nochmals gesendet.`).waitFor();
  await app.mailbox.waitFor(vreni);
  await page.getByLabel('Status').selectOption({ value: '' });
  await refreshedUntil(page, row(page, vreni, 'nochmals gesendet', 'Gesendet'));
  await row(page, vreni, 'Fehlgeschlagen').waitFor();
  // The figures count it no more, the list has it still.
  await page.getByLabel('Status').selectOption('Fehlgeschlagen (1)');
  await page.getByText('Eine davon ist überholt').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('all that failed is sent again at one press, and the button goes', async () => {
  for (const name of ['anna', 'beat', 'carla']) await refused(`${name}@example.test`, 550);
  const page = await openAsStaff(browser, app, `${EMAILS}?event=${participant.event_id}`);
  const button = page.getByRole('button', { name: '3 fehlgeschlagene nochmals senden' });
  await refreshedUntil(page, button);
  await expectAccessible(page);
  app.mailbox.faults.clear();
  await button.click();
  await said(page, '3 E-Mails werden nochmals gesendet.').waitFor();
  await button.waitFor({ state: 'detached' });
  for (const name of ['anna', 'beat', 'carla']) await app.mailbox.waitFor(`${name}@example.test`);
  await page.context().close();
});

test('a search finds by recipient, and who was erased has no button', async () => {
  const { body } = await aPledge(app, participant, { donor_email: 'rosa@example.test' });
  const vera = await app.signedIn('vera');
  const page = await openAsStaff(browser, app, EMAILS);
  await page.getByRole('searchbox').fill('rosa');
  await page.waitForURL((url) => url.searchParams.get('q') === 'rosa');
  await page.getByText('1 von 1 Eintrag').waitFor();
  await page.getByRole('button', { name: `An ${body.donor_email} nochmals senden` }).waitFor();

  const { items } = await vera.expect<{ items: { id: number }[] }>(200, 'GET /api/persons?q=rosa');
  await vera.expect(200, `DELETE /api/persons/donor/${items[0]?.id}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Keine E-Mail gefunden' }).waitFor();
  await page.getByRole('link', { name: 'Alle zeigen' }).click();
  await page.getByRole('rowheader').first().waitFor();
  await page.goto(`${app.url}${EMAILS}?page=9`);
  await page.getByRole('heading', { name: 'Diese Seite der Liste gibt es nicht.' }).waitFor();
  await page.getByRole('link', { name: 'Zur ersten Seite' }).click();
  const erased = row(page, 'gelöscht').first();
  await erased.waitFor();
  expect(await erased.getByRole('button').count()).toBe(0);
  await page.context().close();
});

test('who may only read sees all and sends nothing; a failure says so', async () => {
  const page = await openAsStaff(browser, app, EMAILS, { who: 'lea', ...phone });
  await page.getByRole('rowheader').first().waitFor();
  await expectNoSideways(page);
  expect(await page.getByRole('button', { name: /senden|^Nochmals/ }).count()).toBe(0);

  await page.route('**/api/email-logs?*', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Fehler beim Laden der E-Mail-Logs' }).waitFor();
  await page.unroute('**/api/email-logs?*');
  await page.getByRole('button', { name: 'Nochmals versuchen' }).click();
  await page.getByRole('rowheader').first().waitFor();
  await page.context().close();
});
