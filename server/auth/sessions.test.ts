import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/auth.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aCallback, codeOf } from '#test/factories.ts';

const HOUR = 3_600_000;
let app: App;

beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(() => app.stop());

const me = (client: TestClient) => client.send<User>('GET /api/auth/me');
const isSignedIn = async (client: TestClient) => (await me(client)).status === 200;

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
    const { status } = await vera.send('GET /auth/logout');
    expect([status, await isSignedIn(vera)]).toEqual([302, false]);
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
    const { status, headers } = await visitor.send('GET /auth/keycloak');
    expect([status, headers.get('content-type'), headers.getSetCookie()]).toEqual([
      502,
      'text/html; charset=utf-8',
      [],
    ]);
    await late.identity.down(false);
    expect(await isSignedIn(await late.signedIn('vera'))).toBe(true);
  } finally {
    await late.stop();
  }
});
