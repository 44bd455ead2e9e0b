import { short, type Figure } from '../figure.ts';
import { inTurns, median, timed } from '../sides.ts';
import { LARGE, SMALL, type Much, type Place, type Stage } from '../stage.ts';
import type { Browser } from '#sandbox/demo/browser.ts';
import type { Product } from '../product.ts';

const row = 'P13';
const sizes = ['x1', 'x4', 'x16'] as const satisfies Much[];
type Size = (typeof sizes)[number];
const ROUNDS = 15;
/** A twentieth of a millisecond more is no growth. */
const MOST = 1.5;

interface House {
  place: Place;
  product: Product;
  lea: Browser;
}

/**
 * P13: the same result out of one, four and sixteen times as much. What is asked of the small event, which stays as it
 * is, must not cost more; what the large one costs is counted by the row.
 */
export async function growth(stage: Stage): Promise<Figure[]> {
  const houses = {} as Record<Size, House>;
  try {
    for (const size of sizes) {
      const place = await stage.place(size);
      const product = await place.product();
      houses[size] = { place, product, lea: await place.signedIn() };
    }
    const figures: Figure[] = [];
    for (const [work, ask] of Object.entries(sameResult)) {
      const seen = await inTurns(
        every((house) => timed(() => ask(house))),
        ROUNDS,
      );
      const ms = sizes.map((size) => median(seen[size])) as [number, number, number];
      figures.push({
        row,
        work: `${work} of a small event`,
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
  }

  function every<T>(ask: (house: House) => Promise<T>): Record<Size, () => Promise<T>> {
    return Object.fromEntries(sizes.map((size) => [size, () => ask(houses[size])])) as Record<Size, () => Promise<T>>;
  }
}

/** Staff are always answered anew. */
const asStaff =
  (path: string) =>
  async ({ lea, place }: House) => {
    const response = await lea.fetch(place.url + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return lines(response);
  };

async function lines(response: Response): Promise<number> {
  const text = await response.text();
  return response.headers.get('content-type')?.includes('json') ? count(JSON.parse(text)) : text.split('\n').length;
}

const count = (answer: unknown) => (Array.isArray(answer) ? answer.length : 1);

let donors = Date.now();
const sameResult: Record<string, (house: House) => Promise<unknown>> = {
  list: asStaff(`/api/events/${SMALL}/participants`),
  page: async ({ product }) => {
    donors += 1;
    // A search is never kept.
    await (await fetch(`${product.url}/participants/lauf-${SMALL}?q=ozturk`)).text();
  },
  totals: asStaff(`/api/donations/totals/${SMALL}`),
  'donor table': asStaff(`/api/events/${SMALL}/donations?limit=50`),
  export: asStaff(`/api/donations/export/event/${SMALL}/confirmed`),
  pledge: async ({ product, place }) => {
    donors += 1;
    const [participant] = await membersOf(place);
    const response = await fetch(`${product.url}/api/donations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({
        event_id: SMALL,
        participant_id: participant,
        donor_name: 'Elsbeth Huber',
        amount_per_unit: '2.00',
        donor_email: `growth${donors}@example.test`,
      }),
    });
    if (response.status !== 201) throw new Error(`the pledge was answered ${await response.text()}`);
  },
};

const growingResult: Record<string, (house: House) => Promise<number>> = {
  list: asStaff(`/api/events/${LARGE}/participants`),
  totals: asStaff(`/api/donations/totals/${LARGE}`),
  export: asStaff(`/api/donations/export/event/${LARGE}/confirmed`),
};

const members = new WeakMap<Place, Promise<number[]>>();

function membersOf(place: Place): Promise<number[]> {
  const known =
    members.get(place) ??
    place.db
      .selectFrom('participants')
      .select('id')
      .where('event_id', '=', SMALL)
      .execute()
      .then((rows) => rows.map(({ id }) => id));
  members.set(place, known);
  return known;
}
