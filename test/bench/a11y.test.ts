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

const widths = [320, 1280];
const schemes = ['light', 'dark'] as const;
const looks = languages.flatMap((language) =>
  widths.flatMap((width) => schemes.map((scheme): Look => ({ language, width, scheme }))),
);

/** Every page in every state, language, width and scheme. */
test.each(scenes)('$name', { timeout: 300_000 }, async (scene) => {
  for (const look of looks) {
    const page = await openScene(browser, stage, scene, look);
    expect(await page.getAttribute('html', 'lang')).toBe(look.language);
    await expectNoSideways(page);
    await expectAccessible(page);
    await page.context().close();
  }
});

afterAll(() =>
  console.log(`\n${scenes.length} scenes × ${looks.length} looks, each without a finding unless named above`),
);
