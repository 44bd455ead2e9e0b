import type { Locator, Page } from 'playwright-core';

/** How somebody works a page: the same day is done with each. */
export interface Hands {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** An option of a select, by its words. */
  choose(target: Locator, option: string): Promise<void>;
}

export const mouse: Hands = {
  press: (target) => target.click(),
  type: (target, text) => target.fill(text),
  choose: async (target, option) => {
    await target.selectOption({ label: option });
  },
};

/** No page of ours has so many places to go to. */
const FURTHEST = 300;

/** The keyboard alone: what Tab does not lead to is out of reach. */
export function keyboard(page: Page): Hands {
  async function reach(target: Locator) {
    await target.waitFor();
    const isBefore = await target.evaluate((element) => {
      const here = document.activeElement ?? document.body;
      return Boolean(here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING);
    });
    for (let steps = 0; steps < FURTHEST; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`Tab does not lead to ${target.toString()}`);
  }
  return {
    press: async (target) => {
      await reach(target);
      const isBox = await target.evaluate((element) => element.matches('[type=checkbox], [type=radio]'));
      await page.keyboard.press(isBox ? 'Space' : 'Enter');
    },
    type: async (target, text) => {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    choose: async (target, option) => {
      await reach(target);
      await page.keyboard.type(option.slice(0, 12));
    },
  };
}
