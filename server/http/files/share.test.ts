/** @module-tag slow */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aSyncedEvent, type Made } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let made: Made & { participants: Participant[] };
let give: string;

beforeAll(async () => {
  app = await startApp();
  vera = await app.signedIn('vera');
  visitor = app.client('de');
  const people = [aPerson({ Bib: 288, Firstname: 'Jonas', Lastname: 'Müller' }), aPerson({ Bib: '' })];
  made = await aSyncedEvent(app, vera, people, { name: 'Stadtlauf "Thun" & <Umgebung>', event_date: '2027-06-12' });
  give = `/give/${made.participants.find(({ bib }) => bib === '288')?.id}`;
});
afterAll(() => app.stop());

/** What a page says of itself to machines. */
async function headOf(address: string, client = visitor) {
  const page = await client.expect<string>(200, `GET ${address}`);
  const head = page.slice(0, page.indexOf('</head>'));
  const unescape = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const metas = [...head.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)];
  return Object.fromEntries(metas.map(([, name = '', content = '']) => [name, unescape(content)]));
}

async function imageOf(address: string, client = visitor) {
  const { 'og:image': image = '' } = await headOf(address, client);
  const response = await client.fetch(image);
  return { image, response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const slugOf = () => `/participants/${made.event.slug}`;

describe('a link that is passed on', () => {
  test.each([
    ['home', () => '/'],
    ['an event', slugOf],
    ['a participant', () => give],
  ])('to %s shows an image of ours', async (_, address) => {
    const { response, bytes, image } = await imageOf(address());
    expect(image).toMatch(`${app.url}/share/`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
    });
    expect(bytes.byteLength).toBeLessThan(300_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
  });

  test('says who it is about, with absolute addresses and nothing that ends its tag', async () => {
    const head = await headOf(give);
    expect(head).toMatchObject({
      'og:title': 'Betrag pro Runde für Jonas Müller versprechen',
      'og:url': `${app.url}${give}`,
      'og:locale': 'de_CH',
      'og:site_name': 'Givelap',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': '288, Jonas Müller, Stadtlauf "Thun" & <Umgebung>',
      'twitter:card': 'summary_large_image',
    });
    expect(head.description).toContain('Jonas Müller');
    expect(head['og:description']).toBe(head.description);
    expect((await headOf(slugOf())).description).toContain('12. Juni 2027');
  });

  test('speaks the language of its page', async () => {
    const french = await headOf(give, app.client('fr'));
    expect(french).toMatchObject({ 'og:locale': 'fr_CH', 'og:image': expect.stringContaining('/fr.png') });
    const [one, other] = [await imageOf(give), await imageOf(give, app.client('fr'))];
    expect(one.bytes.equals(other.bytes)).toBe(false);
  });

  test('has another image as soon as other words are true', async () => {
    const before = await imageOf(slugOf());
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { name: 'Nachtlauf' } });
    const after = await imageOf('/participants/nachtlauf');
    expect(after.image).not.toBe(before.image);
    expect(after.bytes.equals(before.bytes)).toBe(false);
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { name: made.event.name } });
  });
});

describe('the image of somebody', () => {
  const sharedBytes = async (subject: string) =>
    Buffer.from(await (await visitor.fetch(`${app.url}/share/${subject}/de.png`)).arrayBuffer());

  test('who has no number yet is drawn all the same', async () => {
    const person = made.participants.find(({ bib }) => bib === null);
    expect((await headOf(`/give/${person?.id}`))['og:image:alt']).not.toContain('null');
    expect((await sharedBytes(`give/${person?.id}`)).byteLength).toBeGreaterThan(10_000);
  });

  test('who is not on the list any more is that of the event; of nobody, ours', async () => {
    const { source, event, participants } = await aSyncedEvent(app, vera, [aPerson(), aPerson()]);
    const [gone] = participants;
    const before = await sharedBytes(`give/${gone?.id}`);
    source.people.splice(0, 1);
    app.forward(60_000);
    await vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
    const ofEvent = await sharedBytes(`event/${event.id}`);
    expect(before.equals(ofEvent)).toBe(false);
    expect((await sharedBytes(`give/${gone?.id}`)).equals(ofEvent)).toBe(true);

    await vera.expect(200, `DELETE /api/events/${event.id}`);
    const ours = await sharedBytes('home');
    for (const subject of [`event/${event.id}`, `give/${gone?.id}`, 'give/999999']) {
      expect((await sharedBytes(subject)).equals(ours)).toBe(true);
    }
  });

  test.each(['/share/home/rm.png', '/share/give/x.y/de.png', '/share/give/1/de.svg'])(
    '%s is not found',
    async (path) => {
      await visitor.expect(404, `GET ${path}`);
    },
  );
});

test('pages whose address is a permission are passed on without a word', async () => {
  const { status, body } = await visitor.send<string>('GET /donation/confirm/abcdef');
  expect(status).toBe(404);
  expect(body).not.toContain('og:');
});

test('what search engines may not show says so in the page as well', async () => {
  const { event } = await aSyncedEvent(app, vera, [aPerson()], { name: 'Sichtbar', indexable: 'true' });
  expect((await headOf(slugOf())).robots).toBe('noindex');
  expect((await headOf(give)).robots).toBe('noindex');
  expect(await headOf('/')).not.toHaveProperty('robots');
  expect(await headOf(`/participants/${event.slug}`)).not.toHaveProperty('robots');
});

test('under another brand the image carries its name and colour', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'givelap-brand-'));
  const file = path.join(folder, 'brand.json');
  writeFileSync(file, JSON.stringify({ name: 'Zeitmessung Oberland', colour: '#0b3d91' }));
  const branded = await startApp({ env: { BRAND_FILE: file } });
  const { bytes } = await imageOf('/', branded.client('de'));
  await branded.stop();
  rmSync(folder, { recursive: true });
  const track = await sharp(bytes).extract({ left: 1000, top: 200, width: 180, height: 80 }).toBuffer();
  const { dominant } = await sharp(track).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r + 50);
});
