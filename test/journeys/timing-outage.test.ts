import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aSyncedEvent } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';
import { desktop, hydrated } from '#test/visit.ts';
import { expectAccessible } from '#test/page-checks.ts';

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

test('while timing is away the list stays, with its age, and comes up to date when timing is back', async () => {
  const people = [aPerson({ Firstname: 'Jonas', Lastname: 'Müller' }), aPerson({ Lastname: 'Bleibt' })];
  const { event, list, source } = await aSyncedEvent(app, await app.signedIn('vera'), people, { name: 'Stadtlauf' });
  app.forward(PAUSE_MS);
  const context = await browser.newContext({ locale: 'de-CH', ...desktop });
  const page = await context.newPage();
  await page.goto(`${app.url}/participants/${event.slug}`);
  await hydrated(page);
  const jonas = page.getByRole('link', { name: /Jonas Müller/ }).first();
  const press = () => page.getByRole('button', { name: 'Liste aktualisieren' }).click();
  await jonas.waitFor();
  const age = await page.getByText(/^Stand .* aus der Zeitmessung$/).innerText();

  app.timing.fault(list, { kind: 'status', status: 503 });
  source.people = [...people, aPerson({ Firstname: 'Neu', Lastname: 'Gemeldet' })];
  await press();
  const box = page.getByRole('alert').filter({ hasText: 'Fehler bei der Synchronisierung' });
  await box.waitFor();
  await box.getByText('Sie sehen den Stand von').waitFor();
  expect(await box.innerText()).toMatch(/RaceResult API/);
  expect(await box.innerText()).not.toMatch(/127\.0\.0\.1|503/);
  expect(await jonas.isVisible()).toBe(true);
  expect(await page.getByText(/^Stand .* aus der Zeitmessung$/).innerText()).toBe(age);
  await expectAccessible(page);

  // So it is for somebody who comes only now.
  await page.reload();
  await hydrated(page);
  await jonas.waitFor();
  expect(await page.getByText('Neu Gemeldet').count()).toBe(0);

  app.timing.clearFaults();
  app.forward(PAUSE_MS);
  await press();
  await page.getByText('Neu Gemeldet').first().waitFor();
  expect(await jonas.isVisible()).toBe(true);
  expect(await box.count()).toBe(0);
  await expectInvariantsOverRestart(app);
  await page.reload();
  expect(await jonas.isVisible()).toBe(true);
  await context.close();
});
