import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#contract/auth.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import { aCallback, codeOf } from '#test/factories.ts';
import { isSignedIn, me } from '#test/sign-in.ts';

const HOUR = 3_600_000;
let app: App;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(() => app.stop());

describe('who may do what', () => {
  test('an admin may do everything', async () => {
    const vera = await app.signedIn('vera');
    expect((await me(vera)).body.roles).toEqual(['admin']);
    await vera.expect(200, 'GET /api/activities');
    await vera.expect(422, 'POST /api/events', { body: {} });
    await vera.expect(200, 'GET /admin');
  });

  test('a viewer may read, and change nothing', async () => {
    const lea = await app.signedIn('lea');
    expect((await me(lea)).body.roles).toEqual(['viewer']);
    await lea.expect(200, 'GET /api/activities');
    await lea.expect(200, 'GET /admin');
    for (const line of ['POST /api/events', 'PUT /api/events/1']) {
      expect(await lea.expect<Problem>(403, line, { body: {} })).toMatchObject({ code: 'forbidden' });
    }
    await lea.expect(403, 'DELETE /api/events/1');
  });

  test('somebody without a role is known, and may nothing', async () => {
    const otto = await app.signedIn('otto');
    expect((await me(otto)).body).toMatchObject({ name: 'Otto Ohnerolle', roles: [] });
    await otto.expect(403, 'GET /api/activities');
    await otto.expect(403, 'POST /api/events', { body: {} });
    await otto.expect(403, 'GET /admin');
    await otto.expect(200, 'GET /');
  });

  test('who is not signed in is led home', async () => {
    const visitor = app.client();
    const { status, headers } = await visitor.send('GET /admin');
    expect([status, headers.get('location')]).toEqual([302, '/']);
    await visitor.expect(401, 'GET /api/activities');
  });

  test('a role counts from the next sign-in on', async () => {
    app.identity.setRoles('otto', ['viewer', 'offline_access']);
    expect((await me(await app.signedIn('otto'))).body.roles).toEqual(['viewer']);
    app.identity.setRoles('otto', []);
    expect((await me(await app.signedIn('otto'))).body.roles).toEqual([]);
  });

  test.each(['', 'A', 'A'.repeat(43), "' or 1=1 --", '%00', 'x'.repeat(4000)])('nobody is called %j', async (token) => {
    const { status } = await fetch(`${app.url}/api/auth/me`, { headers: { cookie: `session=${token}` } });
    expect(status).toBe(401);
  });
});

describe('a session ends', () => {
  test('after eight hours of rest', async () => {
    const [vera, lea] = [await app.signedIn('vera'), await app.signedIn('lea')];
    app.forward(8 * HOUR - 60_000);
    expect(await isSignedIn(vera)).toBe(true);
    app.forward(8 * HOUR - 60_000);
    expect([await isSignedIn(vera), await isSignedIn(lea)]).toEqual([true, false]);
    app.forward(8 * HOUR + 60_000);
    expect(await isSignedIn(vera)).toBe(false);
    await vera.expect(401, 'GET /api/activities');
    await vera.expect(302, 'GET /admin');
  });

  test('after twenty-four hours, however busy', async () => {
    const vera = await app.signedIn('vera');
    for (let hour = 1; hour < 24; hour += 1) {
      app.forward(HOUR);
      expect([hour, await isSignedIn(vera)]).toEqual([hour, true]);
    }
    app.forward(HOUR);
    expect(await isSignedIn(vera)).toBe(false);
  });

  test('with all others of the same person, wherever they are, when he wants to', async () => {
    const [here, there, vera] = [await app.signedIn('lea'), await app.signedIn('lea'), await app.signedIn('vera')];
    const before = await here.expect<Session[]>(200, 'GET /api/auth/sessions');
    expect(before.filter(({ current }) => current)).toHaveLength(1);
    expect(before.length).toBeGreaterThanOrEqual(2);
    const { link } = await here.expect<{ link: string }>(200, 'POST /api/auth/sign-out-everywhere');
    expect(new URL(link).searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/`);
    expect(await Promise.all([here, there, vera].map(isSignedIn))).toEqual([false, false, true]);
    expect((await here.fetch(link)).headers.get('location')).toBe(`${app.url}/`);
    for (const line of ['GET /api/auth/sessions', 'POST /api/auth/sign-out-everywhere'])
      expect(await here.expect<Problem>(401, line)).toMatchObject({ code: 'signed_out' });
  });

  test('and not because another site wants it to', async () => {
    const lea = await app.signedIn('lea');
    const headers = { 'sec-fetch-site': 'cross-site' };
    await lea.expect(403, 'POST /api/auth/sign-out-everywhere', { headers });
    const led = await lea.send('GET /auth/logout', { headers });
    expect([led.status, led.headers.get('location')]).toEqual([302, `${app.url}/`]);
    expect(await isSignedIn(lea)).toBe(true);
  });

  test('and says when it will', async () => {
    const { body } = await (
      await app.signedIn('vera')
    ).send<{ signed_in_at: string; expires_at: string }>('GET /api/auth/me');
    expect(Date.parse(body.expires_at) - Date.parse(body.signed_in_at)).toBe(24 * HOUR);
  });
});

describe('the identity provider', () => {
  test('changes its keys: no sign-in is lost', async () => {
    await app.signedIn('lea');
    await app.identity.rotateKeys();
    const lea = app.client();
    const answers = [];
    for (let n = 0; n < 2; n += 1)
      answers.push(await lea.send('POST /api/auth/token', codeOf(await aCallback(app, lea, 'lea'))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await isSignedIn(lea)).toBe(true);
  });

  test('goes away between the two halves of a sign-in: 502, and the next one works', async () => {
    const lea = app.client('de');
    const callback = await aCallback(app, lea, 'lea');
    await app.identity.down(true);
    const problem = await lea.expect<Problem>(502, 'POST /api/auth/token', codeOf(callback));
    expect(problem).toEqual({ code: 'identity_unavailable', message: expect.stringContaining('Anmeldedienst') });
    await app.identity.down(false);
    await lea.signIn('lea', 'lea-demo');
    expect(await isSignedIn(lea)).toBe(true);
  });

  test('is away: nobody signs in, the public and those who are signed in notice nothing', async () => {
    const vera = await app.signedIn('vera');
    await app.identity.down(true);
    for (const path of ['/', '/participants', '/api/events']) await app.client().expect(200, `GET ${path}`);
    await vera.expect(200, 'GET /api/activities');
    await vera.expect(422, 'POST /api/events', { body: {} });
    expect(await app.client('en').expect(502, 'GET /auth/keycloak')).toContain('Signing in is not possible right now.');
    const { status, headers } = await vera.send('GET /auth/logout');
    expect([status, headers.get('location'), await isSignedIn(vera)]).toEqual([302, `${app.url}/`, false]);
    await app.identity.down(false);
  });
});

test('a product that starts while the provider is down serves the public, and signs in as soon as it is back', async () => {
  const late = await startApp();
  try {
    await late.identity.down(true);
    const visitor = late.client('de');
    await visitor.expect(200, 'GET /');
    await visitor.expect(200, 'GET /readyz');
    const page = await visitor.send<string>('GET /auth/keycloak?return_to=/admin/profile&evil=1');
    expect([page.status, page.headers.get('content-type'), page.headers.getSetCookie()]).toEqual([
      502,
      'text/html; charset=utf-8',
      [],
    ]);
    expect(page.body).toContain('Anmelden ist gerade nicht möglich.');
    expect(page.body).toContain('Der Anmeldedienst antwortet gerade nicht.');
    expect(page.body).toContain('href="/auth/keycloak?return_to=%2Fadmin%2Fprofile"');
    expect(await visitor.expect(502, 'GET /auth/keycloak?lng=fr')).toContain('Le service de connexion ne répond pas');
    await late.identity.down(false);
    expect(await isSignedIn(await late.signedIn('vera'))).toBe(true);
  } finally {
    await late.stop();
  }
});
