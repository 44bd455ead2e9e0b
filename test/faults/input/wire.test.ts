import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import { aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '../verdict.ts';

let app: App;
let participant: Participant;

beforeAll(async () => {
  app = await startApp();
  participant = (await aSyncedEvent(app, await app.signedIn('vera'))).participants[0] as Participant;
});
afterAll(() => app.stop());

/** Byte for byte: what is written as one sign up to ÿ is one byte. */
const bytes = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const get = (path: string, ...headers: string[]) =>
  bytes(`GET ${path} HTTP/1.1`, 'host: x', 'connection: close', ...headers, '', '');
const post = (path: string, type: string, headers: string[], body: Buffer | string) =>
  Buffer.concat([
    bytes(`POST ${path} HTTP/1.1`, 'host: x', 'connection: close', `content-type: ${type}`, ...headers, '', ''),
    Buffer.from(body),
  ]);
const json = (headers: string[], body: Buffer | string) => post('/api/donations', 'application/json', headers, body);
const sized = (body: Buffer | string, ...headers: string[]) =>
  json([`content-length: ${Buffer.byteLength(body)}`, ...headers], body);
const chunked = (body: string) => json(['transfer-encoding: chunked'], body);

/** A good form, with more or other bytes in it. */
const form = (more = '', fields: object = {}) =>
  `{${more}${JSON.stringify({ ...pledgeBody(participant), ...fields }).slice(1)}`;
const latin = (message: string) => Buffer.from(form('', { message }), 'latin1');
const give = (name: string) => {
  const { event_id, participant_id, donor_email } = pledgeBody(participant);
  const fields = { event_id, participant_id, donor_email, own: '2' };
  const body = `${new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString()}&donor_name=${name}`;
  const length = `content-length: ${Buffer.byteLength(body, 'latin1')}`;
  return post(`/give/${participant.id}`, 'application/x-www-form-urlencoded', [length], Buffer.from(body, 'latin1'));
};

/** Sends these very bytes; resolves with the status and what else came back before the line was closed. */
async function send(request: Buffer, isAll = false): Promise<{ status: number; body: string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  // Closed while we still write: what was answered until then counts.
  socket.on('error', () => socket.destroy());
  socket.write(request);
  if (isAll) socket.end();
  const answer = await text(socket);
  const [, status = '0'] = /^HTTP\/1\.1 (\d+) /.exec(answer) ?? [];
  return { status: Number(status), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}
const stored = async () => {
  const { db } = app.product.ctx;
  const [pledges, mails] = await Promise.all(
    (['pledges', 'mails'] as const).map((table) => db.selectFrom(table).select('id').execute()),
  );
  return [pledges?.length, mails?.length];
};

describe('is refused in our own words, and nothing is stored or mailed for it:', () => {
  test.each<[string, status: number, code: string, request: () => Buffer]>([
    ['lines that end too early', 400, 'malformed', () => bytes('GET /api/events HTTP/1.1\nhost: x\n\n')],
    ['another version', 400, 'malformed', () => bytes('GET /api/events HTTP/9.9', 'host: x', '', '')],
    ['HTTP/2', 400, 'malformed', () => bytes('PRI * HTTP/2.0', '', 'SM', '', '')],
    ['a method in small letters', 400, 'malformed', () => bytes('get /api/events HTTP/1.1', 'host: x', '', '')],
    ['a method that nobody knows', 400, 'malformed', () => bytes('FETCH /api/events HTTP/1.1', 'host: x', '', '')],
    ['NUL in an address', 400, 'malformed', () => get('/api/\0events')],
    ['a blank in an address', 400, 'malformed', () => get('/api/ events')],
    ['letters in an address', 400, 'malformed', () => get('/api/zÃ¼rich')],
    ['NUL in a header', 400, 'malformed', () => get('/api/events', 'x: a\0b')],
    ['a blank in the name of a header', 400, 'malformed', () => get('/api/events', 'x y: a')],
    ['a header over two lines', 400, 'malformed', () => get('/api/events', 'x: a', ' b')],
    ['a header without a value', 400, 'malformed', () => get('/api/events', 'x')],
    ['two thousand headers', 431, 'too_large', () => get('/api/events', ...Array<string>(2000).fill('a: bcdefgh'))],
    ['two lengths', 400, 'malformed', () => json(['content-length: 5', 'content-length: 6'], '{}   ')],
    [
      'a length and pieces',
      400,
      'malformed',
      () => json(['content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\n'),
    ],
    ['pieces of pieces', 400, 'malformed', () => json(['transfer-encoding: chunked, chunked'], '0\r\n\r\n')],
    ['pieces and then something', 400, 'malformed', () => json(['transfer-encoding: chunked, identity'], '0\r\n\r\n')],
    ['pieces of an unknown kind', 400, 'malformed', () => json(['transfer-encoding: xchunked'], '0\r\n\r\n')],
    ['a piece without a size', 400, 'malformed', () => chunked('zz\r\n{}\r\n0\r\n\r\n')],
    ['a piece beyond all sizes', 400, 'malformed', () => chunked('fffffffffffffffff\r\n{}')],
    ['pieces that are too much', 413, 'too_large', () => chunked(`12000\r\n${'x'.repeat(0x12000)}\r\n0\r\n\r\n`)],
    ['a length below nothing', 400, 'malformed', () => json(['content-length: -1'], form())],
    ['a length in words', 400, 'malformed', () => json(['content-length: many'], form())],
    ['a length beyond all numbers', 400, 'malformed', () => json(['content-length: 99999999999999999999'], form())],
    ['ten gigabytes to come', 413, 'too_large', () => json(['content-length: 10000000000'], form())],
    ['letters that are no UTF-8', 400, 'malformed', () => sized(latin('Zoë'))],
    ['letters in too many bytes', 400, 'malformed', () => sized(latin('\xc0\xaf'))],
    ['half a letter in UTF-8', 400, 'malformed', () => sized(latin('\xed\xa0\x80'))],
    ['UTF-16', 400, 'malformed', () => sized(Buffer.from(`\ufeff${form()}`, 'utf16le'))],
    ['thirty thousand brackets', 400, 'malformed', () => sized('['.repeat(30_000))],
    ['a parent for every object', 400, 'malformed', () => sized(form('"__proto__":{"donor_name":"Eva"},'))],
    ['the same in other letters', 400, 'malformed', () => sized(form('"\\u005f_proto__":{"polluted":true},'))],
    ['a maker of objects', 400, 'malformed', () => sized(form('"constructor":{"prototype":{"polluted":true}},'))],
    ['a key without end', 400, 'malformed', () => sized(form(), `idempotency-key: ${'x'.repeat(201)}`)],
    ['a key of nothing', 400, 'malformed', () => sized(form(), 'idempotency-key: ')],
    ['a key of letters', 400, 'malformed', () => sized(form(), 'idempotency-key: Schlüssel')],
    ['two keys', 400, 'malformed', () => sized(form(), 'idempotency-key: a', 'idempotency-key: b')],
  ])('%s', async (_what, status, code, request) => {
    const before = await stored();
    const answer = await send(request());
    expect(answer).toEqual({ status, body: expect.stringMatching(/^\{"message":/) });
    expect(JSON.parse(answer.body)).toMatchObject({ code, message: expect.stringMatching(/\S{3}/) });
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['no UTF-8', 'Zo\xeb'],
    ['no UTF-8 in disguise', 'Zo%EB'],
    ['half a letter', '%ED%A0%80'],
    ['half an escape', 'Zo%E'],
  ])('a form of a page with %s', async (_what, name) => {
    const before = await stored();
    expect(await send(give(name))).toEqual({ status: 400, body: expect.stringContaining('<!doctype html>') });
    expect(await stored()).toEqual(before);
  });
});

test.each<[string, () => Buffer]>([
  ['a form that is cut', () => json(['content-length: 5000'], form())],
  ['a form that is cut within a piece', () => chunked(`fff\r\n${form()}`)],
  ['a form that is cut between pieces', () => chunked(`2\r\n{}\r\n`)],
  ['half a head', () => bytes('POST /api/donations HTTP/1.1', 'host: x', 'content-le')],
  ['a head without its host', () => bytes('GET /api/events HTTP/1.1', '', '')],
  ['the head of another time', () => bytes('GET /api/events', '', '')],
  ['the greeting of TLS', () => Buffer.from('16030100f8010000f40303', 'hex')],
  ['a tunnel', () => bytes('CONNECT evil.example:443 HTTP/1.1', 'host: x', '', '')],
  ['nothing at all', () => Buffer.alloc(0)],
])('%s leads nowhere, and harms nobody', async (_what, request) => {
  const before = await stored();
  const { status } = await send(request(), true);
  expect(status).toBeOneOf([0, 400]);
  expect(await stored()).toEqual(before);
  await app.client().expect(200, 'GET /healthz');
});

test('what is only unusual is understood (control)', async () => {
  const [before] = await stored();
  const whole = form();
  const good = [
    sized(form('', { message: 'Zoë 👍' })),
    sized(`\ufeff${form()}`),
    chunked(`${Buffer.byteLength(whole).toString(16)}\r\n${whole}\r\n0\r\n\r\n`),
  ];
  for (const request of good) expect((await send(request)).status).toBe(201);
  expect((await send(give('Zo%C3%AB'))).status).toBe(303);
  const strange = [
    'cookie: language=%zz; session=ÿ; =;;',
    'accept-language: ÿ',
    'accept-encoding: ÿ',
    'range: bytes=-9',
  ];
  expect((await send(get('/api/events', ...strange))).status).toBe(200);
  expect((await stored())[0]).toBe(Number(before) + 4);
});

test('and after a restart all is as it was', () => expectInvariantsOverRestart(app));
