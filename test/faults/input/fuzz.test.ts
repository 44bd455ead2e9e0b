import { Agent, request as open } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import { routes } from '#contract/routes.ts';
import { parseMoney } from '#domain/money.ts';
import { startApp, type App } from '#test/app.ts';
import { aPledge, aSyncedEvent } from '#test/factories.ts';
import { bodyText, piece, query, type Known, type Sent } from './arbitrary.ts';
import { seed } from '../chance.ts';
import { tell } from '../figures.ts';
import { expectAnswer, type Answer, type Operation } from './published.ts';
import { expectInvariantsOverRestart } from '../verdict.ts';

/** Long runs say more: `FUZZ_REQUESTS=100000`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS) || 5000;
/** Of one call; a hundredth of a second for each request of a long run. */
const INTERRUPTED_AFTER_MS = Math.max(100_000, REQUESTS * 10);
const ANSWER_WITHIN_MS = 10_000;

interface Request {
  path: string;
  body?: Sent;
}

let app: App;
let cookies: Record<Who, string>;
let known: Known;
let operations: Map<string, Operation>;
let sent = 0;
const statuses = new Map<number, number>();
type Who = 'anonymous' | 'admin';

beforeAll(async () => {
  console.log(`SEED=${seed} repeats this run`);
  app = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '999999/1d', LIMIT_MAILS_PER_RECIPIENT: '9999/1m' } });
  const admin = await app.signedIn('vera');
  const { event, participants } = await aSyncedEvent(app, admin);
  const other = await aSyncedEvent(app, admin);
  const { token, receipt } = await aPledge(app, participants[0] as never);
  cookies = { anonymous: '', admin: admin.cookie };
  known = {
    event_id: [event.id, String(event.id)],
    participant_id: [participants[0]?.id, String(participants[0]?.id)],
    eventId: [event.id],
    // What may be changed and hidden; nobody pledges there.
    id: [other.event.id],
    token: [token],
    receipt: [receipt],
    donor_name: ['Eva Muster', 'Zu\u0308rich', ' Jos\u00e9\u00a0'],
    donor_email: [
      'EVA@example.test',
      ' eva+lauf@example.test ',
      ...Array.from({ length: 40 }, (_, n) => `eva${n}@example.test`),
    ],
    email: ['anna@example.test', ' Anna.Muster@example.test ', ''],
    bib: ['17', 17, ''],
    birth_year: ['1990', 1990, '', null],
    reason: ['doppelt erfasst', 'x'],
    amount_per_unit: ['2.00', '0,50', 1, 1.5, "1'000.00"],
    rr_simple_ip: [
      `http://${app.timing.host}/1/KEY`,
      `http://${app.timing.host}/1/KEY\n http://${app.timing.host}/2/KEY`,
    ],
    organiser_email: ['kasse@example.test', '', null],
    ...Object.fromEntries(webFields.map((name) => [name, ['https://example.test/lauf', '', null]])),
    // No address is asked on the open net.
    image_url: ['https://127.0.0.1/bild.jpg', '', null],
  };
  const document = await app
    .client()
    .expect<{ paths: Record<string, Record<string, Operation>> }>(200, 'GET /api/openapi.json');
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
});
afterAll(() => app.stop());

const webFields = ['emm_onreg_link', 'ranking_hub_link', 'organiser_website', 'organiser_privacy_url'];

/** Synchronising comes first, while there are few lists to fetch, and hiding events last. */
const turn = (key: string) => Number(key.startsWith('DELETE')) - Number(key.includes('sync'));
const calls = Object.entries(routes)
  .filter(([, route]) => 'body' in route || 'params' in route || 'query' in route)
  .map(([key]) => key)
  .toSorted((a, b) => turn(a) - turn(b));

function weightOf(key: string, who: Who): number {
  const { body, query, access } = routes[key as keyof typeof routes] as {
    body?: object;
    query?: object;
    access: string;
  };
  const weight = body ? 8 : query ? 3 : 1;
  return access !== 'anyone' && who === 'anonymous' ? weight / 8 : weight;
}
const weights = calls.reduce((sum, key) => sum + weightOf(key, 'anonymous') + weightOf(key, 'admin'), 0);

function requests(key: string, operation: Operation): Arbitrary<Request> {
  // An admin's press asks timing at once and waits for its turn: no list of ours is fetched a hundred times.
  const syncs = key.includes('sync');
  const usable = syncs ? { ...known, id: [] } : known;
  const schemasIn = (place: string) =>
    Object.fromEntries(
      operation.parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
    );
  const [, path = ''] = key.split(' ');
  const inPath = schemasIn('path');
  const schema = operation.requestBody?.content['application/json'].schema;
  return fc
    .record({
      pieces: fc.record(
        Object.fromEntries(Object.entries(inPath).map(([name, one]) => [name, piece(one, usable, name)])),
      ),
      query: query(schemasIn('query'), usable),
      body: schema ? bodyText(schema, usable) : fc.constant(undefined),
    })
    .map(({ pieces, query, body }) => ({
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => pieces[name] ?? '') + query,
      ...(body && { body }),
    }))
    .filter((made) => !syncs || !/\/events\/\d\//.test(made.path));
}

const agent = new Agent({ keepAlive: true });

/** Sends the path as it is: fetch would tidy it up. */
async function send(method: string, { path, body }: Request, who: Who): Promise<Answer> {
  sent += 1;
  const headers = {
    'sec-fetch-site': 'same-origin',
    'accept-language': 'de',
    ...(cookies[who] && { cookie: cookies[who] }),
    ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }),
  };
  const answer = await new Promise<Answer>((resolve, reject) => {
    const asked = open(app.url, { method, path, headers, agent, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    asked.on('response', (response) => {
      void readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    asked.on('error', reject);
    asked.end(body?.text);
  });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  return answer;
}

const typed = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').replace(/\r\n?/g, '\n').trim() || null : null;

/** An accepted body is stored as it was typed. */
async function expectStored(key: string, body: Record<string, unknown>, { text }: Answer): Promise<void> {
  if (key === 'POST /api/donations') {
    const { id } = JSON.parse(text) as { id: number };
    const row = await app.product.ctx.db
      .selectFrom('pledges as p')
      .innerJoin('mails as m', 'm.pledge_id', 'p.id')
      .selectAll('p')
      .select('m.to_email')
      .where('p.id', '=', id)
      .where('m.kind', '=', 'pledge-request')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      donor_name: typed(body.donor_name),
      donor_street: typed(body.donor_street),
      donor_city: typed(body.donor_city),
      donor_country: typed(body.donor_country),
      message: typed(body.message),
      to_email: typed(body.donor_email),
      rate: parseMoney(String(body.amount_per_unit)),
    });
  } else if (key.endsWith(' /api/events') || key === 'PUT /api/events/{id}') {
    const event = JSON.parse(text) as Event & Record<string, unknown>;
    const plain = ['name', 'place', 'purpose', 'rr_columns', 'payrexx_instance', 'donation_unit_description'];
    const names = [...plain, ...webFields, ...Object.keys(body).filter((name) => name.startsWith('organiser_'))];
    const told = names.filter((name) => Object.hasOwn(body, name) && Object.hasOwn(event, name));
    const expected = Object.fromEntries(told.map((name) => [name, typed(body[name])]));
    expect(Object.fromEntries(told.map((name) => [name, event[name]]))).toEqual(expected);
  } else if (key.includes('participants')) {
    const person = JSON.parse(text) as Record<string, unknown>;
    const names = ['last_name', 'category', 'club', 'country', 'motivational_message'];
    const told = names.filter((name) => Object.hasOwn(body, name));
    const expected = Object.fromEntries(told.map((name) => [name, typed(body[name])]));
    expect(Object.fromEntries(told.map((name) => [name, person[name]]))).toEqual(expected);
  }
}

describe('whatever is sent to', () => {
  test.each(calls)('%s, the answer is one that the interface knows', async (key) => {
    const operation = operations.get(key);
    if (!operation) throw new Error(`${key} is not published`);
    const [method = ''] = key.split(' ');
    const each = async (who: Who) => {
      const numRuns = Math.ceil((REQUESTS * weightOf(key, who)) / weights);
      const property = fc.asyncProperty(requests(key, operation), async (request) => {
        const answer = await send(method, request, who);
        expectAnswer(key, operation, answer);
        if (answer.status < 300 && request.body) {
          await expectStored(
            key,
            JSON.parse(request.body.text.replace(/^\ufeff/, '') || '{}') as Record<string, unknown>,
            answer,
          );
        }
      });
      await fc.assert(property, {
        numRuns,
        seed: who === 'admin' ? seed : -seed,
        interruptAfterTimeLimit: INTERRUPTED_AFTER_MS,
        markInterruptAsFailure: true,
      });
    };
    const before = sent;
    await Promise.all([each('anonymous'), each('admin')]);
    expect(sent).toBeGreaterThan(before);
  });
});

test.each([
  ['a fault', { status: 500, text: '{"message":"Fault","code":"failed"}' }],
  ['a refusal without a code', { status: 404, text: '{"message":"Not found"}' }],
  ['a refusal without words', { status: 404, text: '{"message":"","code":"not_found"}' }],
  ['a page', { status: 404, text: '<!doctype html>' }],
  ['a field that nobody sent', { status: 422, text: '{"message":"No","code":"invalid","fields":{"donor":"no"}}' }],
  ['a fault of no field', { status: 422, text: '{"message":"No","code":"invalid"}' }],
  ['a status that is not published', { status: 418, text: '{"message":"Tea","code":"teapot"}' }],
])('%s would be seen (control)', (_what, answer) => {
  const key = 'POST /api/donations';
  expect(() => expectAnswer(key, operations.get(key) as Operation, answer)).toThrow(/./);
});

test('that were enough requests, of every fate, and nothing else came to harm', async () => {
  const fates = Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b));
  const countOf = (hundreds: number) =>
    [...statuses].reduce((sum, [status, n]) => sum + (Math.floor(status / 100) === hundreds ? n : 0), 0);
  console.log(`${sent} requests: ${JSON.stringify(fates)}`);
  tell({
    row: `${REQUESTS} bodies, paths and queries from the published interface`,
    aim: 'never a 5xx, 4xx names its fields, stored as typed',
    figure: `${sent} requests, ${countOf(2)} accepted, ${countOf(4)} refused, ${countOf(5)} × 502 of timing`,
  });
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(Object.keys(fates)).toEqual(expect.arrayContaining(['200', '201', '400', '401', '404', '413', '415', '422']));
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(app.logs.filter((line) => line.includes('"level":50') && line.includes('request failed'))).toEqual([]);
  await app.client().expect(200, 'GET /api/events');
  // An admin may have typed anybody's address into a name that everybody reads.
  await expectInvariantsOverRestart(app, { answers: [] });
});
