import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aSyncedEvent } from '#test/factories.ts';

let app: App;
let visitor: TestClient;
let searchable: string[];

beforeAll(async () => {
  app = await startApp();
  visitor = app.client('de');
  const vera = await app.signedIn('vera');
  const open = await aSyncedEvent(app, vera, [aPerson(), aPerson()], { name: 'Öffentlich', indexable: 'true' });
  await aSyncedEvent(app, vera, [aPerson()], { name: 'Verborgen' });
  await aSyncedEvent(app, vera, [aPerson()], { name: 'Namenlos', indexable: 'true', names_shown: 'none' });
  const people = open.participants.map(({ id }) => `/give/${id}`);
  searchable = ['/', '/participants', '/participants/oeffentlich', '/participants/namenlos', ...people];
});
afterAll(() => app.stop());

describe('search engines', () => {
  test('are told what they may know: people only where the event allows it and names are shown', async () => {
    const { body, headers } = await visitor.send<string>('GET /sitemap.xml');
    expect(headers.get('content-type')).toContain('application/xml');
    const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.replace(app.url, ''));
    expect(listed.toSorted()).toEqual(searchable.toSorted());
  });

  test('find that each page they are told of says the same of itself', async () => {
    for (const path of searchable) {
      const { body, headers } = await visitor.send<string>(`GET ${path}`);
      expect([path, headers.get('x-robots-tag')]).toEqual([path, null]);
      expect(body).toContain(`<link rel="canonical" href="${app.url}${path}"/>`);
    }
  });

  test('find the map', async () => {
    expect(await visitor.expect<string>(200, 'GET /robots.txt')).toContain(`Sitemap: ${app.url}/sitemap.xml`);
  });
});

describe('a telephone', () => {
  test('finds the icons of the manifest in the sizes it names', async () => {
    const { body, headers } = await visitor.send<string>('GET /manifest.webmanifest');
    expect(headers.get('content-type')).toContain('application/manifest+json');
    const { icons, name } = (typeof body === 'string' ? JSON.parse(body) : body) as {
      name: string;
      icons: { src: string; sizes: string }[];
    };
    expect(name).toBe('Givelap');
    for (const { src, sizes } of [...icons, { src: '/icons/apple.png', sizes: '180x180' }]) {
      const { width, height, format } = await sharp(await bytesOf(app, src)).metadata();
      expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png']);
    }
    await visitor.expect(404, 'GET /icons/7.png');
  });

  test.each([
    [
      'its logo',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#0b3d91" d="M0 0h9v9H0z"/></svg>',
    ],
    ['its colour', null],
  ])('shows another brand by %s', async (_, logo) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'givelap-brand-'));
    const file = (name: string) => path.join(folder, name);
    if (logo) writeFileSync(file('logo.svg'), logo);
    const brand = { name: 'Lauftreff', colour: '#0b3d91', ...(logo && { logo: file('logo.svg') }) };
    writeFileSync(file('brand.json'), JSON.stringify(brand));
    const branded = await startApp({ env: { BRAND_FILE: file('brand.json') } });
    const [icon, page] = [await bytesOf(branded, '/icons/512.png'), await (await fetch(branded.url)).text()];
    await branded.stop();
    rmSync(folder, { recursive: true });
    const { dominant } = await sharp(icon).stats();
    expect(dominant.b).toBeGreaterThan(dominant.r + 50);
    expect(page).toContain('<link rel="icon" href="/icons/192.png"/>');
  });
});

describe('a browser may ask ahead', () => {
  test('on public pages, by rules that the policy of the page knows', async () => {
    const { headers, body } = await visitor.send<string>('GET /');
    const [, rules = ''] = /<script type="speculationrules">(.+?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(rules)).toMatchObject({ prefetch: [{ eagerness: 'moderate' }] });
    const known = createHash('sha256').update(rules).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${known}'`);
  });

  test('not where the address is a permission, nor to sign in', async () => {
    const guesses = [
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['x-purpose', 'preview'],
      ['x-moz', 'prefetch'],
    ] as const;
    expect((await visitor.send<string>('GET /donation/confirm/abc')).body).not.toContain('speculationrules');
    for (const path of ['/auth/keycloak', '/auth/keycloak/callback?code=x', '/auth/logout']) {
      for (const [header, purpose] of guesses) {
        const answer = await visitor.expect(403, `GET ${path}`, { headers: { [header]: purpose } });
        expect([path, answer]).toEqual([path, '']);
      }
    }
    await visitor.expect(200, 'GET /auth/keycloak/callback?code=x');
  });
});

async function bytesOf({ url }: App, path: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url + path)).arrayBuffer());
}
