import { describe, expect, test } from 'vitest';
import { fail } from '#server/failure.ts';
import { bytesStore, encodingFor, ofVersion, type StoredAnswer } from './bytes-store.ts';

function answer(text: string, status = 200): StoredAnswer {
  const bytes = Buffer.from(text);
  return { status, headers: {}, bytes: { identity: bytes, gzip: bytes, br: bytes } };
}

function counted(make: () => StoredAnswer | Promise<StoredAnswer>) {
  const rendering = { times: 0, render: async () => ((rendering.times += 1), make()) };
  return rendering;
}

describe('the store', () => {
  test('renders once for all who ask at the same time, and for those who come later', async () => {
    const store = bytesStore();
    const list = counted(() => answer('a'));
    const ask = () => store.get('key', ofVersion(1), list.render);
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second).toBe(first);
    expect(await ask()).toBe(first);
    expect(list.times).toBe(1);
  });

  test('renders anew for a later version, which then also serves who still asks for the earlier one', async () => {
    const store = bytesStore();
    await store.get('key', ofVersion(1), async () => answer('a'));
    const later = await store.get('key', ofVersion(2), async () => answer('b'));
    expect(later.bytes.identity.toString()).toBe('b');
    expect(await store.get('key', ofVersion(1), async () => answer('c'))).toBe(later);
  });

  test('a rendering that ends after a later one does not replace it', async () => {
    const store = bytesStore();
    const { promise, resolve } = Promise.withResolvers<StoredAnswer>();
    const slow = store.get('key', ofVersion(1), () => promise);
    const later = await store.get('key', ofVersion(2), async () => answer('b'));
    resolve(answer('a'));
    await slow;
    expect(await store.get('key', ofVersion(2), async () => answer('c'))).toBe(later);
  });

  test.each([
    ['an error', () => Promise.reject(new Error('broken'))],
    ['a failure', async () => fail('unknown_event')],
    ['a page of another status', async () => answer('gone', 404)],
  ])('does not keep %s', async (_, render) => {
    const store = bytesStore();
    await store.get<StoredAnswer>('key', ofVersion(1), render as () => Promise<StoredAnswer>).catch(() => null);
    expect(await store.get('key', ofVersion(1), async () => answer('good'))).toMatchObject({ status: 200 });
  });

  test('stays within its bound, and lets go what was not used for longest', async () => {
    const store = bytesStore(7000);
    const pages = new Map(['a', 'b', 'c'].map((key) => [key, counted(() => answer(key.repeat(500)))]));
    const ask = (key: string) => store.get(key, ofVersion(1), pages.get(key)?.render ?? expect.fail);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect([...pages.values()].map(({ times }) => times)).toEqual([1, 2, 1]);
  });

  test('stays within it however little each holds', async () => {
    const store = bytesStore(100_000);
    const empty = counted(() => answer('[]'));
    const ask = (key: number) => store.get(`page ${key}`, ofVersion(1), empty.render);
    for (let key = 1; key <= 100; key += 1) await ask(key);
    await ask(100);
    expect(empty.times).toBe(100);
    await ask(1);
    expect(empty.times).toBe(101);
  });

  test('hands out what is larger than itself, without keeping it', async () => {
    const store = bytesStore(100);
    const huge = counted(() => answer('x'.repeat(1000)));
    for (const _ of [1, 2]) expect(await store.get('key', ofVersion(1), huge.render)).toMatchObject({ status: 200 });
    expect(huge.times).toBe(2);
  });
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('who accepts %j gets %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));
