import { afterAll, beforeAll, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openBrowser } from '#test/browser.ts';
import { openScene } from '#test/scenes/scenes.ts';
import { mailAndSettingScenes } from '#test/scenes/mails-and-settings.ts';
import { setStage, type Stage } from '#test/scenes/stage.ts';
let stage: Stage; let browser: Browser;
beforeAll(async () => { [stage, browser] = await Promise.all([setStage(), openBrowser()]); });
afterAll(async () => { await browser.close(); await stage.close(); });
const looks = [['de', 1280, 'light'], ['fr', 320, 'dark']] as const;
test.each(mailAndSettingScenes.flatMap((scene) => looks.map((look) => ({ scene, look }))))('$scene.name $look', async ({ scene, look: [language, width, scheme] }) => {
  const page = await openScene(browser, stage, scene, { language, width, scheme });
  await page.waitForTimeout(500);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) console.log(scene.name, width, 'sideways', wide);
  await page.screenshot({ path: `/tmp/wt/tm/${scene.name.replace(/\W+/g, '-')}-${width}.png`, fullPage: true });
  await page.context().close();
});
