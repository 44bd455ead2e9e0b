import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { fold } from '#domain/text.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aSyncedEvent, personCalled, type Made } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
});
afterAll(() => app.stop());

interface Page {
  items: Participant[];
  total: number;
}

const forStaff = (eventId: number, query: string, client = lea) =>
  client.expect<Page>(200, `GET /api/events/${eventId}/participants?${query}`);
const add = (eventId: number, fields: Record<string, unknown>) =>
  vera.expect(201, `POST /api/events/${eventId}/participants`, { body: { email: 'anna@example.test', ...fields } });
const correct = (id: number, body: object) => vera.expect(200, `PUT /api/participants/${id}`, { body });

describe('the list for staff', () => {
  let made: Made;
  beforeAll(async () => {
    made = await aSyncedEvent(
      app,
      vera,
      [
        personCalled('Ursina', 'Öztürk', { Bib: 288, Club: 'TV Thun', Email: 'ursina@example.test' }),
        personCalled('Adrian', 'Zgraggen', { Bib: 12, Club: 'LC Uri' }),
        personCalled('Zoë', 'Abt', { Bib: 13, Club: '' }),
      ],
      { names_shown: 'none' },
    );
    await add(made.event.id, { name: 'Peter Pendent', status: 'pending' });
    const { items } = await forStaff(made.event.id, 'status=all&q=abt');
    await correct(items[0]?.id ?? 0, { status: 'withdrawn' });
  });
  const names = async (query: string, client = lea) =>
    (await forStaff(made.event.id, query, client)).items.map((one) => one.last_name);

  test.each([
    ['all', ['Abt', 'Öztürk', 'Pendent', 'Zgraggen']],
    ['confirmed', ['Öztürk', 'Zgraggen']],
    ['registered', ['Öztürk', 'Zgraggen']],
    ['pending', ['Pendent']],
    ['cancelled', ['Abt']],
    ['withdrawn', ['Abt']],
  ])('with status=%s holds %j, by their names', async (status, expected) => {
    expect(await names(`status=${status}`)).toEqual(expected);
    expect(await names(`status=${status}&sort=-last_name`)).toEqual(expected.toReversed());
  });

  test('is searched by what staff know, and cut into pages', async () => {
    for (const q of ['ozturk', 'ursina oz', '288', 'thun', 'URSINA@example', 'f 30 ursina'])
      expect([q, await names(`status=all&q=${encodeURIComponent(q)}`)]).toEqual([q, ['Öztürk']]);
    expect(await names('status=all&q=%25')).toEqual([]);
    expect(await forStaff(made.event.id, 'status=all&limit=2&offset=1')).toMatchObject({
      items: [{ last_name: 'Öztürk' }, { last_name: 'Pendent' }],
      total: 4,
      limit: 2,
      offset: 1,
    });
  });

  test('is in the order of bibs or of time, who has none last', async () => {
    const { event } = await aSyncedEvent(app, vera, [
      personCalled('A', 'Alt', { Bib: 100 }),
      personCalled('B', 'Bis', { Bib: 'M7' }),
      personCalled('C', 'Cis', { Bib: 9 }),
    ]);
    await add(event.id, { name: 'D Des' });
    const order = async (sort: string) =>
      (await forStaff(event.id, `status=all&sort=${sort}`)).items.map((one) => one.last_name);
    expect(await order('bib')).toEqual(['Cis', 'Alt', 'Bis', 'Des']);
    expect(await order('-bib')).toEqual(['Alt', 'Cis', 'Bis', 'Des']);
    expect(await order('created_at')).toEqual(['Alt', 'Bis', 'Cis', 'Des']);
    expect((await order('-created_at'))[0]).toBe('Des');
  });

  test('is nobody else’s: the public asks for it in vain', async () => {
    for (const client of [visitor, await app.signedIn('otto')]) {
      expect(await forStaff(made.event.id, 'q=ozturk&status=all', client)).toMatchObject({ total: 0 });
      const list = await client.expect<Participant[]>(200, `GET /api/events/${made.event.id}/participants?status=all`);
      expect(list).toHaveLength(3);
      expect(JSON.stringify(list)).not.toMatch(/rk|Abt|example\.test|by_hand|approved|pinned/);
    }
  });
});

test('the database folds as the domain does', async () => {
  const words = [
    'Öztürk',
    'Æbischer',
    'D’Amico  de\u00a0Preux',
    'STRASSE ẞ Straße',
    'Łódź Đỗ Ðórr',
    'Þór',
    'Œuvre',
    'ISTANBUL İı',
    "O'Hara`s´",
    '  \u3000x ',
    'Ñandú Çelik Šimić Nguyễn',
    'Zoë-Ann 12%_\\',
  ];
  for (const word of words) {
    const { rows } = await sql<{ folded: string }>`select folded(${word}) as folded`.execute(app.product.ctx.db);
    expect([word, rows[0]?.folded]).toEqual([word, fold(word)]);
  }
});
