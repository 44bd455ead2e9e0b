import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, patient } from '#server/db/connect.ts';
import type { TestClient } from '#test/client.ts';
import { plenty } from '#test/plenty.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { tell } from '../figures.ts';
import { Mortal } from '../mortal.ts';

const CONFIRMED = 250_000;
const PENDING = 45_000;
const MOST_MB = 100;

let surroundings: Surroundings;
let product: Mortal;
let lea: TestClient;

beforeAll(async () => {
  // As operators run it.
  surroundings = await startSurroundings({
    JOBS: 'off',
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=640',
  });
  await plenty(surroundings.databaseUrl, {
    events: 1,
    participants: 20_000,
    pledges: CONFIRMED + PENDING,
    confirmed: true,
  });
  const db = connect(surroundings.databaseUrl, pino({ level: 'silent' }), patient);
  await sql`update pledges set confirmed_at = null where id <= ${PENDING}`.execute(db);
  await db.destroy();
  product = new Mortal(surroundings);
  product.launch();
  await product.ready();
  lea = await surroundings.signedIn('lea');
}, 180_000);
afterAll(async () => {
  await product.kill();
  await surroundings.stop();
});

const get = (path: string) =>
  lea.fetch(surroundings.url + path, { headers: { 'sec-fetch-site': 'same-origin', 'accept-language': 'de' } });
const download = (status: string, format: string) => get(`/api/donations/export/event/1/${status}?format=${format}`);

/** Reads line by line, as a browser writes to its disk, without keeping them. */
async function countLines(response: Response): Promise<number> {
  const lines = createInterface(Readable.fromWeb(response.body as ReadableStream));
  let count = 0;
  lines.on('line', () => (count += 1));
  await once(lines, 'close');
  return count;
}

test(`${CONFIRMED} rows of csv pass through without being held`, async () => {
  // Whatever any export needs once is there already.
  await countLines(await download('pending', 'csv'));
  const before = await product.memory();
  expect(await countLines(await download('confirmed', 'csv'))).toBe(1 + CONFIRMED);
  const after = await product.memory();
  const more = Math.round(after.most - before.now);
  tell({ row: 'csv of 250,000 rows', aim: `less than ${MOST_MB} MB more`, figure: `${more} MB more` });
  expect(more).toBeLessThan(MOST_MB);
});

test('an answer that is held as a whole would show (control)', async () => {
  const before = await product.memory();
  await (await get('/api/events/1/donations')).arrayBuffer();
  const after = await product.memory();
  expect(after.most - before.now).toBeGreaterThan(MOST_MB);
});

test('while a worksheet is made, everybody else is answered', async () => {
  const began = performance.now();
  let done = false;
  const file = download('pending', 'xlsx')
    .then((response) => response.arrayBuffer())
    .finally(() => (done = true));
  let longest = 0;
  while (!done) {
    const asked = performance.now();
    expect((await fetch(`${surroundings.url}/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - asked);
  }
  const whole = performance.now() - began;
  expect(
    Buffer.from(await file)
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  // Made where requests are answered it is most of the time.
  expect(longest / whole).toBeLessThan(0.4);
});

test('what no worksheet holds is refused, with the way out', async () => {
  const response = await download('confirmed', 'xlsx');
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'export_too_long', message: expect.stringContaining('CSV') });
});
