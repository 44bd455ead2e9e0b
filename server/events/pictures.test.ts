/** @module-tag slow */
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Activity } from '#contract/activity.ts';
import type { Event } from '#contract/events.ts';
import type { Problem } from '#contract/treaty.ts';
import { fetchMissingPictures } from './jobs.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { anEvent } from '#test/factories.ts';
import { startPictureHost, type PictureHost } from '#test/picture-host.ts';

let app: App;
let site: PictureHost;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  site = await startPictureHost();
  app = await startApp({ env: { PICTURE_INSIDE_HOSTS: site.host } });
  vera = await app.signedIn('vera');
  visitor = app.client('de');
});
afterAll(async () => {
  await app.stop();
  await site.stop();
});

const ground = (width: number, height: number, background = '#2a6f97') =>
  sharp({ create: { width, height, channels: 3, background } });
let paths = 0;
const put = (bytes: Buffer) => site.put(`/bild-${(paths += 1)}`, bytes);
const open = async (image_url: string) => (await anEvent(app, vera, undefined, { image_url })).event;
const change = (id: number, fields: object) => vera.expect<Event>(200, `PUT /api/events/${id}`, { body: fields });
const refusal = (image_url: string) =>
  vera.expect<Problem>(422, 'POST /api/events', {
    body: { name: 'Lauf', rr_simple_ip: `http://${app.timing.host}/20001/KEY`, image_url },
    headers: { 'accept-language': 'de' },
  });

async function file({ picture }: Event, width: number, format = 'jpeg') {
  const response = await visitor.fetch(`${app.url}/pictures/${picture?.hash}-${width}.${format}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('the picture of an event', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be a %s, and is served by us', async (format) => {
    const event = await open(put(await ground(1600, 1200)[format]().toBuffer()));
    expect(event.picture?.widths).toEqual([320, 640, 960, 1440]);
    for (const [width, kind] of [
      [320, 'avif'],
      [1440, 'jpeg'],
    ] as const) {
      const { response, bytes } = await file(event, width, kind);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': `image/${kind}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: kind === 'avif' ? 'heif' : 'jpeg',
        width,
        height: width / 1.6,
      });
    }
  });

  test('is never enlarged', async () => {
    expect((await open(put(await ground(700, 900).png().toBuffer()))).picture?.widths).toEqual([320, 640]);
    const tiny = await open(put(await ground(48, 30).png().toBuffer()));
    expect(tiny.picture?.widths).toEqual([48]);
    expect(await sharp((await file(tiny, 48)).bytes).metadata()).toMatchObject({ width: 48, height: 30 });
  });

  test('stands upright and says nothing of where it was taken', async () => {
    const sideways = await ground(500, 800)
      .composite([{ input: await ground(250, 800, '#c63d1c').png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Orientation: '6', Artist: 'Ursina Caduff' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const event = await open(put(sideways));
    const { bytes } = await file(event, 320);
    const { orientation, exif, icc, xmp } = await sharp(bytes).metadata();
    expect({ orientation, exif, icc, xmp }).toEqual({});
    expect(bytes.toString('latin1')).not.toContain('Ursina');
    // Turned clockwise, its left half is on top.
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const top = data.subarray(0, info.channels * info.width);
    const bottom = data.subarray(-info.channels * info.width);
    const mean = (row: Buffer) => row.filter((_, at) => at % info.channels === 0).reduce((sum, red) => sum + red, 0);
    expect(mean(top)).toBeGreaterThan(mean(bottom) + 50 * info.width);
  });

  test('stands on the pages in sizes of ours, and nobody else is asked', async () => {
    const event = await open(put(await ground(1000, 800).jpeg().toBuffer()));
    const bare = (await anEvent(app, vera)).event;
    const { hash } = event.picture ?? {};
    for (const page of await Promise.all(
      ['/', `/participants/${event.slug}`].map((path) => visitor.expect<string>(200, `GET ${path}`)),
    )) {
      expect(page).toContain(`/pictures/${hash}-960.avif 960w`);
      expect(page).toContain('width="960" height="600"');
      expect(page).not.toMatch(/src(set)?="http/i);
    }
    expect(await visitor.expect<string>(200, `GET /participants/${bare.slug}`)).toContain('class="pattern"');
  });

  test('is asked for once: the same address again is no change', async () => {
    const address = put(await ground(640, 400).jpeg().toBuffer());
    const event = await open(address);
    site.put(new URL(address).pathname, (_request, response) => void response.writeHead(500).end());
    const asked = site.asked.length;
    expect(await change(event.id, { image_url: address, place: 'Thun' })).toMatchObject({ picture: event.picture });
    expect(site.asked.length).toBe(asked);
  });

  test('is replaced, and taken away with its address or its event', async () => {
    const event = await open(put(await ground(640, 400, '#000000').jpeg().toBuffer()));
    const next = await change(event.id, { image_url: put(await ground(640, 400, '#ffffff').jpeg().toBuffer()) });
    expect(next.picture?.hash).not.toBe(event.picture?.hash);
    expect((await file(event, 320)).response.status).toBe(404);
    expect(await change(event.id, { image_url: '' })).toMatchObject({ image_url: null, picture: null });
    expect((await file(next, 320)).response.status).toBe(404);

    const other = await open(put(await ground(320, 200).jpeg().toBuffer()));
    await vera.expect(200, `DELETE /api/events/${other.id}`);
    expect((await file(other, 320)).response.status).toBe(404);
    const { db } = app.product.ctx;
    expect(
      await db.selectFrom('event_images').select('width').where('event_id', 'in', [event.id, other.id]).execute(),
    ).toEqual([]);
  });

  test('may be the picture of two events', async () => {
    const bytes = await ground(320, 200, '#123456').jpeg().toBuffer();
    const [one, two] = [await open(put(bytes)), await open(put(bytes))];
    expect(one.picture).toEqual(two.picture);
    await change(one.id, { image_url: null });
    expect((await file(two, 320)).response.status).toBe(200);
  });

  test.each(['/pictures/x-320.jpeg', `/pictures/${'a'.repeat(32)}-320.jpeg`, '/pictures/../../etc/passwd'])(
    '%s is not found',
    async (path) => {
      await visitor.expect(404, `GET ${path}`);
    },
  );
});

describe('an address without a picture for us is refused with what to do', () => {
  const large = async () => (await ground(400, 400).png().toBuffer()).subarray(0, 300);
  test.each([
    ['a page', async () => Buffer.from('<!doctype html><title>Lauf</title>'), /kein JPEG-, PNG-, WebP- oder AVIF-Bild/],
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /kein JPEG/],
    ['a GIF', () => ground(10, 10).gif().toBuffer(), /kein JPEG/],
    ['a picture cut short', large, /kein JPEG/],
    ['a picture of 49 megapixels', () => ground(7000, 7000).png().toBuffer(), /mehr als 40 Megapixel/],
    ['more than 10 MB', async () => Buffer.alloc(10_000_001, 0xff), /grösser als 10 MB/],
  ])('%s', async (_, make, text) => {
    expect(await refusal(put(await make()))).toMatchObject({
      code: 'invalid',
      fields: { image_url: expect.stringMatching(text) },
    });
  });

  test('a broken one, of which the log has what the decoder said', async () => {
    const before = app.logs.length;
    await refusal(put(await large()));
    const said = app.logs.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said.filter(({ msg }) => msg === 'picture not taken')).toMatchObject([
      { fault: 'shape', message: expect.stringMatching(/png|read/i) },
    ]);
  });

  test('what unfolds to more than 10 MB', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const address = site.put('/bombe', (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect((await refusal(address)).fields?.image_url).toContain('grösser als 10 MB');
  });

  test('nothing there', async () => {
    expect((await refusal(`http://${site.host}/nichts`)).fields?.image_url).toContain('kein Bild für uns');
  });

  test('a way inside', async () => {
    const other = await startPictureHost();
    const inside = other.put('/geheim.png', await ground(10, 10).png().toBuffer());
    const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '169.254.169.254', '10.0.0.1'];
    const port = new URL(inside).port;
    const addresses = [
      inside,
      ...hosts.flatMap((host) => [`https://${host}/x.png`, `https://${host}:${port}/geheim.png`]),
      `https://localhost:${port}/geheim.png`,
      `http://example.test/x.png`,
      `https://${site.host}@127.0.0.1:${port}/x.png`,
    ];
    for (const address of addresses) {
      const { fields } = await refusal(address);
      expect([address, fields]).toEqual([address, { image_url: expect.stringMatching(/https:\/\//) }]);
    }
    const led = site.put('/weg', (_request, response) => response.writeHead(302, { location: inside }).end());
    expect((await refusal(led)).fields?.image_url).toContain('leitet uns weiter');
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  test('and changes nothing', async () => {
    const event = await open(put(await ground(320, 200).jpeg().toBuffer()));
    const refused = { image_url: `http://${site.host}/nichts`, place: 'Bern' };
    await vera.expect(422, `PUT /api/events/${event.id}`, { body: refused });
    expect(await change(event.id, {})).toEqual(event);
  });
});

test('a host that does not answer now stands in nobody’s way: its picture comes later', async () => {
  const address = site.put('/spaeter', (request) => void request.socket.destroy());
  const event = await open(address);
  expect(event).toMatchObject({ image_url: address, picture: null });
  expect((await change(event.id, { place: 'Bern' })).place).toBe('Bern');
  await fetchMissingPictures(app.product.ctx);
  expect((await change(event.id, {})).picture).toBeNull();
  site.put('/spaeter', await ground(640, 400).jpeg().toBuffer());
  await fetchMissingPictures(app.product.ctx);
  expect((await change(event.id, {})).picture?.widths).toEqual([320, 640]);
  const asked = site.asked.length;
  await fetchMissingPictures(app.product.ctx);
  expect(site.asked).toHaveLength(asked);
});

test('a picture is told by its address, also where that stays as it was', async () => {
  const told = async (id: number) =>
    (await vera.expect<Activity[]>(200, `GET /api/activities?event_id=${id}`)).map(({ changed }) => changed.fields);
  const address = site.put('/noch-nicht', (request) => void request.socket.destroy());
  const { id } = await open(address);
  site.put('/noch-nicht', await ground(640, 400).jpeg().toBuffer());
  expect((await change(id, { image_url: address })).picture?.widths).toEqual([320, 640]);
  await change(id, { image_url: put(await ground(320, 200).jpeg().toBuffer()) });
  expect(await told(id)).toEqual([['image_url'], ['image_url'], undefined]);
});

test('other people are answered while a picture of 36 megapixels is made fit', async () => {
  const address = put(await ground(6000, 6000).jpeg({ quality: 95 }).toBuffer());
  const begun = performance.now();
  let [longest, last, isOpen] = [0, begun, false];
  const opened = open(address).finally(() => (isOpen = true));
  while (!isOpen) {
    await visitor.expect(200, 'GET /healthz');
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  await opened;
  expect(longest).toBeLessThan((performance.now() - begun) / 3);
});
