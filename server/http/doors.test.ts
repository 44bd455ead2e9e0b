import { request as httpRequest } from 'node:http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { commonFailures, type Problem, type Route } from '#contract/treaty.ts';
import { languages } from '#domain/language.ts';
import { texts } from '#locales/messages.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';

/** Every call of the contract: a new one is tested here without anybody remembering to. */
const calls = Object.entries<Route>(routes).map(([line, route]) => {
  const [method = '', path = ''] = line.split(' ');
  return { line, route, method, path, url: path.replace('{token}', 'nobody-has-this').replace(/\{\w+\}/g, '999999') };
});
const guarded = calls.filter(({ route }) => route.access !== 'anyone');
type Who = 'anonymous' | 'otto' | 'lea' | 'vera';

let app: App;
let clients: Record<Who, TestClient>;
let document: OpenApi;

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  operationId: string;
  responses: Record<string, { description: string }>;
  security?: unknown;
  requestBody?: { required: boolean };
}

beforeAll(async () => {
  app = await startApp();
  clients = {
    anonymous: app.client('de'),
    otto: await app.signedIn('otto'),
    lea: await app.signedIn('lea'),
    vera: await app.signedIn('vera'),
  };
  document = await clients.anonymous.expect<OpenApi>(200, 'GET /api/openapi.json');
});
afterAll(() => app.stop());

const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path]?.[method.toLowerCase()];

/** The refusal that somebody meets at a door; null where he may go through. */
function refusalFor(who: Who, { access }: Route): [number, string] | null {
  if (access === 'anyone' || who === 'vera') return null;
  if (who === 'anonymous') return [401, 'signed_out'];
  return who === 'lea' && access === 'viewer' ? null : [403, 'forbidden'];
}

describe.each<Who>(['anonymous', 'otto', 'lea', 'vera'])('%s', (who) => {
  test.each(calls)('at $line', async ({ method, url, route, path }) => {
    const answer = await clients[who].send<Problem>(`${method} ${url}`, route.body && { body: {} });
    const shut = ['signed_out', 'forbidden', 'foreign_origin'].filter(
      (code) => !Object.hasOwn(route.failures ?? {}, code),
    );
    const met = shut.includes(answer.body.code) ? [answer.status, answer.body.code] : null;
    expect(met).toEqual(refusalFor(who, route));

    expect(answer.status).toBeLessThan(500);
    // Some calls end sessions.
    if (who !== 'anonymous' && !clients[who].cookie.includes('session=')) clients[who] = await app.signedIn(who);
    expect(Object.keys(operationOf({ path, method })?.responses ?? {})).toContain(String(answer.status));
    if (answer.status < 400) return;
    const known: Record<string, number> = { ...commonFailures, ...route.failures };
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/^\p{Lu}.{5,}/u), code: expect.any(String) });
    expect(known[answer.body.code]).toBe(answer.status);
  });
});

test('there are doors for each kind of caller', () => {
  expect(new Set(calls.map(({ route }) => route.access))).toEqual(new Set(['anyone', 'viewer', 'admin']));
});

describe('access is decided before the body is read', () => {
  const withBody = guarded.filter(({ route }) => route.body);

  test.each(withBody)('$line: what is malformed is not even looked at', async ({ method, url }) => {
    const malformed = { body: `{"name": "${'x'.repeat(60_000)}`, headers: { 'content-type': 'application/json' } };
    expect(await clients.anonymous.expect<Problem>(401, `${method} ${url}`, malformed)).toMatchObject({
      code: 'signed_out',
    });
    expect(await clients.lea.expect<Problem>(403, `${method} ${url}`, malformed)).toMatchObject({ code: 'forbidden' });
    expect(await clients.vera.expect<Problem>(400, `${method} ${url}`, malformed)).toMatchObject({ code: 'malformed' });
  });

  test.each(withBody)('$line: nobody waits for a body that never comes', async ({ method, url }) => {
    const headers = { 'content-type': 'application/json', 'content-length': 60_000 };
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(app.url + url, { method, headers }, (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.once('error', reject);
      request.flushHeaders();
    });
    expect(status).toBe(401);
  });
});

describe('failures', () => {
  const codes = new Set([
    ...Object.keys(commonFailures),
    ...calls.flatMap(({ route }) => Object.keys(route.failures ?? {})),
  ]);

  test.each(languages)('each has its words in %s', (language) => {
    const words: Record<string, string> = texts[language];
    const missing = [...codes].filter((code) => !/\S{3}/.test(words[`error.${code}`] ?? ''));
    expect(missing).toEqual([]);
  });

  test('each is an error of the caller or of a service behind us', () => {
    for (const { line, route } of calls) {
      for (const [code, status] of Object.entries(route.failures ?? {})) {
        expect([line, code, [401, 404, 409, 429, 502].includes(status)]).toEqual([line, code, true]);
      }
    }
  });

  test('one call says it in the caller’s language', async () => {
    const messages = await Promise.all(
      languages.map(
        async (language) => (await app.client(language).expect<Problem>(404, 'GET /api/participants/999999')).message,
      ),
    );
    expect(messages).toEqual(languages.map((language) => texts[language]['error.unknown_participant']));
  });

  test('the language cookie goes before the browser’s wish', async () => {
    const visitor = app.client('it');
    await visitor.expect(200, 'GET /?lng=fr');
    const { message } = await visitor.expect<Problem>(404, 'GET /api/nope');
    expect(message).toBe(texts.fr['error.not_found']);
  });
});

describe('the published interface', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('is found invalid when it is (control)', async () => {
    const { valid } = await new Validator().validate({
      ...structuredClone(document),
      paths: { '/x': { get: { responses: 7 } } },
    });
    expect(valid).toBe(false);
  });

  test.each(calls)('names $line with all its ways to end', ({ path, method, route }) => {
    const operation = operationOf({ path, method });
    const statuses = [
      route.status ?? 200,
      ...Object.values(route.failures ?? {}),
      ...(route.access === 'anyone' ? [] : [401, 403]),
      500,
      503,
    ];
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses.map(String)));
    for (const [code, status] of Object.entries(route.failures ?? {}))
      expect(operation?.responses[status]?.description).toContain(code);
    expect(operation?.security !== undefined).toBe(route.access !== 'anyone');
  });

  test('says which answers are files, and which bodies may be left out', () => {
    const of = (line: string) => operationOf(calls.find((call) => call.line === line) ?? { path: '', method: '' });
    for (const line of ['GET /api/donations/export/event/{id}/{status}', 'GET /api/persons/{kind}/{id}/export'])
      expect(of(line)?.responses['200']?.description).toContain('file');
    expect(of('POST /api/email-logs/resend-failed')?.requestBody?.required).toBe(false);
    expect(of('POST /api/donations')?.requestBody?.required).toBe(true);
  });

  test('names nothing else, and each by its own name', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(calls.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length);
  });
});
