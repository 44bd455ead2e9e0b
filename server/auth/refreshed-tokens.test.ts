import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type App } from '#test/app.ts';
import { forgeries } from '#test/forgeries.ts';
import { settingsFor, signInWith, startForger, type Forger } from '#test/forger.ts';
import { isSignedIn, rolesOf } from '#test/sign-in.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let forger: Forger;
let app: App;

beforeAll(async () => {
  forger = await startForger();
  app = await startApp({ env: { ...settingsFor(forger), JOBS: 'off' } });
});
beforeEach(async () => {
  forger.reset();
  forger.tokens.refresh = 'once more';
  forger.tokens.access = (claims) => forger.signed(claims);
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
});
afterAll(() => Promise.all([app.stop(), forger.stop()]));

const signedIn = async () => (await signInWith(app, forger)).client;

describe('what comes back from a refresh', () => {
  test('is what holds, ID token or not (control)', async () => {
    const mallory = await signedIn();
    const asViewer = { realm_access: { roles: ['viewer'] } };
    forger.tokens.access = (claims) => forger.signed({ ...claims, ...asViewer });
    app.forward(5 * MINUTE);
    expect(await rolesOf(mallory)).toEqual(['viewer']);
    forger.tokens.id = () => undefined;
    forger.tokens.access = (claims) => forger.signed(claims);
    app.forward(5 * MINUTE);
    expect(await rolesOf(mallory)).toEqual(['admin']);
    expect(forger.exchanges).toEqual(['any', 'once more', 'once more']);
  });

  test.each(forgeries)('ends the session when it is an ID token %s', async (_, forge) => {
    const mallory = await signedIn();
    forger.tokens.id = (claims) => forge(forger, claims);
    app.forward(5 * MINUTE);
    expect([await isSignedIn(mallory), forger.exchanges.length]).toEqual([false, 2]);
  });

  test.each<[string, object]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another application', { aud: 'another' }],
    ['of somebody else', { sub: 'alice' }],
    ['that has expired', { exp: 1 }],
  ])('ends the session when it is an ID token %s', async (_, change) => {
    const mallory = await signedIn();
    forger.tokens.id = (claims) => forger.signed({ ...claims, ...change });
    app.forward(5 * MINUTE);
    expect(await isSignedIn(mallory)).toBe(false);
  });

  test('gives no role when the access token is a forgery', async () => {
    const mallory = await signedIn();
    forger.tokens.access = (claims) => forger.signed(claims, { key: forger.foreign.privateKey });
    app.forward(5 * MINUTE);
    expect(await rolesOf(mallory)).toEqual([]);
  });

  test('ends the session when nothing of it says whose it is', async () => {
    const mallory = await signedIn();
    Object.assign(forger.tokens, { id: () => undefined, access: () => 'opaque' });
    app.forward(5 * MINUTE);
    expect(await isSignedIn(mallory)).toBe(false);
  });

  test('without a refresh token nothing can: the session ends after five minutes', async () => {
    forger.tokens.refresh = undefined;
    const mallory = await signedIn();
    app.forward(5 * MINUTE - 10 * SECOND);
    expect(await isSignedIn(mallory)).toBe(true);
    app.forward(10 * SECOND);
    expect(await isSignedIn(mallory)).toBe(false);
  });
});
