import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { App } from './app.ts';
import { desktop, hydrated } from './visit.ts';

type Who = Parameters<App['signedIn']>[0];

/** A page of the admin area as somebody of the staff sees it, in German and on a desk unless told otherwise. */
export async function openAsStaff(
  browser: Browser,
  app: App,
  path: string,
  { who = 'vera', ...options }: BrowserContextOptions & { who?: Who } = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'de-CH', reducedMotion: 'reduce', ...desktop, ...options });
  await context.addCookies([await sessionOf(app, who)]);
  const page = await context.newPage();
  await page.goto(app.url + path);
  await hydrated(page);
  return page;
}

/** The cookie of somebody who has signed in, as a browser takes it. */
export async function sessionOf(app: App, who: Who) {
  const { cookie } = await app.signedIn(who);
  return { name: 'session', value: /(?:^|; )session=([^;]+)/.exec(cookie)?.[1] ?? '', url: app.url };
}
