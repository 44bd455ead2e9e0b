import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Browser } from '#sandbox/demo/browser.ts';
import { anEvent, startFeed, type Feed } from '../feed.ts';
import { short, type Figure } from '../figure.ts';
import { people } from '../people.ts';
import type { Product } from '../product.ts';
import { inTurns, median, timed } from '../sides.ts';
import { LARGE, SMALL, type Much, type Place, type Stage } from '../stage.ts';

const row = 'P13';
const sizes = ['x1', 'x4', 'x16'] as const satisfies Much[];
type Size = (typeof sizes)[number];
const ROUNDS = 15;
/** Noise; what grew with the data would be sixteen times as much. */
const MOST = 1.5;

interface House {
  place: Place;
  product: Product;
  feed: Feed;
  vera: Browser;
}

/**
 * P13: the same result out of one, four and sixteen times as much. What is asked of the small event, which stays as it
 * is, must not cost more; what the large one costs is counted by the row.
 */
export async function growth(stage: Stage): Promise<Figure[]> {
  const houses = {} as Record<Size, House>;
  const feed = await startFeed({ people: people(1000) });
  try {
    for (const size of sizes) {
      const place = await stage.place(size);
      const product = await place.product({ TIMING_ALLOWED_HOSTS: feed.host });
      houses[size] = { place, product, feed, vera: await place.signedIn() };
    }
    const figures: Figure[] = [];
    for (const [work, { prepare = async () => '', ask }] of Object.entries(sameResult)) {
      const seen = await inTurns(
        every(async (house) => {
          const given = await prepare(house);
          return timed(() => ask(house, given));
        }),
        ROUNDS,
      );
      const ms = sizes.map((size) => median(seen[size])) as [number, number, number];
      figures.push({
        row,
        work,
        against: 'a sixteenth of all data',
        unit: '×',
        aim: { most: MOST },
        value: ms[2] / ms[0],
        seen: `×1 ×4 ×16: ${ms.map(short).join(' ')} ms`,
      });
    }
    for (const [work, ask] of Object.entries(growingResult)) {
      const rows = await inTurns(
        every((house) => ask(house)),
        1,
      );
      const seen = await inTurns(
        every((house) => timed(() => ask(house))),
        5,
      );
      const micro = sizes.map((size) => (median(seen[size]) / (rows[size][0] ?? NaN)) * 1000) as [
        number,
        number,
        number,
      ];
      figures.push({
        row,
        work: `${work} of the large event, per row`,
        against: 'a sixteenth of its rows',
        unit: '×',
        aim: { most: MOST },
        value: micro[2] / micro[0],
        seen: `×1 ×4 ×16: ${micro.map(short).join(' ')} µs a row`,
      });
    }
    return figures;
  } finally {
    for (const { product } of Object.values(houses)) await product.stop();
    await feed.stop();
  }

  function every<T>(ask: (house: House) => Promise<T>): Record<Size, () => Promise<T>> {
    return Object.fromEntries(sizes.map((size) => [size, () => ask(houses[size])])) as Record<Size, () => Promise<T>>;
  }
}

/** Staff are always answered anew. */
const asStaff =
  (path: string) =>
  async ({ vera, place }: House) => {
    const response = await vera.fetch(place.url + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return lines(response);
  };

async function lines(response: Response): Promise<number> {
  const text = await response.text();
  return response.headers.get('content-type')?.includes('json') ? count(JSON.parse(text)) : text.split('\n').length;
}

const count = (answer: unknown) => (Array.isArray(answer) ? answer.length : 1);

interface Asked {
  /** What is not counted. */
  prepare?(house: House): Promise<string>;
  ask(house: House, prepared: string): Promise<unknown>;
}

const sameResult: Record<string, Asked> = {
  'list of a small event': { ask: asStaff(`/api/events/${SMALL}/participants`) },
  // A search is never kept.
  'page of a small event': {
    ask: async ({ product }) => (await fetch(`${product.url}/participants/lauf-${SMALL}?q=ozturk`)).text(),
  },
  'totals of a small event': { ask: asStaff(`/api/donations/totals/${SMALL}`) },
  'donor table of a small event': { ask: asStaff(`/api/events/${SMALL}/donations?limit=50`) },
  'export of a small event': { ask: asStaff(`/api/donations/export/event/${SMALL}/confirmed`) },
  pledge: { prepare: somebody, ask: pledge },
  confirmation: {
    prepare: async (house) => {
      const { id } = await pledge(house, await somebody(house));
      const { rows } = await sql<{ token: string }>`
        select secrets->>'token' as token from mails where pledge_id = ${id}`.execute(house.place.db);
      return rows[0]?.token ?? '';
    },
    ask: ({ vera }, token) => vera.call('POST', `/api/donations/confirm/${token}`),
  },
  'first sync of 1,000': {
    prepare: async ({ vera, feed }) => String(await anEvent(vera, `Lauf ${Date.now()}`, feed.addressOf('people'))),
    ask: ({ vera }, event) => vera.call('POST', `/api/events/${event}/sync-participants`),
  },
};

async function somebody({ place }: House): Promise<string> {
  const participant = place.db.selectFrom('participants').select('id').where('event_id', '=', SMALL).limit(1);
  return String((await participant.executeTakeFirstOrThrow()).id);
}

/** Of a donor who was not known before. */
function pledge({ vera }: House, participant: string): Promise<{ id: number }> {
  return vera.call('POST', '/api/donations', {
    event_id: SMALL,
    participant_id: Number(participant),
    donor_name: 'Elsbeth Huber',
    donor_email: `${randomUUID()}@example.test`,
    amount_per_unit: '2.00',
  });
}

const growingResult: Record<string, (house: House) => Promise<number>> = {
  list: asStaff(`/api/events/${LARGE}/participants`),
  totals: asStaff(`/api/donations/totals/${LARGE}`),
  export: asStaff(`/api/donations/export/event/${LARGE}/confirmed`),
};
