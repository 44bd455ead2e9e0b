import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client()];
});
afterAll(() => app.stop());

/** What a door says to a request with just these headers, which has nothing else wrong but an empty form. */
async function answerTo(client: TestClient, line: string, headers: Record<string, string>) {
  const [method = '', path = ''] = line.split(' ');
  const body = method === 'GET' ? {} : { body: '{}' };
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('OURS', new URL(app.url).port)]),
  );
  const response = await client.fetch(app.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...sent },
    ...body,
  });
  const { code } = (await response.json()) as Problem;
  return code === 'foreign_origin' ? 'refused' : response.status === 422 ? 'heard' : String(response.status);
}

describe('whence a change may come', () => {
  test.each<[Record<string, string>, string, string]>([
    [{ 'sec-fetch-site': 'same-origin' }, 'heard', 'heard'],
    [{ 'sec-fetch-site': 'none' }, 'heard', 'heard'],
    [{ 'sec-fetch-site': 'same-site' }, 'refused', 'refused'],
    [{ 'sec-fetch-site': 'cross-site' }, 'refused', 'refused'],
    [{ 'sec-fetch-site': '' }, 'refused', 'refused'],
    [{ 'sec-fetch-site': 'SAME-ORIGIN' }, 'refused', 'refused'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 'heard', 'heard'],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:OURS' }, 'refused', 'refused'],
    [{ origin: 'http://localhost:OURS' }, 'heard', 'heard'],
    [{ origin: 'http://127.0.0.1:OURS' }, 'heard', 'heard'],
    [{ origin: 'http://[::1]:OURS' }, 'heard', 'heard'],
    [{ origin: 'http://127.0.0.1:1' }, 'refused', 'refused'],
    [{ origin: 'http://localhost' }, 'refused', 'refused'],
    [{ origin: 'https://localhost:OURS' }, 'refused', 'refused'],
    [{ origin: 'https://evil.example' }, 'refused', 'refused'],
    [{ origin: 'http://localhost.evil.example:OURS' }, 'refused', 'refused'],
    [{ origin: 'http://127.0.0.1.evil.example:OURS' }, 'refused', 'refused'],
    [{ origin: 'null' }, 'refused', 'refused'],
    [{ origin: '' }, 'refused', 'refused'],
    [{ referer: 'https://evil.example/' }, 'heard', 'refused'],
    [{}, 'heard', 'refused'],
  ])('%j: without a session %s, with one %s', async (headers, without, within) => {
    expect(await answerTo(visitor, 'POST /api/donations', headers)).toBe(without);
    expect(await answerTo(vera, 'POST /api/donations', headers)).toBe(within);
    expect(await answerTo(vera, 'POST /api/events', headers)).toBe(within);
  });

  test('a token in the path is the whole permission, whoever sends it', async () => {
    const foreign: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'null' }];
    for (const headers of foreign) {
      for (const line of [
        'POST /api/donations/confirm/nobody-has-this',
        'POST /api/donations/cancel/nobody-has-this',
      ]) {
        expect(await answerTo(vera, line, headers)).toBe('404');
      }
    }
  });

  test('reading is free', async () => {
    expect(
      await answerTo(vera, 'GET /api/activities', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
    ).toBe('200');
  });

  test('no other site may read an answer', async () => {
    const { headers } = await visitor.send('GET /api/events', { headers: { origin: 'https://evil.example' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const { status, headers: allowed } = await visitor.send('OPTIONS /api/events', { headers: preflight });
    expect([status, allowed.get('access-control-allow-origin')]).toEqual([404, null]);
  });
});
