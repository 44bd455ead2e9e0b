import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '#domain/language.ts';
import { openBrowser } from '#test/browser.ts';
import { expectAccessible, expectNoSideways } from '#test/page-checks.ts';
import { openScene, scenes, type Look } from '#test/scenes/scenes.ts';
import { setStage, type Stage } from '#test/scenes/stage.ts';

let stage: Stage;
let browser: Browser;

beforeAll(async () => {
  [stage, browser] = await Promise.all([setStage(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await stage.close();
});

/** Languages, widths and schemes in turn: over a few scenes every pair of them meets. */
const looks = languages.flatMap((language, n): Look[] =>
  [320, 1280].map((width, m) => ({ language, width, scheme: (n + m) % 2 ? 'dark' : 'light' })),
);
const cases = scenes.map((scene, n) => ({ scene, ...(looks[n % looks.length] as Look) }));

test.each(cases)('$scene.name in $language at $width, $scheme, is for everybody', async ({ scene, ...look }) => {
  const page = await openScene(browser, stage, scene, look);
  expect(await page.getAttribute('html', 'lang')).toBe(look.language);
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.context().close();
});
