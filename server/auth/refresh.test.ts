/** @module-tag slow */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IdentityFault } from '#sandbox/identity/faults.ts';
import { readConfig } from '#server/config.ts';
import { startProduct, type Product } from '#server/product.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { isSignedIn, me, rolesOf } from '#test/sign-in.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let app: App;
/** Another instance on the same database. */
let other: Product;

beforeAll(async () => {
  // Without the job that asks ahead: whoever comes has to ask.
  app = await startApp({ env: { JOBS: 'off' } });
  other = await startProduct(readConfig({ ...app.env, PORT: '0' }), { clock: app.now, log: app.product.ctx.log });
});
beforeEach(async () => {
  const { faults, setRoles, rename, enable, rotateRefreshTokens } = app.identity;
  faults.clear();
  await app.identity.down(false);
  setRoles('lea', ['viewer']);
  rename('lea', 'Léa', 'Leserin');
  enable('lea');
  rotateRefreshTokens(false);
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const refreshes = () => app.identity.faults.calls('token');
/** Many at once, at both instances. */
const crowd = (client: TestClient) =>
  Promise.all(
    Array.from({ length: 32 }, async (_, n) => {
      const address = n % 2 === 0 ? app.url : other.address;
      return (await fetch(`${address}/api/activities`, { headers: { cookie: client.cookie } })).status;
    }),
  );

describe('what the provider said is believed for five minutes', () => {
  test('and then asked anew, once', async () => {
    const lea = await app.signedIn('lea');
    const before = refreshes();
    app.forward(5 * MINUTE - 10 * SECOND);
    expect([await isSignedIn(lea), refreshes() - before]).toEqual([true, 0]);
    app.forward(10 * SECOND);
    expect([await isSignedIn(lea), refreshes() - before]).toEqual([true, 1]);
    expect([await isSignedIn(lea), refreshes() - before]).toEqual([true, 1]);
  });

  test('a role that was taken away is gone', async () => {
    const lea = await app.signedIn('lea');
    app.identity.setRoles('lea', []);
    app.forward(5 * MINUTE);
    await lea.expect(403, 'GET /api/activities');
    await lea.expect(403, 'GET /admin');
    expect(await rolesOf(lea)).toEqual([]);
  });

  test('a role that was given is there, and another name', async () => {
    const lea = await app.signedIn('lea');
    app.identity.setRoles('lea', ['viewer', 'admin']);
    app.identity.rename('lea', 'Léa', 'Neugut');
    app.forward(5 * MINUTE);
    expect((await me(lea)).body).toMatchObject({ name: 'Léa Neugut', roles: ['admin', 'viewer'] });
    await lea.expect(422, 'POST /api/events', { body: {} });
  });

  test('somebody who was disabled is out, and stays out', async () => {
    const lea = await app.signedIn('lea');
    app.identity.disable('lea');
    app.forward(5 * MINUTE);
    await lea.expect(401, 'GET /api/activities');
    await lea.expect(302, 'GET /admin');
    app.identity.enable('lea');
    expect(await isSignedIn(lea)).toBe(false);
  });

  test('a session that the provider no longer knows ends (invalid_grant)', async () => {
    const [lea, vera] = [await app.signedIn('lea'), await app.signedIn('vera')];
    app.identity.forgetSessions('lea');
    app.forward(5 * MINUTE);
    expect([await isSignedIn(lea), await isSignedIn(vera)]).toEqual([false, true]);
  });

  test('keys that changed in the meantime end nothing', async () => {
    const lea = await app.signedIn('lea');
    await app.identity.rotateKeys();
    app.identity.setRoles('lea', ['admin']);
    app.forward(5 * MINUTE);
    expect(await rolesOf(lea)).toEqual(['admin']);
  });
});

describe('of many callers at two instances', () => {
  test('one asks, even where a refresh token that comes twice ends the session', async () => {
    app.identity.rotateRefreshTokens(true);
    const lea = await app.signedIn('lea');
    for (let round = 0; round < 5; round += 1) {
      const before = refreshes();
      app.forward(5 * MINUTE);
      expect(new Set(await crowd(lea))).toEqual(new Set([200]));
      expect(refreshes() - before).toBe(1);
    }
  });

  test('a second asker with the old token would end it (control)', async () => {
    app.identity.rotateRefreshTokens(true);
    const lea = await app.signedIn('lea');
    const { db } = app.product.ctx;
    const row = await db
      .selectFrom('sessions')
      .select(['id_hash', 'refresh_token'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    app.forward(5 * MINUTE);
    expect(await isSignedIn(lea)).toBe(true);
    await db
      .updateTable('sessions')
      .set({ refresh_token: row.refresh_token })
      .where('id_hash', '=', row.id_hash)
      .execute();
    app.forward(5 * MINUTE);
    expect(await isSignedIn(lea)).toBe(false);
  });

  test('nobody slips through while one asks', async () => {
    const lea = await app.signedIn('lea');
    app.identity.setRoles('lea', []);
    app.identity.faults.add({ at: 'token', does: 'delay', ms: 300 });
    app.forward(5 * MINUTE);
    expect(new Set(await crowd(lea))).toEqual(new Set([403]));
    app.identity.disable('lea');
    app.forward(5 * MINUTE);
    expect(new Set(await crowd(lea))).toEqual(new Set([401]));
  });

  test('whoever asks and dies is followed by another', async () => {
    const lea = await app.signedIn('lea');
    app.forward(5 * MINUTE);
    await app.product.ctx.db.updateTable('sessions').set({ claimed_at: app.now() }).execute();
    const before = refreshes();
    const asked = isSignedIn(lea);
    app.forward(30 * SECOND);
    expect([await asked, refreshes() - before]).toEqual([true, 1]);
  });

  test('a session that ended while it was asked about stays ended', async () => {
    const [here, there] = [await app.signedIn('lea'), await app.signedIn('lea')];
    app.forward(5 * MINUTE);
    app.identity.faults.add({ at: 'userinfo', does: 'delay', ms: 500, times: 1 });
    const before = app.identity.faults.calls('userinfo');
    const asked = isSignedIn(here);
    await expect.poll(() => app.identity.faults.calls('userinfo')).toBe(before + 1);
    await there.expect(200, 'POST /api/auth/sign-out-everywhere');
    expect([await asked, await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false, false]);
  });
});

describe('while the provider is away, sessions go on', () => {
  test('for as long as it lasts; what changed is heard when it is back', async () => {
    const lea = await app.signedIn('lea');
    await app.identity.down(true);
    app.identity.disable('lea');
    for (let hour = 0; hour < 3; hour += 1) {
      app.forward(HOUR);
      expect(await rolesOf(lea)).toEqual(['viewer']);
    }
    await app.identity.down(false);
    app.forward(2 * MINUTE);
    expect(await isSignedIn(lea)).toBe(false);
  });

  test.each<[string, IdentityFault]>([
    ['that fails', { at: 'token', does: 'status', status: 500 }],
    ['in repair', { at: 'token', does: 'status', status: 503, error: 'temporarily_unavailable' }],
    ['that has enough', { at: 'token', does: 'status', status: 429, error: 'slow_down' }],
    ['that does not know us any more', { at: 'token', does: 'status', status: 401, error: 'invalid_client' }],
    ['that does not serve us any more', { at: 'token', does: 'status', status: 400, error: 'unauthorized_client' }],
    ['behind a page of maintenance', { at: 'token', does: 'html' }],
    ['that breaks off', { at: 'token', does: 'cut' }],
    ['whose userinfo fails', { at: 'userinfo', does: 'status', status: 502 }],
    ['whose userinfo breaks off', { at: 'userinfo', does: 'cut' }],
  ])('a provider %s', async (_, fault) => {
    const lea = await app.signedIn('lea');
    app.identity.setRoles('lea', []);
    app.identity.faults.add(fault);
    app.forward(5 * MINUTE);
    expect(await rolesOf(lea)).toEqual(['viewer']);
    app.identity.faults.clear();
    app.forward(2 * MINUTE);
    expect(await rolesOf(lea)).toEqual([]);
  });

  test('a provider whose new keys cannot be had; its new refresh token is not lost', async () => {
    app.identity.rotateRefreshTokens(true);
    const lea = await app.signedIn('lea');
    await app.identity.rotateKeys();
    app.identity.setRoles('lea', []);
    app.identity.faults.add({ at: 'jwks', does: 'status', status: 500 });
    app.forward(5 * MINUTE);
    expect(await rolesOf(lea)).toEqual(['viewer']);
    app.identity.faults.clear();
    app.forward(2 * MINUTE);
    expect(await rolesOf(lea)).toEqual([]);
  });

  test('one that never answers keeps one caller waiting, for seconds, and nobody after', async () => {
    const lea = await app.signedIn('lea');
    app.identity.faults.add({ at: 'token', does: 'stall' });
    app.forward(5 * MINUTE);
    const [first, home] = [isSignedIn(lea), performance.now()];
    await app.client().expect(200, 'GET /');
    expect(performance.now() - home).toBeLessThan(1000);
    expect([await first, performance.now() - home]).toEqual([true, expect.closeTo(5000, -4)]);
    const next = performance.now();
    expect([await isSignedIn(lea), performance.now() - next < 1000]).toEqual([true, true]);
  });
});

test('a job asks ahead for who is at work, so that nobody waits; who is at rest is not asked about', async () => {
  const working = await startApp();
  try {
    const [lea, vera] = [await working.signedIn('lea'), await working.signedIn('vera')];
    const { identity, product } = working;
    identity.setRoles('lea', []);
    working.forward(4 * MINUTE);
    const seen = { seen_at: working.now() };
    const { id } = (await me(lea)).body;
    await product.ctx.db.updateTable('sessions').set(seen).where('staff_id', '=', id).execute();
    await product.ctx.db
      .updateTable('sessions')
      .set({ seen_at: new Date(working.now().getTime() - HOUR) })
      .where('staff_id', '!=', id)
      .execute();
    const before = identity.faults.calls('token');
    await expect.poll(() => rolesOf(lea), { timeout: 20_000 }).toEqual([]);
    expect(identity.faults.calls('token') - before).toBe(1);
    expect(await rolesOf(vera)).toEqual(['admin']);
  } finally {
    await working.stop();
  }
});

test('no token and no name was logged', () => {
  expect(app.logs.join('')).not.toMatch(/eyJ|Leserin|example\.test/);
  expect(app.logs.join('')).toContain('a session goes on unchecked');
});
