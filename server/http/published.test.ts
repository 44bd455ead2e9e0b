import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { routes } from '#contract/routes.ts';
import type { Problem, Route } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { Sending, TestClient } from '#test/client.ts';
import { aGiftEvent, aPerson, giftBody, pledgeBody } from '#test/factories.ts';
import { operations, type Operation } from './openapi.ts';

/** What a call may end with before its handler is asked. */
const doors = ['signed_out', 'forbidden', 'foreign_origin', 'malformed', 'too_large', 'wrong_type'];

const document = operations();
const calls = Object.entries<Route>(routes).map(([line, route]) => {
  const [method = '', path = ''] = line.split(' ');
  const operation = document[path]?.[method.toLowerCase()] as Operation;
  return { line, route, method, path, operation };
});
const codesOf = ({ responses }: Operation, status: number) => responses[status]?.description.split(', ') ?? [];

let app: App;
let clients: Record<'anonymous' | 'otto' | 'vera', TestClient>;

beforeAll(async () => {
  // Two forms: a pledge and a gift.
  app = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '2/1h', LIMIT_SIGN_INS_PER_ADDRESS: '9999/1h' } });
  const [vera, otto] = [await app.signedIn('vera'), await app.signedIn('otto')];
  clients = { anonymous: app.client('de'), otto, vera };
});
afterAll(() => app.stop());

const json = { 'content-type': 'application/json' };
/** What the door, the parsers of bodies and the binding refuse, each somewhere. */
const tries: [who: keyof typeof clients, id: string, sending: Sending][] = [
  ['anonymous', '999999', {}],
  ['otto', '999999', {}],
  ['anonymous', '999999', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['vera', '999999', { headers: { 'sec-purpose': 'prefetch' } }],
  ['vera', '-'.repeat(250), {}],
  ['vera', '999999', { headers: { 'idempotency-key': 'with a blank' } }],
  ['vera', '999999', { headers: json, body: '{' }],
  ['vera', '999999', { headers: json, body: JSON.stringify('x'.repeat(70_000)) }],
  ['vera', '999999', { headers: { 'content-type': 'text/xml' }, body: '<a/>' }],
];

test.each(calls)('$line is refused at its door as published, and no other way', async ({ method, path, operation }) => {
  const met = new Set<string>();
  for (const [who, id, sending] of tries) {
    if (sending.body && method === 'GET') continue;
    const line = `${method} ${path.replace(/\{\w+\}/g, id)}`;
    const answer = await clients[who].send<Problem>(line, sending);
    // Some calls end sessions.
    if (who !== 'anonymous' && !clients[who].cookie.includes('session=')) clients[who] = await app.signedIn(who);
    const { status } = answer;
    if (status < 400) expect(Object.keys(operation.responses)).toContain(String(status));
    else expect([status, codesOf(operation, status)]).toEqual([status, expect.arrayContaining([answer.body.code])]);
    if (doors.includes(answer.body.code)) met.add(answer.body.code);
  }
  const published = Object.keys(operation.responses).flatMap((status) => codesOf(operation, Number(status)));
  expect(published.filter((code) => doors.includes(code)).toSorted()).toEqual([...met].toSorted());
});

describe('what is sent twice', () => {
  const repeatable = calls.filter(({ route }) => route.repeatable);
  let participant: Participant;
  const bodies: Record<string, () => object> = {
    'POST /api/donations': () => pledgeBody(participant),
    'POST /api/gifts': () => giftBody(participant),
    'POST /api/events/{id}/participants': () => ({ name: 'Paula Nachtrag', email: 'paula@example.test' }),
  };
  const sendTo = (call: (typeof calls)[number], body: object, key: string) => {
    const path = call.path.replace('{id}', String(participant.event_id));
    return clients.vera.send(`POST ${path}`, { body, headers: { 'idempotency-key': key } });
  };

  beforeAll(async () => {
    const { participants } = await aGiftEvent(app, clients.vera, [aPerson()], {
      donation_per_unit: 'true',
    });
    participant = participants[0] as Participant;
  });

  test.each(repeatable)('to $line is answered 201, then 200, as published', async (call) => {
    const body = bodies[call.line]?.() ?? {};
    const answers = [await sendTo(call, body, 'the-same'), await sendTo(call, body, 'the-same')];
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    const { 200: repeated, 201: done } = call.operation.responses;
    expect(repeated?.content).toEqual(done?.content);
    expect(repeated?.description).toContain('Idempotency-Key');
  });

  test.each(repeatable.filter(({ route }) => route.access === 'anyone'))(
    'and then too often to $line is answered 429 with Retry-After, as published',
    async (call) => {
      const { status, body, headers } = await sendTo(call, bodies[call.line]?.() ?? {}, 'another');
      expect([status, (body as Problem).code]).toEqual([429, 'too_many']);
      expect(codesOf(call.operation, 429)).toContain('too_many');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});

describe('beside its statuses a call tells', () => {
  const operationOf = (line: string) => calls.find((call) => call.line === line)?.operation as Operation;
  const schemaOf = (line: string, name: string) =>
    operationOf(line).parameters.find((parameter) => parameter.name === name)?.schema;
  const bodyOf = (line: string) =>
    operationOf(line).requestBody?.content['application/json'].schema.properties as Record<string, object>;

  test('when to come back', () => {
    const waits = calls.flatMap(({ line, operation: { responses } }) =>
      Object.entries(responses).map(([status, { headers = {} }]) => [line, status, 'Retry-After' in headers]),
    );
    expect(waits.filter(([, , isTold]) => isTold).length).toBeGreaterThan(calls.length);
    for (const [line, status, isTold] of waits)
      expect([line, status, isTold]).toEqual([line, status, ['429', '503'].includes(String(status))]);
  });

  test('what it reads of the head', () => {
    expect(schemaOf('POST /api/payrexx/webhook', 'X-Webhook-Signature')).toMatchObject({ type: 'string' });
    expect(schemaOf('POST /api/gifts', 'Idempotency-Key')).toMatchObject({ pattern: '^[!-~]{1,200}$' });
  });

  test('how long its texts are, and how much its numbers', () => {
    expect(bodyOf('POST /api/donations')).toMatchObject({
      donor_name: { maxLength: 120 },
      donor_email: { maxLength: 320 },
      message: { anyOf: [{ type: 'string', maxLength: 160 }, { type: 'null' }] },
      amount_per_unit: { description: 'from 0.01 to 1000.00' },
    });
    expect(bodyOf('PUT /api/donations/{id}')).toMatchObject({ reason: { maxLength: 200 } });
    expect(bodyOf('POST /api/gifts')).toMatchObject({ amount: { description: 'from `GIFT_MIN` to `GIFT_MAX`' } });
    expect(bodyOf('POST /api/events')).toMatchObject({ rr_simple_ip: { maxLength: 4000 } });
    const list = 'GET /api/events/{id}/participants';
    expect(schemaOf(list, 'limit')).toMatchObject({ description: 'from 1 to 500' });
    expect(schemaOf(list, 'q')).toMatchObject({ maxLength: 60 });
  });

  test('that a list comes whole or as a page', () => {
    for (const line of ['GET /api/events', 'GET /api/events/{id}/participants', 'GET /api/donations/totals/{eventId}'])
      expect(operationOf(line).responses['200']?.content?.['application/json']?.schema).toMatchObject({
        anyOf: [{ type: 'array' }, { required: ['items', 'total', 'limit', 'offset'] }],
      });
  });
});
