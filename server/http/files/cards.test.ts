import { create } from 'qrcode';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, aPerson, aSyncedEvent } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let lia: Participant;
let page: string;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  const people = [aPerson({ Firstname: 'Lia', Lastname: 'Frei', Bib: 7 })];
  const { participants } = await aGiftEvent(app, vera, people, {
    name: 'Lauf <am> "Rhein"',
    donation_per_unit: 'true',
  });
  lia = participants[0] as Participant;
  page = await makePage(false);
});
afterAll(() => app.stop());

async function makePage(forceRecreate: boolean): Promise<string> {
  const body = { participantId: String(lia.id), forceRecreate };
  const made = await vera.expect<{ payrexx_page_id: string }>(200, 'POST /api/payrexx/create-payment-page', { body });
  return made.payrexx_page_id;
}

const bytesOf = async (path: string) => Buffer.from(await (await fetch(app.url + path)).arrayBuffer());

/** Reads a drawn code square by square, as a camera does. */
async function squaresOf(drawing: Buffer, code: { left: number; top: number; width: number }, size: number) {
  const { data, info } = await sharp(drawing, { density: 300 })
    .flatten()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (n: number, begin: number) => Math.floor((begin + ((n + 0.5) * code.width) / size) * info.width);
  return Array.from({ length: size * size }, (_, n) => {
    const [x, y] = [at(n % size, code.left), at(Math.floor(n / size), code.top)];
    return Number((data[y * info.width + x] ?? 255) < 128);
  });
}

function wanted(address: string) {
  const { modules } = create(address, { errorCorrectionLevel: 'Q' });
  return { size: modules.size, squares: Array.from(modules.data, Number) };
}

describe('the code of a give page', () => {
  test.each(['svg', 'png'])('leads there, as %s', async (format) => {
    const { size, squares } = wanted(`${app.url}/give/${page}`);
    const quiet = 4 / (size + 8);
    const code = { left: quiet, top: quiet, width: size / (size + 8) };
    expect(await squaresOf(await bytesOf(`/cards/${page}/qr.${format}`), code, size)).toEqual(squares);
  });

  test('stands on the card, whatever the card is asked for by', async () => {
    const { size, squares } = wanted(`${app.url}/give/${page}`);
    // In parts of the card's width, 105 mm.
    const code = { left: 26.5 / 105, top: 79.5 / 105, width: 52 / 105 };
    for (const name of [page, lia.id]) {
      expect(await squaresOf(await bytesOf(`/cards/${name}/fr.svg`), code, size)).toEqual(squares);
    }
  });
});

test('a card differs with its language, and may do nothing when it is opened alone', async () => {
  const [german, french] = [
    await visitor.send<string>(`GET /cards/${page}/de.svg`),
    await visitor.send<string>(`GET /cards/${page}/fr.svg`),
  ];
  expect(german.headers.get('content-type')).toBe('image/svg+xml');
  expect(german.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
  expect(german.body).not.toBe(french.body);
  // Words are outlines: nothing of what anybody typed stands in it.
  expect(german.body).not.toMatch(/Lia|Frei|Rhein|script/);
});

test('the page shows it, under the name the give page has now', async () => {
  const shown = await visitor.expect<string>(200, `GET /give/${page}/card`);
  expect(shown).toContain(`src="/cards/${page}/de.svg"`);
  expect(shown).toContain('Karte mit QR-Code für Lia Frei');
  expect(shown).toContain('<meta name="robots" content="noindex"/>');
  const old = page;
  page = await makePage(true);
  const { status, headers } = await visitor.send(`GET /give/${old}/card`);
  expect([status, headers.get('location')]).toEqual([302, `/give/${page}/card`]);
});

test('who is on no list has none', async () => {
  const made = await aSyncedEvent(app, vera, [aPerson(), aPerson()]);
  const [gone] = made.participants;
  await visitor.expect(200, `GET /give/${gone?.id}/card`);
  await vera.expect(200, `PUT /api/participants/${gone?.id}`, { body: { status: 'withdrawn' } });
  for (const path of [`/give/${gone?.id}/card`, `/cards/${gone?.id}/de.svg`, `/cards/${gone?.id}/qr.png`]) {
    await visitor.expect(404, `GET ${path}`);
  }
});

test.each(['/cards/x/de.svg', '/cards/1/rm.svg', '/cards/1/qr.gif', '/cards/1/de.png'])(
  '%s is not found',
  async (path) => {
    await visitor.expect(404, `GET ${path}`);
  },
);
