import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aCallback, codeOf } from '#test/factories.ts';
import { aBegunSignIn, cookiesIn, exchange, exchangeWith, isSignedIn } from '#test/sign-in.ts';

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

interface Code {
  code: string;
  state: string;
  iss: string;
  redirect_uri: string;
}

describe('a sign-in is refused', () => {
  test.each<[string, (right: Code, issuer: string) => Partial<Code>]>([
    ['with the state of somebody else', () => ({ state: 'another' })],
    ['with half of its state', ({ state }) => ({ state: state.slice(0, -1) })],
    ['with its state twice', ({ state }) => ({ state: state + state })],
    ['with its state in other letters', ({ state }) => ({ state: state.toUpperCase() })],
    ['with a blank for a state', () => ({ state: ' ' })],
    ['with a code of nobody', () => ({ code: 'another' })],
    ['with half of its code', ({ code }) => ({ code: code.slice(0, -1) })],
    ['with more than its code', ({ code }) => ({ code: `${code}A` })],
    ['with parameters in its code', ({ code }) => ({ code: `${code}&grant_type=refresh_token` })],
    ['with a line break in its code', ({ code }) => ({ code: `${code}\r\nx: y` })],
    ['with another issuer', () => ({ iss: 'https://evil.example/realms/givelap' })],
    ['with the issuer and a slash', (_, issuer) => ({ iss: `${issuer}/` })],
    ['with another realm of the issuer', (_, issuer) => ({ iss: issuer.replace('givelap', 'master') })],
    ['with the issuer over another protocol', (_, issuer) => ({ iss: issuer.replace('http:', 'https:') })],
    ['with a blank for an issuer', () => ({ iss: ' ' })],
    ['for a foreign address', () => ({ redirect_uri: 'https://evil.example/auth/keycloak/callback' })],
    ['for another page of ours', () => ({ redirect_uri: `${app.url}/admin` })],
    [
      'for our address by another name',
      (own) => ({ redirect_uri: own.redirect_uri.replace('localhost', '127.0.0.1') }),
    ],
    ['for our address over another protocol', (own) => ({ redirect_uri: own.redirect_uri.replace('http:', 'https:') })],
    ['for our address with a slash', (own) => ({ redirect_uri: `${own.redirect_uri}/` })],
    ['for our address with a query', (own) => ({ redirect_uri: `${own.redirect_uri}?next=//evil.example` })],
    ['for our address with a fragment', (own) => ({ redirect_uri: `${own.redirect_uri}#top` })],
    ['for our address in other letters', (own) => ({ redirect_uri: own.redirect_uri.toUpperCase() })],
    ['for our address behind a name', (own) => ({ redirect_uri: own.redirect_uri.replace('//', '//evil.example@') })],
    ['for a path alone', () => ({ redirect_uri: '/auth/keycloak/callback' })],
  ])('%s, and its attempt is used up', async (_, change) => {
    const callback = await aCallback(app, visitor, 'vera');
    const refused = await exchange(visitor, callback, change(codeOf(callback).body as Code, app.identity.issuer));
    expect(refused).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
    expect(cookiesIn(refused)).toEqual([]);
    expect((await exchange(visitor, callback)).status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test.each<[string, object]>([
    ['no code', { code: undefined }],
    ['an empty code', { code: '' }],
    ['two codes', { code: ['one', 'two'] }],
    ['a number for a code', { code: 7 }],
    ['an endless code', { code: 'x'.repeat(4001) }],
    ['an empty state', { state: '' }],
    ['a list of states', { state: ['one'] }],
    ['an endless state', { state: 'x'.repeat(501) }],
    ['an empty issuer', { iss: '' }],
    ['no address', { redirect_uri: undefined }],
  ])('with %s: 422 names it', async (_, changed) => {
    const callback = await aCallback(app, visitor, 'vera');
    const { status, body } = await exchange(visitor, callback, changed);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, Object.keys(changed)]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('with the code of another sign-in, of the same person in the same browser', async () => {
    const first = await aCallback(app, visitor, 'vera');
    const second = await aCallback(app, visitor, 'vera');
    const { code } = codeOf(first).body as Code;
    expect((await exchange(visitor, second, { code })).status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('after another one was begun in the same browser', async () => {
    const first = await aCallback(app, visitor, 'vera');
    await visitor.send('GET /auth/keycloak');
    expect((await exchange(visitor, first)).status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('with the verifier of another attempt, where the cookie was exchanged', async () => {
    const own = await aBegunSignIn(app, visitor);
    visitor = app.client('de');
    const foreign = await aBegunSignIn(app, visitor);
    expect((await exchangeWith(app, own.attempt, foreign.callback)).status).toBe(401);
    expect((await exchangeWith(app, foreign.attempt, own.callback)).status).toBe(401);
  });

  test('a second time with the same code, while the first session lives on', async () => {
    const { attempt, callback } = await aBegunSignIn(app, visitor);
    expect((await exchange(visitor, callback)).status).toBe(200);
    for (const cookie of [attempt, '']) expect((await exchangeWith(app, cookie, callback)).status).toBe(401);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('in a browser that did not begin it', async () => {
    const callback = await aCallback(app, visitor, 'vera');
    const victim = app.client();
    expect((await exchange(victim, callback)).status).toBe(401);
    await victim.send('GET /auth/keycloak');
    expect((await exchange(victim, callback, { state: undefined })).status).toBe(401);
    expect(await isSignedIn(victim)).toBe(false);
  });

  test('more than ten minutes after it was begun', async () => {
    const callback = await aCallback(app, visitor, 'vera');
    const past = new Date(Date.now() - 601_000);
    await app.product.ctx.db.updateTable('sign_in_attempts').set({ created_at: past }).execute();
    expect((await exchange(visitor, callback)).status).toBe(401);
  });

  test('when another site sends it', async () => {
    const callback = await aCallback(app, visitor, 'vera');
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await visitor.expect(403, 'POST /api/auth/token', { ...codeOf(callback), headers })).toMatchObject({
      code: 'foreign_origin',
    });
  });
});
