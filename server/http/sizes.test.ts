import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { paths } from '#contract/paths.ts';
import { startApp, type App } from '#test/app.ts';
import { aGiftEvent, anOpenGift, aPerson } from '#test/factories.ts';

let app: App;
let pages: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  const people = Array.from({ length: 120 }, (_, n) =>
    aPerson({ Firstname: 'Maria-Magdalena', Lastname: `Muster${n}` }),
  );
  const fields = {
    donation_per_unit: 'true',
    show_donation_total: 'true',
    show_donation_per_unit_total: 'true',
    donation_goal: '800',
    donation_per_unit_goal: '60',
    place: 'Thun',
    purpose: 'Für die Schulreise.',
  };
  const vera = await app.signedIn('vera');
  const { event, participants } = await aGiftEvent(app, vera, people, fields);
  await vera.expect(200, `POST /api/payrexx/sync-event-payment-pages/${event.id}`);
  const gift = await anOpenGift(app, participants[0] as Participant);
  app.payrexx.pay(gift.link);
  pages = {
    home: paths.home,
    participants: `${paths.event(event.slug)}?size=100`,
    give: paths.give(participants[0]?.id ?? 0),
    gift: paths.gift(gift.id),
    card: paths.card(participants[0]?.id ?? 0),
    privacy: paths.legal('privacy'),
  };
});
afterAll(() => app.stop());

interface Loaded {
  /** Bytes on the wire. */
  size: number;
  text: string;
}

/** As a browser asks, with the bytes as they come. */
async function load(path: string): Promise<Loaded> {
  const [size, text] = await Promise.all([
    new Promise<number>((resolve, reject) => {
      const headers = { 'accept-encoding': 'br, gzip', 'accept-language': 'de' };
      request(app.url + path, { headers }, (response) => {
        buffer(response).then((bytes) => resolve(bytes.length), reject);
      })
        .once('error', reject)
        .end();
    }),
    app.client('de').expect<string>(200, `GET ${path}`),
  ]);
  return { size, text };
}

const sizeOf = async (files: Iterable<string>) => {
  const loaded = await Promise.all([...new Set(files)].map(load));
  return loaded.reduce((sum, { size }) => sum + size, 0);
};
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const KB = 1000;

/** Keys of texts that the code of a page names and none of its files of words holds. */
async function wordsMissing(scripts: string[]): Promise<string[]> {
  const code = (await Promise.all(scripts.map(load))).map(({ text }) => text).join('\n');
  const keys = all(code, /["'`]((?:donation|gift|legal|admin|participants|site)\.[\w.]*\w)["'`]/g);
  const held = new Set(all(code, /["'`]([\w.]+)["'`]:/g));
  expect(held.size).toBeGreaterThan(50);
  return [...new Set(keys)].filter((key) => !held.has(key));
}

test.each(['home', 'participants', 'give', 'gift', 'card', 'privacy'])(
  '%s is small enough for a phone at the track',
  async (name) => {
    const page = await load(pages[name] ?? '');
    const scripts = all(page.text, /data-(?:entry|preload)="([^"]+)"/g).flatMap((files) => files.split(' '));
    const styles = all(page.text, /<link rel="stylesheet" href="([^"]+)"/g);
    const fonts = all(page.text, /<link rel="preload" href="([^"]+)" as="font"/g);
    expect([scripts.length > 2, styles.length, fonts.length]).toEqual([true, 1, 1]);
    expect(page.size).toBeLessThanOrEqual(20 * KB);
    expect(await sizeOf(scripts)).toBeLessThanOrEqual(90 * KB);
    expect(await sizeOf(styles)).toBeLessThanOrEqual(15 * KB);
    expect(await sizeOf(fonts)).toBeLessThanOrEqual(30 * KB);
    expect(scripts.filter((file) => file.includes('admin'))).toEqual([]);
    expect(await wordsMissing(scripts)).toEqual([]);
    expect(all(page.text, /(?:src|srcset|action)="(https?:[^"]+)"/g)).toEqual([]);
  },
);
