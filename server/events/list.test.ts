import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventSortings, type Event } from '#contract/events.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aSyncedEvent } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;

interface Page {
  items: Event[];
  total: number;
}
const found = async (client: TestClient, query: string) => {
  const { items, total } = await client.expect<Page>(200, `GET /api/events?${query}`);
  expect(total).toBe(items.length);
  return items.map(({ name }) => name);
};

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
  for (const [name, event_date, place] of [
    ['Öko-Lauf', '2031-05-01', 'Zürich'],
    ['Abendlauf', null, 'Thun'],
    ['Zuger Lauf', '2031-01-02', null],
    ['Parklauf', '2031-03-04', 'Thun'],
  ])
    await aSyncedEvent(app, vera, undefined, { name, event_date, place });
});
afterAll(() => app.stop());

describe('the list of events', () => {
  test.each([
    ['event_date', ['Zuger Lauf', 'Parklauf', 'Öko-Lauf', 'Abendlauf']],
    ['-event_date', ['Öko-Lauf', 'Parklauf', 'Zuger Lauf', 'Abendlauf']],
    ['name', ['Abendlauf', 'Öko-Lauf', 'Parklauf', 'Zuger Lauf']],
    ['-name', ['Zuger Lauf', 'Parklauf', 'Öko-Lauf', 'Abendlauf']],
    ['created_at', ['Öko-Lauf', 'Abendlauf', 'Zuger Lauf', 'Parklauf']],
    ['-created_at', ['Parklauf', 'Zuger Lauf', 'Abendlauf', 'Öko-Lauf']],
  ])('comes by %s', async (sort, names) => {
    for (const client of [visitor, lea]) expect(await found(client, `sort=${sort}`)).toEqual(names);
  });

  test('knows no other order', async () => {
    expect(eventSortings).toHaveLength(6);
    await visitor.expect(422, 'GET /api/events?sort=rr_simple_ip');
  });

  test.each([
    ['oko', ['Öko-Lauf']],
    ['THUN%20lauf', ['Parklauf', 'Abendlauf']],
    ['zurich', ['Öko-Lauf']],
    ['%25', []],
    ['nirgends', []],
  ])('is searched for %s, accents or not', async (q, names) => {
    for (const client of [visitor, lea]) expect(await found(client, `q=${q}`)).toEqual(names);
  });

  test('is searched by the address of timing by staff alone', async () => {
    const [event] = await lea.expect<Event[]>(200, 'GET /api/events');
    const [, key] = /\/\d+\/(\w+)/.exec(event?.rr_simple_ip ?? '') ?? [];
    expect(key).toMatch(/\w{4}/);
    expect(await found(lea, `q=${key}`)).toEqual([event?.name]);
    for (const client of [visitor, await app.signedIn('otto')]) expect(await found(client, `q=${key}`)).toEqual([]);
  });

  test('tells staff how each event is, in a page too', async () => {
    const { items } = await lea.expect<Page>(200, 'GET /api/events?limit=1&sort=name');
    expect(items).toMatchObject([{ name: 'Abendlauf', participants: 1, gift_count: 0 }]);
    const { items: shown } = await visitor.expect<Page>(200, 'GET /api/events?limit=1&sort=name');
    expect(shown[0]).toMatchObject({ name: 'Abendlauf' });
    expect(Object.keys(shown[0] ?? {})).toEqual(expect.not.arrayContaining(['rr_simple_ip', 'participants']));
  });
});

test('who hides an event is told so in his language', async () => {
  const [event] = await lea.expect<Event[]>(200, 'GET /api/events?');
  const headers = { 'accept-language': 'fr' };
  expect(await vera.expect(200, `DELETE /api/events/${event?.id}`, { headers })).toEqual({
    message: `${event?.name} est supprimé.`,
  });
});
