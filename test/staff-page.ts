import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { App } from './app.ts';
import { desktop, hydrated } from './visit.ts';

/** A page of the admin area as somebody of the staff sees it, in German and on a desk unless told otherwise. */
export async function openAsStaff(
  browser: Browser,
  app: App,
  path: string,
  { who = 'vera', ...options }: BrowserContextOptions & { who?: Parameters<App['signedIn']>[0] } = {},
): Promise<Page> {
  const { cookie } = await app.signedIn(who);
  const context = await browser.newContext({ locale: 'de-CH', reducedMotion: 'reduce', ...desktop, ...options });
  await context.addCookies([{ name: 'session', value: sessionIn(cookie), url: app.url }]);
  const page = await context.newPage();
  await page.goto(app.url + path);
  await hydrated(page);
  return page;
}

function sessionIn(cookie: string): string {
  return /(?:^|; )session=([^;]+)/.exec(cookie)?.[1] ?? '';
}
