import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import { anEvent } from '#test/factories.ts';

let app: App;

beforeAll(async () => {
  app = await startApp();
  await anEvent(app, await app.signedIn('vera'), [], { name: 'Antwortlauf' });
});
afterAll(() => app.stop());

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends the path as it is written here; browsers and `fetch` would tidy it up. */
function raw(path: string, { method = 'GET', headers = {}, body = '', of = app } = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(of.url);
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const done = (body: string) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      text(response).then(done, reject);
    });
    request.once('error', reject).end(body);
  });
}

const json = { 'content-type': 'application/json' };

describe('what is not even HTTP', () => {
  test.each([
    ['an endless address', `GET /api/events?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'too_large'],
    ['an endless header', `GET / HTTP/1.1\r\nhost: x\r\nx-y: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
    ['nonsense', 'EHLO example.test\r\n\r\n', 400, 'malformed'],
  ])('%s: a clear answer, and the connection ends', async (_what, request, status, code) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(request);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nconnection: close\r\n`));
    expect(answer).toContain('x-content-type-options: nosniff');
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Problem;
    expect(body).toEqual({ message: expect.stringMatching(/./), code });
  });
});

describe('addresses as nobody should write them', () => {
  test.each([
    ['/api/nope', 404],
    ['/api/events/', 404],
    ['/api/events/1/participants/1', 404],
    ['/api/%zz', 400],
    ['/api/participants/%00', 400],
    ['/api/participants/1e3', 400],
    ['/api/participants/-1', 400],
    ['/api/participants/99999999999', 400],
    ['/api/donations/by-token/%00', 404],
    ['/api/donations/by-token/LONG', 400],
    ['/api/events/1/participants?q=%zz', 200],
    ['/api/events/1/participants?constructor=1&__proto__=2', 200],
    ['/api/__proto__', 404],
    ['/api/constructor', 404],
    ['/api//events', 404],
    ['/api/../etc/passwd', 404],
    ['/locales/de/translation.json', 200],
    ['/locales/xx/translation.json', 404],
    ['/locales/../package.json', 404],
    ['/assets/nope-12345678.js', 404],
    ['/assets/../server/server.js', 404],
    ['/assets/..%2f..%2fserver%2fserver.js', 404],
    ['/assets/%2e%2e/x.js', 404],
    ['/assets/', 404],
    ['/assets/%00.js', 404],
    ['/brand/logo', 404],
    ['/%zz', 400],
    ['/%ED%A0%80', 400],
    ['/participants/LONG', 400],
  ])('%s: %i, as data', async (path, status) => {
    const answer = await raw(path.replace('LONG', 'x'.repeat(5000)));
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      expect.stringContaining('application/json'),
    ]);
    const body = JSON.parse(answer.body) as object;
    const problem = { code: expect.any(String), message: expect.any(String) };
    expect(body).toMatchObject(status < 400 ? {} : problem);
    expect(Object.keys(body)).not.toContain('stack');
  });

  test.each([
    ['/', 200],
    ['//', 404],
    ['//evil.example', 404],
    ['/\\', 404],
    ['/nope', 404],
    ['/api', 404],
    ['/participants/%00', 404],
    ['/participants/nope', 404],
    ['/participants/1%27%20or%201=1', 404],
    ['/participants?eventId=%00&page=-1&size=1e9&sort=constructor&q=%00', 200],
    ['/participants?q=%zz&q=2', 200],
    ['/participants/antwortlauf?lng=xx', 200],
    ['/give/%00', 404],
    ['/give/constructor', 404],
    ['/give/2147483648', 404],
    ['/donation/confirm/%00', 404],
    ['/donation/destroy/x', 404],
    ['/donation/sent/x', 404],
    ['/auth/nope', 404],
    ['/admin', 302],
    ['/.git/config', 404],
    ['/..%2f..%2fetc%2fpasswd', 404],
  ])('%s: %i, as a page', async (path, status) => {
    const answer = await raw(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  });

  test('the address of another server in the first line', async () => {
    for (const path of ['http://evil.example/', 'http://evil.example/api/events', 'http://', '*']) {
      const { status, headers, body } = await raw(path);
      expect([path, status < 500]).toEqual([path, true]);
      expect(body + (headers.location ?? '')).not.toContain('evil.example/api');
    }
  });

  test.each(['PATCH', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s where there is none is refused',
    async (method) => {
      for (const path of ['/', '/api/events', '/nope', '/api/nope']) {
        expect([path, (await raw(path, { method })).status]).toEqual([path, expect.toBeOneOf([400, 404, 405])]);
      }
    },
  );
});

describe('every answer', () => {
  const kinds: [string, string, Parameters<typeof raw>[1]?][] = [
    ['a page', '/'],
    ['a page that is not there', '/nope'],
    ['a page with a token', '/donation/confirm/nobody-has-this'],
    ['a redirect', '/admin'],
    ['a sign-in', '/auth/keycloak'],
    ['a refused prefetch', '/auth/keycloak', { headers: { purpose: 'prefetch' } }],
    ['a refused prefetch of the way back', '/auth/keycloak/callback?code=x', { headers: { purpose: 'prefetch' } }],
    ['data', '/api/events'],
    ['data that is not there', '/api/nope'],
    ['a call that needs a session', '/api/activities'],
    ['a call from elsewhere', '/api/donations', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a malformed body', '/api/donations', { method: 'POST', headers: json, body: '{' }],
    [
      'a body of another type',
      '/api/donations',
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
    ],
    ['a body that is too large', '/api/donations', { method: 'POST', headers: json, body: ' '.repeat(70_000) }],
    ['a form that is wrong', '/api/donations', { method: 'POST', headers: json, body: '{}' }],
    ['a malformed address', '/api/%zz'],
    ['a malformed page', '/%zz'],
    ['an overlong address', `/api/donations/by-token/${'x'.repeat(5000)}`],
    ['a style sheet', '/brand.css'],
    ['a file of the build that is not there', '/assets/nope-12345678.js'],
    ['the texts', '/locales/de/translation.json'],
    ['the interface', '/api/openapi.json'],
    ['robots.txt', '/robots.txt'],
    ['a sign of life', '/healthz'],
    ['a sign of readiness', '/readyz'],
    ['only a head', '/api/events', { method: 'HEAD' }],
    ['a method that is not there', '/api/events', { method: 'PATCH' }],
  ];

  test.each(kinds)('carries what protects it: %s', async (_, path, options) => {
    const { headers } = await raw(path, options);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
    });
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*(?!\.)|https?:(?!\/\/)/);
    expect(Object.keys(headers)).toEqual(
      expect.not.arrayContaining(['server', 'x-powered-by', 'strict-transport-security']),
    );
  });

  test('to HEAD is that to GET without a body', async () => {
    for (const path of ['/', '/nope', '/api/events', '/api/nope', '/brand.css', '/healthz', '/donation/confirm/x']) {
      const [head, get] = [await raw(path, { method: 'HEAD' }), await raw(path)];
      expect([path, head.status, head.body, head.headers['content-type']]).toEqual([
        path,
        get.status,
        '',
        get.headers['content-type'],
      ]);
    }
  });

  test('that depends on a session is kept by nobody', async () => {
    const vera = await app.signedIn('vera');
    for (const path of ['/', '/participants/antwortlauf', '/api/events', '/api/activities', '/api/auth/me', '/admin']) {
      const { headers } = await vera.send(`GET ${path}`);
      expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store']);
    }
    expect((await raw('/api/activities')).headers['cache-control']).toBe('no-store');
  });
});

test('behind https cookies are bound to the host, and browsers told to stay there', async () => {
  const of = await startApp({
    env: { PUBLIC_URL: 'https://givelap.example', PAYREXX_API_URL: 'https://api.pay.example/v1.16' },
  });
  try {
    const { headers } = await raw('/auth/keycloak', { headers: { host: 'givelap.example' }, of });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-attempt=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    expect(headers['content-security-policy']).toContain(
      "form-action 'self' https://*.payrexx.com https://api.pay.example https://*.pay.example;",
    );
    const moved = await raw('/auth/keycloak?return_to=/admin', { headers: { host: 'evil.example' }, of });
    expect([moved.status, moved.headers.location, moved.headers['set-cookie']]).toEqual([
      302,
      'https://givelap.example/auth/keycloak?return_to=%2Fadmin&moved=',
      undefined,
    ]);
  } finally {
    await of.stop();
  }
});

test('a fault of ours tells nothing about us', async () => {
  const of = await startApp();
  try {
    const lea = await of.signedIn('lea');
    await sql`alter table activities rename to gone`.execute(of.product.ctx.db);
    await sql`alter table events rename to lost`.execute(of.product.ctx.db);
    expect(await lea.expect<Problem>(500, 'GET /api/activities')).toEqual({
      code: 'failed',
      message: expect.any(String),
    });
    await lea.expect(500, 'GET /api/events');
    const page = await lea.send<string>('GET /participants/lauf');
    expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.body).not.toMatch(/relation|select|42P01|node_modules|\.ts:/i);
    // Jobs miss the same tables, and say so in words of their own.
    const told = of.logs.filter((line) => /"(request|page) failed"/.test(line));
    expect(told).toHaveLength(3);
    expect(told.join()).not.toMatch(/relation|select|example\.test/i);
  } finally {
    await of.stop();
  }
});
