import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aCallback } from '#test/factories.ts';
import { aBegunSignIn, cookiesIn, exchange, exchangeWith, isSignedIn, pairOf } from '#test/sign-in.ts';

let app: App;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  visitor = app.client('de');
  // All tests call from one network, which may try sixty times in ten minutes.
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(() => app.stop());

/** Sends cookies by hand: no jar of a client stands between. */
const statusWith = async (line: string | undefined, path = '/api/auth/me') =>
  (await fetch(app.url + path, { headers: { cookie: pairOf(line) } })).status;

describe('the whole round', () => {
  test('leads to the provider and back into the admin area', async () => {
    expect(await visitor.expect<Problem>(401, 'GET /api/auth/me')).toMatchObject({
      code: 'signed_out',
      message: 'Melden Sie sich an.',
    });
    const { status, headers } = await visitor.send('GET /auth/keycloak');
    const asked = new URL(headers.get('location') ?? '');
    expect([status, asked.href.startsWith(app.identity.issuer)]).toEqual([302, true]);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${app.url}/auth/keycloak/callback`,
      state: expect.stringMatching(/^.{22,}$/),
      nonce: expect.stringMatching(/^.{22,}$/),
    });
    const { body } = await exchange(visitor, await aCallback(app, visitor, 'vera'));
    expect(body).toEqual({
      user: { id: expect.any(Number), name: 'Vera Verwalter', email: 'vera@example.test', roles: ['admin'] },
      return_to: '/admin',
    });
    expect(await visitor.expect(200, 'GET /api/auth/me')).toMatchObject({
      ...body.user,
      expires_at: expect.any(String),
    });
    await visitor.expect(200, 'GET /admin');
  });

  test('leaves cookies that scripts and other sites cannot use', async () => {
    expect(cookiesIn(await visitor.send('GET /auth/keycloak'))).toEqual([
      expect.stringMatching(/^attempt=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const answer = await exchange(visitor, await aCallback(app, visitor, 'vera'));
    expect(cookiesIn(answer)).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
  });

  test('is one person in our tables, however often he signs in', async () => {
    const ids = [];
    for (let n = 0; n < 2; n += 1)
      ids.push((await exchange(visitor, await aCallback(app, visitor, 'lea'))).body.user?.id);
    expect(ids[0]).toBe(ids[1]);
  });

  test('begins on the host that the provider sends people back to', async () => {
    const elsewhere = `${app.url.replace('localhost', '127.0.0.1')}/auth/keycloak?return_to=/admin/events`;
    const { status, headers } = await visitor.fetch(elsewhere);
    const home = new URL(headers.get('location') ?? '');
    expect([status, home.origin, home.pathname]).toEqual([302, app.url, '/auth/keycloak']);
    expect(home.searchParams.get('return_to')).toBe('/admin/events');
    expect(headers.getSetCookie()).toEqual([]);
    const callback = await aCallback(app, visitor, 'vera', home.href);
    expect((await exchange(visitor, callback)).body.return_to).toBe('/admin/events');
  });

  test('is not sent in a circle by a proxy that names us otherwise', async () => {
    // As the browser asks at the right host, and as each request of it arrives.
    const arriving = (path: string) => visitor.fetch(app.url.replace('localhost', '127.0.0.1') + path);
    const moved = new URL((await arriving('/auth/keycloak?return_to=/admin/events')).headers.get('location') ?? '');
    const begun = await arriving(moved.pathname + moved.search);
    expect(begun.headers.get('location')).toMatch(new RegExp(`^${app.identity.issuer}/`));
    expect(cookiesIn(begun)).toHaveLength(1);
  });

  test.each(['prefetch', 'prefetch;prerender'])(
    'is not begun nor ended by a browser that only guesses (%s)',
    async (purpose) => {
      const vera = await app.signedIn('vera');
      for (const path of ['/auth/keycloak', '/auth/logout']) {
        for (const header of ['sec-purpose', 'purpose']) {
          const { headers } = await vera.send('GET ' + path, { headers: { [header]: purpose } });
          expect([path, headers.getSetCookie(), headers.get('location')]).toEqual([path, [], null]);
        }
      }
      expect(await isSignedIn(vera)).toBe(true);
    },
  );

  test('is tried sixty times in ten minutes at most', async () => {
    await visitor.expect(302, 'GET /auth/keycloak');
    await app.product.ctx.db.updateTable('rate_windows').set({ n: 60 }).execute();
    const { status, headers, body } = await visitor.send<string>('GET /auth/keycloak');
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.closeTo(600, -2)]);
    expect(body).toMatch(/Das waren gerade zu viele Versuche. Warten Sie \d+ Minuten/);
    const refused = await visitor.send<Problem>('POST /api/auth/token', { body: { code: 'x', redirect_uri: 'x' } });
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      'too_many',
      expect.closeTo(600, -2),
    ]);
  });
});

describe('after signing in', () => {
  test.each([
    ['/admin/events?q=Thun&page=2', '/admin/events?q=Thun&page=2'],
    ['/participants/zuercher-lauf', '/participants/zuercher-lauf'],
    ['//evil.example', '/admin'],
    ['/\\evil.example', '/admin'],
    ['\\/evil.example', '/admin'],
    ['/\t/evil.example', '/admin'],
    ['/\n/evil.example', '/admin'],
    [' //evil.example', '/admin'],
    ['https://evil.example', '/admin'],
    ['javascript:alert(1)', '/admin'],
    ['admin', '/admin'],
    ['', '/admin'],
    ['/auth/logout', '/admin'],
  ])('who came with %j goes on to %s', async (wanted, goes) => {
    const callback = await aCallback(app, visitor, 'lea', `/auth/keycloak?return_to=${encodeURIComponent(wanted)}`);
    const { body } = await exchange(visitor, callback);
    expect(body.return_to).toBe(goes);
    expect(new URL(body.return_to ?? '', app.url).origin).toBe(app.url);
  });

  test('two wishes are none', async () => {
    const callback = await aCallback(app, visitor, 'lea', '/auth/keycloak?return_to=/one&return_to=//evil.example');
    expect((await exchange(visitor, callback)).body.return_to).toBe('/admin');
  });

  test('the session has a new name, and an earlier one is dead', async () => {
    const first = cookiesIn(await exchange(visitor, await aCallback(app, visitor, 'vera')))[0];
    const second = cookiesIn(await exchange(visitor, await aCallback(app, visitor, 'vera')))[0];
    expect(second).not.toBe(first);
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  });

  test('a name that was planted before is not taken over', async () => {
    const { attempt, callback } = await aBegunSignIn(app, visitor);
    const planted = `session=${'A'.repeat(43)}`;
    const answer = await exchangeWith(app, `${attempt}; ${planted}`, callback);
    expect(answer.status).toBe(200);
    expect(cookiesIn(answer)[0]).not.toContain(planted);
    expect([await statusWith(planted), await statusWith(cookiesIn(answer)[0])]).toEqual([401, 200]);
  });

  test('signing out ends the session here and at the provider', async () => {
    const cookie = cookiesIn(await exchange(visitor, await aCallback(app, visitor, 'vera')))[0];
    expect(await statusWith(cookie)).toBe(200);
    const { status, headers } = await visitor.send('GET /auth/logout');
    const end = new URL(headers.get('location') ?? '');
    expect([status, end.href.startsWith(`${app.identity.issuer}/protocol/openid-connect/logout`)]).toEqual([302, true]);
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/`);
    expect([await isSignedIn(visitor), await statusWith(cookie), await statusWith(cookie, '/api/activities')]).toEqual([
      false,
      401,
      401,
    ]);
    const back = await visitor.fetch(end.href);
    expect(back.headers.get('location')).toBe(`${app.url}/`);
    const anew = await visitor.fetch((await visitor.send('GET /auth/keycloak')).headers.get('location') ?? '');
    expect(anew.headers.get('location')).toContain('/login-actions/');
  });

  test('signing out without a session leads home', async () => {
    const { status, headers } = await visitor.send('GET /auth/logout');
    expect([status, headers.get('location')]).toEqual([302, `${app.url}/`]);
  });
});
