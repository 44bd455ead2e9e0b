import sharp from 'sharp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import { openBrowser } from '#test/browser.ts';
import { aPerson, aSyncedEvent } from '#test/factories.ts';
import { expectAccessible, expectNoSideways, watch } from '#test/page-checks.ts';
import { startPictureHost, type PictureHost } from '#test/picture-host.ts';

let app: App;
let browser: Browser;
let site: PictureHost;
let slug: string;

beforeAll(async () => {
  site = await startPictureHost();
  [app, browser] = await Promise.all([startApp({ env: { PICTURE_INSIDE_HOSTS: site.host } }), openBrowser()]);
  const ground = { width: 1500, height: 1000, channels: 3, background: '#2a6f97' } as const;
  const image_url = site.put('/lauf.jpg', await sharp({ create: ground }).jpeg().toBuffer());
  const vera = await app.signedIn('vera');
  const next = { name: 'Stadtlauf', event_date: '2027-06-12', image_url };
  slug = (await aSyncedEvent(app, vera, [aPerson()], next)).event.slug;
  await aSyncedEvent(app, vera, [aPerson()], { name: 'Ohne Bild', event_date: '2027-07-12' });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([app.stop(), site.stop()]);
});

/** How far things have jumped since the page began (web.dev/cls), between 0 and 1. */
const jumps = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // What was noticed before comes with the next turn.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

test.each([
  ['a telephone', 320, 700],
  ['a wide screen', 1280, 900],
])('event pictures come from us, in place and without a jump, on %s', async (_, width, height) => {
  const page = await browser.newPage({ viewport: { width, height }, locale: 'de-CH' });
  const complaints = watch(page, app.url);
  for (const path of ['/', `/participants/${slug}`]) {
    await page.goto(app.url + path);
    const picture = page.locator('.pic img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.complete, image.currentSrc]))
      .toEqual([true, expect.stringMatching(/\/pictures\/[0-9a-f]{32}-\d+\.avif$/)]);
    expect(await jumps(page)).toBeLessThan(0.01);
    await expectAccessible(page);
    await expectNoSideways(page);
  }
  expect(complaints).toEqual([]);
  await page.close();
});

test('a page that the hand rests on is there at the click; nothing that changes something is asked ahead', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'de-CH' });
  const complaints = watch(page, app.url);
  const devtools = await page.context().newCDPSession(page);
  const ahead = new Set<string>();
  let ready: string | null = null;
  devtools.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources: sources }) => {
    for (const { key } of sources) ahead.add(key.url.replace(app.url, ''));
  });
  devtools.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') ready = prefetchUrl;
  });
  await devtools.send('Preload.enable');
  await page.goto(app.url);
  await expect.poll(() => [...ahead].toSorted()).toContain(`/participants/${slug}`);

  const link = page.locator(`main a[href="/participants/${slug}"]`).first();
  await link.hover();
  await expect.poll(() => ready).toBe(`${app.url}/participants/${slug}`);
  await link.click();
  await page.waitForURL(`**/participants/${slug}`);
  const [navigation] = await page.evaluate(() => performance.getEntriesByType('navigation').map((one) => one.toJSON()));
  expect(navigation).toMatchObject({ deliveryType: 'navigational-prefetch' });
  await expect.poll(() => [...ahead].some((path) => path.startsWith('/give/'))).toBe(true);
  expect([...ahead].filter((path) => !/^\/(participants.*|give\/\d+)?$/.test(path) || path.includes('lng='))).toEqual(
    [],
  );
  expect(complaints).toEqual([]);
  await page.close();
});
