import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aNewKey, aPerson, aPledge, aSyncedEvent, type Made } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;
let made: Made;

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
});
beforeEach(async () => {
  made = await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Öztürk', Email: 'geheim@example.test' }), aPerson()]);
});
afterAll(() => app.stop());

const pathOf = ({ event }: Made) => `/api/events/${event.id}/participants`;

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** As it goes over the wire: `fetch` would unpack it. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(app.url + path, { method, headers }, (response) => {
      const done = (bytes: Buffer) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
      buffer(response).then(done, reject);
    });
    request.once('error', reject).end();
  });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
/** For shared caches a second and one more while they ask; browsers ask each time. */
const SHARED = 'public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1';
const encodings = ['br', 'gzip', 'identity'] as const;

describe('the start list for everybody', () => {
  test.each(encodings)('is sent in %s, with a tag of its own', async (encoding) => {
    const { status, headers, bytes } = await raw(pathOf(made), { 'accept-encoding': encoding });
    expect([status, headers['content-encoding']]).toEqual([200, encoding === 'identity' ? undefined : encoding]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
      'cache-control': SHARED,
      vary: 'accept-encoding, cookie',
      etag: expect.stringMatching(new RegExp(`^"[\\w-]{43}-${encoding}"$`)),
    });
    expect(JSON.parse(unpack[encoding](bytes).toString())).toEqual(
      await visitor.expect<Participant[]>(200, `GET ${pathOf(made)}`),
    );
  });

  test.each(encodings)('is not sent again to who has it in %s', async (encoding) => {
    const ask = (headers: Record<string, string> = {}) =>
      raw(pathOf(made), { 'accept-encoding': encoding, ...headers });
    const { etag = '' } = (await ask()).headers;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, headers, bytes } = await ask({ 'if-none-match': known });
      expect([known, status, bytes.length]).toEqual([known, 304, 0]);
      expect(headers).toMatchObject({ etag, 'cache-control': SHARED, vary: 'accept-encoding, cookie' });
      expect(headers['content-encoding']).toBeUndefined();
    }
    const others = encodings
      .filter((other) => other !== encoding)
      .map((other) => etag.replace(`-${encoding}`, `-${other}`));
    for (const unknown of ['"other"', '', ...others]) {
      expect([unknown, (await ask({ 'if-none-match': unknown })).status]).toEqual([unknown, 200]);
    }
  });

  test('answers HEAD as GET, without a body', async () => {
    for (const accepted of encodings) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => raw(pathOf(made), { 'accept-encoding': accepted }, method)),
      );
      const told = ({ status, headers }: Raw) => ({ status, headers: { ...headers, date: '', 'x-request-id': '' } });
      expect(told(head as Raw)).toEqual(told(get as Raw));
      expect([head?.bytes.length, Number(get?.bytes.length) > 0]).toEqual([0, true]);
    }
    const { etag = '' } = (await raw(pathOf(made))).headers;
    expect((await raw(pathOf(made), { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
  });

  test('is the same for many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => raw(pathOf(made))));
    expect(
      new Set(answers.map(({ status, headers, bytes }) => `${status} ${headers.etag} ${bytes.toString()}`)).size,
    ).toBe(1);
  });

  test('knows no language and no parameter that means nothing', async () => {
    const { etag } = (await raw(pathOf(made))).headers;
    for (const path of [`${pathOf(made)}?utm_source=mail`, `${pathOf(made)}?`]) {
      expect((await raw(path, { 'accept-language': 'it', cookie: 'language=fr' })).headers.etag).toBe(etag);
    }
  });

  test('of an event that is hidden is gone at once', async () => {
    expect((await raw(pathOf(made))).status).toBe(200);
    await vera.expect(200, `DELETE /api/events/${made.event.id}`);
    const { status, headers } = await raw(pathOf(made));
    expect([status, headers.etag, headers['cache-control']]).toEqual([404, undefined, 'no-store']);
  });
});

describe('a change is seen at once', () => {
  const namesOf = async () => {
    const { headers, bytes } = await raw(pathOf(made));
    const people = JSON.parse(bytes.toString()) as Participant[];
    return { etag: headers.etag, names: people.map((one) => one.name).toSorted() };
  };

  test('after a sync, which leaves the tag where nothing changed', async () => {
    const before = await namesOf();
    made = await aNewKey(app, vera, made);
    await vera.expect(200, `POST /api/events/${made.event.id}/sync-participants`);
    expect(await namesOf()).toEqual(before);
    made.source.people = [...made.source.people, aPerson({ Lastname: 'Neu' })];
    made = await aNewKey(app, vera, made);
    await vera.expect(200, `POST /api/events/${made.event.id}/sync-participants`);
    const after = await namesOf();
    expect(after.names).toEqual([...before.names, 'Anna Neu'].toSorted());
    expect(after.etag).not.toBe(before.etag);
  });

  test('after an admin shows names otherwise, and back', async () => {
    const before = await namesOf();
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { names_shown: 'short' } });
    const after = await namesOf();
    expect(after.names).toEqual(['Anna M.', 'Anna Ö.']);
    expect(after.etag).not.toBe(before.etag);
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { names_shown: 'full' } });
    expect(await namesOf()).toEqual(before);
  });
});

describe('what staff see and what the public sees', () => {
  test('never meet, whoever asks first', async () => {
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { names_shown: 'short' } });
    for (const client of [vera, visitor, lea, visitor, vera, await app.signedIn('otto'), visitor]) {
      const { headers, body } = await client.send<Participant[]>(`GET ${pathOf(made)}`);
      const isStaff = client === vera || client === lea;
      expect(JSON.stringify(body).includes('geheim@')).toBe(isStaff);
      expect(JSON.stringify(body).includes('Öztürk')).toBe(isStaff);
      const kept = client === visitor ? SHARED : 'private, no-store';
      expect([headers.get('cache-control'), headers.get('etag') !== null]).toEqual([kept, client === visitor]);
    }
  });

  test('a session is asked for anew, whatever tag it sends', async () => {
    const { etag = '' } = (await raw(pathOf(made))).headers;
    const { status, body } = await vera.send(`GET ${pathOf(made)}`, { headers: { 'if-none-match': etag } });
    expect([status, JSON.stringify(body).includes('geheim@')]).toEqual([200, true]);
    const stale = await raw(pathOf(made), { cookie: 'session=nobody-has-this', 'if-none-match': etag });
    expect([stale.status, stale.headers['cache-control'], stale.headers.etag]).toEqual([
      200,
      'private, no-store',
      undefined,
    ]);
    expect(stale.bytes.toString()).not.toContain('geheim@');
  });

  test.each(['q=anna', 'q=', 'q=anna&limit=1'])('a search (%s) is not kept', async (query) => {
    const { status, headers, bytes } = await raw(`${pathOf(made)}?${query}`);
    expect([status, headers.etag, headers.vary]).toEqual([200, undefined, 'cookie']);
    expect(JSON.parse(bytes.toString())).toMatchObject({ total: expect.any(Number) });
  });
});

describe('a page of the list', () => {
  const page = (query: string, headers = {}) => raw(`${pathOf(made)}?${query}`, headers);

  test.each(['limit=1', 'offset=1', 'sort=-last_name', 'sort=gifts&limit=1'])('(%s) has its own tag', async (query) => {
    const { headers, bytes } = await page(query);
    expect(headers).toMatchObject({ 'cache-control': SHARED, vary: 'accept-encoding, cookie' });
    expect(JSON.parse(bytes.toString())).toMatchObject({ total: 2 });
    const { etag = '' } = headers;
    expect((await page(`${query}&utm_source=mail`, { 'if-none-match': etag })).status).toBe(304);
    for (const other of ['', 'limit=2', 'limit=1&offset=9'])
      expect([other, (await page(other, { 'if-none-match': etag })).status]).toEqual([other, 200]);
  });

  test('is another one at once after a change, and gone with its event', async () => {
    const first = async () => (JSON.parse((await page('limit=1')).bytes.toString()) as { items: unknown[] }).items[0];
    expect(await first()).toMatchObject({ last_name: expect.stringMatching(/^Muster/) });
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { names_shown: 'short' } });
    expect(await first()).toMatchObject({ last_name: 'M.' });
    await vera.expect(200, `DELETE /api/events/${made.event.id}`);
    expect((await page('limit=1')).status).toBe(404);
  });
});

describe('within two seconds', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const ask = async <T>(path: string) => JSON.parse((await raw(path)).bytes.toString()) as T;
  /** Where it was and where it is, a moment before the two seconds are over and after them. */
  const changes = async <T>(look: () => Promise<T>, change: () => Promise<unknown>) => {
    const looks = [await look()];
    await change();
    for (const ms of [1999, 1]) {
      vi.setSystemTime(Date.now() + ms);
      looks.push(await look());
    }
    return looks;
  };

  test('all see the same events; what is changed here is seen at once', async () => {
    const { id } = made.event;
    const place = async () => (await ask<Event[]>('/api/events')).find((event) => event.id === id)?.place;
    const { db } = app.product.ctx;
    const elsewhere = () => db.updateTable('events').set({ place: 'Chur' }).where('id', '=', id).execute();
    expect(await changes(place, elsewhere)).toEqual([null, null, 'Chur']);
    await vera.expect(200, `PUT /api/events/${id}`, { body: { place: 'Sion' } });
    expect(await place()).toBe('Sion');
  });

  test('all see the same order by what was promised', async () => {
    const path = `${pathOf(made)}?sort=-pledges&limit=1`;
    const first = async () => (await ask<{ items: Participant[] }>(path)).items[0]?.id;
    const before = await first();
    const other = (await ask<Participant[]>(pathOf(made))).find(({ id }) => id !== before) as Participant;
    const { token } = await aPledge(app, other);
    const confirm = () => visitor.expect(200, `POST /api/donations/confirm/${token}`);
    expect(await changes(first, confirm)).toEqual([before, before, other.id]);
  });
});

describe.each(['totals', 'event'])('donations/%s is computed every two seconds at most', (list) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const ask = () => raw(`/api/donations/${list}/${made.event.id}`);

  test('whatever happens meanwhile, and staff see it as it is', async () => {
    const [participant] = await visitor.expect<Participant[]>(200, `GET ${pathOf(made)}`);
    const { token } = await aPledge(app, participant as Participant, { amount_per_unit: '3.50' });
    const before = await ask();
    expect(before.bytes.toString()).not.toContain('confirmed"');
    await visitor.expect(200, `POST /api/donations/confirm/${token}`);
    vi.setSystemTime(Date.now() + 1999);
    const meanwhile = await ask();
    expect([meanwhile.headers.etag, meanwhile.bytes]).toEqual([before.headers.etag, before.bytes]);
    const now = await vera.send(`GET /api/donations/${list}/${made.event.id}`);
    expect(JSON.stringify(now.body)).toContain('3.50');
    vi.setSystemTime(Date.now() + 1);
    const after = await ask();
    expect(JSON.parse(after.bytes.toString())).toEqual(now.body);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(
      (await raw(`/api/donations/${list}/${made.event.id}`, { 'if-none-match': after.headers.etag ?? '' })).status,
    ).toBe(304);
  });

  test('but an event that is deleted is gone at once', async () => {
    expect((await ask()).status).toBe(200);
    await vera.expect(200, `DELETE /api/events/${made.event.id}`);
    expect((await ask()).status).toBe(404);
  });
});
