import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

export const phone: BrowserContextOptions = { viewport: { width: 320, height: 700 }, hasTouch: true };
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

/** A page as in a browser of its own: nobody's cookies, and German unless told otherwise. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage({ locale: 'de-CH', reducedMotion: 'reduce', ...options });
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await hydrated(page);
  return page;
}

/** React has taken over all of the page, not only begun to: what is pressed now is heard. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('content') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

/** What is said in passing, of which F8 leads to the last. */
export function said(page: Page, words?: string | RegExp): Locator {
  const toasts = page.getByRole('region', { name: /F8/ }).getByRole('listitem');
  return words === undefined ? toasts : toasts.filter({ hasText: words });
}

/** What has the focus is called. */
export const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Holds every answer to an address until it is let go. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
