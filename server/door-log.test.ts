import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { pledgeBody } from '#test/factories.ts';

let app: App;
let lea: TestClient;

beforeAll(async () => {
  app = await startApp({ env: { PAYREXX_WEBHOOK_KEYS: 'demo=key', LIMIT_FORMS_PER_ADDRESS: '1/10m' } });
  lea = await app.signedIn('lea');
});
afterAll(() => app.stop());

const staff = expect.any(Number) as number;

/** What is logged meanwhile, without its time and number. */
async function loggedBy(act: () => Promise<unknown>): Promise<object[]> {
  const before = app.logs.length;
  await act();
  return app.logs.slice(before).map((line) => {
    const {
      level: _level,
      time: _time,
      pid: _pid,
      hostname: _hostname,
      request: _request,
      ...said
    } = JSON.parse(line) as Record<string, unknown>;
    return said;
  });
}

test('who signs in and out is said, by number', async () => {
  const logs = await loggedBy(async () => {
    const otto = await app.signedIn('otto');
    await otto.send('GET /auth/logout');
    const again = await app.signedIn('otto');
    await again.expect(200, 'POST /api/auth/sign-out-everywhere');
  });
  expect(logs).toEqual([
    { staff, roles: [], msg: 'signed in' },
    { staff, msg: 'signed out' },
    { staff, roles: [], msg: 'signed in' },
    { staff, sessions: 1, msg: 'signed out everywhere' },
  ]);
});

test.each<[string, string, object]>([
  ['a stranger', 'GET /api/activities', { route: 'GET /api/activities', code: 'signed_out' }],
  ['a viewer', 'PUT /api/events/7', { route: 'PUT /api/events/:id', code: 'forbidden', staff }],
  ['another site', 'POST /api/donations', { route: 'POST /api/donations', code: 'foreign_origin' }],
])('%s who is turned away is said, with the door', async (who, line, said) => {
  const client = who === 'a viewer' ? lea : app.client();
  const headers = who === 'another site' ? { headers: { 'sec-fetch-site': 'cross-site' } } : {};
  expect(await loggedBy(() => client.send(line, headers))).toEqual([{ ...said, msg: 'turned away' }]);
});

test('a limit that is reached is said once, and nothing of who reached it', async () => {
  const body = pledgeBody({ id: 1, event_id: 1 });
  const press = () => app.client().send('POST /api/donations', { body });
  expect(await loggedBy(press)).toEqual([]);
  expect(await loggedBy(press)).toEqual([{ limit: 'forms', msg: 'limit reached' }]);
  expect(await loggedBy(press)).toEqual([]);
});

test('a notice that nobody signed is said: the key may be wrong', async () => {
  const body = { transaction: { referenceId: 'x' } };
  const logs = await loggedBy(() => app.client().send('POST /api/payrexx/webhook', { body }));
  expect(logs).toEqual([{ msg: 'notice with a wrong signature' }]);
});
