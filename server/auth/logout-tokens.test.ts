/** @module-tag slow */
import { exportJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { forgeries, noTokens } from '#test/forgeries.ts';
import { CLIENT_ID, settingsFor, signInWith, startForger, SUB, type Forger } from '#test/forger.ts';
import { isSignedIn } from '#test/sign-in.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const header = { typ: 'logout+jwt' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let app: App;
let forger: Forger;
let mallory: TestClient;
let tokens = 0;

beforeAll(async () => {
  forger = await startForger();
  app = await startApp({ env: settingsFor(forger) });
});
beforeEach(async () => {
  forger.reset();
  await app.product.ctx.db.deleteFrom('rate_windows').execute();
  mallory = await signedIn();
});
afterAll(() => Promise.all([app.stop(), forger.stop()]));

/** Somebody with a session of this name at the provider. */
async function signedIn(sid = 'sid-1', sub = SUB): Promise<TestClient> {
  forger.tokens.id = (claims) => forger.signed({ ...claims, sid, sub });
  const { client, status } = await signInWith(app, forger);
  expect(status).toBe(200);
  return client;
}

const now = () => Math.floor(Date.now() / 1000);
function claims(changed: object = {}) {
  tokens += 1;
  const times = { iat: now(), exp: now() + 120 };
  return {
    iss: forger.issuer,
    aud: CLIENT_ID,
    ...times,
    jti: `jti-${tokens}`,
    sid: 'sid-1',
    events: { [EVENT]: {} },
    ...changed,
  };
}
const logoutToken = (changed: object = {}, head: object = {}) =>
  forger.signed(claims(changed), { header: { ...header, ...head } });

/** As the provider's machine sends it: no cookie, no origin. */
async function post(body: string, headers: Record<string, string> = form) {
  const response = await fetch(`${app.url}/auth/backchannel-logout`, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, problem: text ? (JSON.parse(text) as Problem) : null };
}
const send = (token: string) => post(new URLSearchParams({ logout_token: token }).toString());

describe('a logout token ends', () => {
  test('the session that it names, at once and without a word', async () => {
    const elsewhere = await signedIn('sid-2');
    const { status, headers, problem } = await send(await logoutToken());
    expect([status, headers.get('cache-control'), problem]).toEqual([200, 'no-store', null]);
    expect([await isSignedIn(mallory), await isSignedIn(elsewhere)]).toEqual([false, true]);
  });

  test('all sessions of a person, when it names only the person', async () => {
    const [elsewhere, alice] = [await signedIn('sid-2'), await signedIn('sid-3', 'alice')];
    expect((await send(await logoutToken({ sid: undefined, sub: SUB }))).status).toBe(200);
    expect(await Promise.all([mallory, elsewhere, alice].map(isSignedIn))).toEqual([false, false, true]);
  });

  test('nothing, when the session is not that person’s', async () => {
    expect((await send(await logoutToken({ sub: 'alice' }))).status).toBe(200);
    expect((await send(await logoutToken({ sid: 'sid-9', sub: SUB }))).status).toBe(200);
    expect(await isSignedIn(mallory)).toBe(true);
  });

  test('a session wherever it is sent from: it is no browser that sends it', async () => {
    const body = new URLSearchParams({ logout_token: await logoutToken() }).toString();
    const headers = { ...form, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie: mallory.cookie };
    expect((await post(body, headers)).status).toBe(200);
    expect(await isSignedIn(mallory)).toBe(false);
  });

  test('a session with a key that is new', async () => {
    const { publicKey } = forger.foreign;
    forger.moreKeys = [{ ...(await exportJWK(publicKey)), kid: 'new', alg: 'RS256', use: 'sig' }];
    const token = await forger.signed(claims(), { key: forger.foreign.privateKey, header: { ...header, kid: 'new' } });
    await expect.poll(async () => (await send(token)).status, { timeout: 5000 }).toBe(200);
    expect(await isSignedIn(mallory)).toBe(false);
  });
});

/** What it led to. */
const fateOf = async ({ status, headers, problem }: Awaited<ReturnType<typeof post>>) => ({
  status,
  code: problem?.code,
  caching: headers.get('cache-control'),
  sessionLives: await isSignedIn(mallory),
});
const refused = { status: 400, code: 'malformed', caching: 'no-store', sessionLives: true };

describe('a logout token is refused', () => {
  test.each(forgeries)('%s', async (_, forge) => {
    expect(await fateOf(await send(await forge(forger, claims(), header)))).toEqual(refused);
  });

  test.each(noTokens)('that is %s', async (_, token) => {
    expect(await fateOf(await send(token))).toEqual(refused);
  });

  test.each<[string, () => object]>([
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['of no issuer', () => ({ iss: undefined })],
    ['for another application', () => ({ aud: 'another' })],
    ['for others', () => ({ aud: ['another', 'third'] })],
    ['for nobody', () => ({ aud: undefined })],
    ['that is old', () => ({ iat: now() - 200 })],
    ['from the future', () => ({ iat: now() + 200, exp: now() + 400 })],
    ['without a time', () => ({ iat: undefined })],
    ['that has expired', () => ({ exp: now() - 60 })],
    ['that never expires', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: now() + 200 })],
    ['without an event', () => ({ events: undefined })],
    ['of another event', () => ({ events: { 'http://schemas.openid.net/event/other': {} } })],
    ['whose event is a list', () => ({ events: [EVENT] })],
    ['whose event is a word', () => ({ events: EVENT })],
    ['whose event says yes', () => ({ events: { [EVENT]: true } })],
    ['with a nonce, as an ID token has one', () => ({ nonce: 'any' })],
    ['with an empty nonce', () => ({ nonce: '' })],
    ['that names nobody', () => ({ sid: undefined })],
    ['that names an empty session', () => ({ sid: '' })],
    ['that names a number', () => ({ sid: undefined, sub: 7 })],
    ['without a name of its own', () => ({ jti: undefined })],
    ['with an empty name of its own', () => ({ jti: '' })],
  ])('%s', async (_, changed) => {
    expect(await fateOf(await send(await logoutToken(changed())))).toEqual(refused);
  });

  test.each(['JWT', 'at+jwt', '', undefined])('of the type %j', async (typ) => {
    expect(await fateOf(await send(await logoutToken({}, { typ })))).toEqual(refused);
  });

  test('a second time: whoever signed in since stays signed in', async () => {
    const token = await logoutToken({ sid: undefined, sub: SUB });
    expect((await send(token)).status).toBe(200);
    mallory = await signedIn();
    expect(await fateOf(await send(token))).toEqual(refused);
  });

  test('that is an ID token', async () => {
    expect(
      await fateOf(await send(await forger.signed({ ...claims(), events: undefined, sub: SUB, nonce: 'any' }))),
    ).toEqual(refused);
  });

  test.each<[string, (token: string) => [string, Record<string, string>?]]>([
    ['as JSON', (token) => [JSON.stringify({ logout_token: token }), { 'content-type': 'application/json' }]],
    ['as text', (token) => [`logout_token=${token}`, { 'content-type': 'text/plain' }]],
    ['twice in a form', (token) => [`logout_token=${token}&logout_token=${token}`]],
    ['under another name', (token) => [`token=${token}`]],
    ['in letters that are none', (token) => [`logout_token=${token}%ff`]],
    ['in an empty form', () => ['']],
  ])('that comes %s', async (_, made) => {
    expect(await fateOf(await post(...made(await logoutToken())))).toEqual(refused);
  });

  test('in the address', async () => {
    const response = await fetch(`${app.url}/auth/backchannel-logout?logout_token=${await logoutToken()}`, {
      method: 'POST',
    });
    expect([response.status, await isSignedIn(mallory)]).toEqual([400, true]);
    const read = await fetch(`${app.url}/auth/backchannel-logout?logout_token=${await logoutToken()}`);
    expect([read.status, await isSignedIn(mallory)]).toEqual([404, true]);
  });

  test('in a body without end', async () => {
    const { status } = await send('x'.repeat(70_000));
    expect([status, await isSignedIn(mallory)]).toEqual([413, true]);
  });
});

test('what the stand-in provider sends ends the sessions it ends', async () => {
  const own = await startApp();
  try {
    const [lea, again, vera] = [await own.signedIn('lea'), await own.signedIn('lea'), await own.signedIn('vera')];
    await own.identity.endSessions('lea');
    expect(await Promise.all([lea, again, vera].map(isSignedIn))).toEqual([false, false, true]);
  } finally {
    await own.stop();
  }
});

test('while its keys cannot be had, the provider hears so', async () => {
  const own = await startApp();
  try {
    const lea = await own.signedIn('lea');
    own.identity.faults.add({ at: 'jwks', does: 'status', status: 500 });
    const token = await logoutToken();
    const body = new URLSearchParams({ logout_token: token }).toString();
    const { status } = await fetch(`${own.url}/auth/backchannel-logout`, { method: 'POST', headers: form, body });
    expect([status, await isSignedIn(lea)]).toEqual([502, true]);
  } finally {
    await own.stop();
  }
});

test('of all this, no token and no name was logged', () => {
  expect(app.logs.join('')).not.toMatch(/eyJ|Mallory/);
  expect(app.logs.join('')).toContain('logout token refused');
});
