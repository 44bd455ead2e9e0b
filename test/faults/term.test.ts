import { connect as dial, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { startProduct } from '#server/product.ts';
import { aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import type { Accepted } from './crowd.ts';
import { tell } from './figures.ts';
import { expectInvariants } from './invariants.ts';
import { Mortal } from './mortal.ts';
import { copiesIn, observe } from './verdict.ts';

const IN_FLIGHT = 200;
/** Long runs say more: `TERM_ROUNDS=50` makes 10,000 of them. */
const ROUNDS = Number(process.env.TERM_ROUNDS) || 1;

const silent = pino({ level: 'silent' });
let surroundings: Surroundings;
let participant: Participant;
let db: Database;
let mortal: Mortal;

beforeEach(async () => {
  surroundings = await startSurroundings({ LIMIT_FORMS_PER_ADDRESS: '999999/1d' });
  db = observe(surroundings.databaseUrl);
  const product = await startProduct(readConfig(surroundings.env), { log: silent });
  participant = (await aSyncedEvent(surroundings, await surroundings.signedIn('vera'))).participants[0] as Participant;
  await product.stop();
  mortal = new Mortal(surroundings);
});
afterEach(async () => {
  await mortal.kill();
  await db.destroy();
  await surroundings.stop();
});

interface Flight {
  key: string;
  socket: Socket;
  body: string;
  /** All that came back. */
  answer: string;
}

/** A form whose head was read and whose body is awaited: it is under way, whatever the timing. */
async function takeOff(key: string): Promise<Flight> {
  const body = JSON.stringify(pledgeBody(participant));
  const socket = dial(Number(new URL(surroundings.url).port), 'localhost');
  const flight: Flight = { key, socket, body, answer: '' };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => (flight.answer += String(chunk)));
  socket.write(
    `POST /api/donations HTTP/1.1\r\nhost: x\r\nidempotency-key: ${key}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nexpect: 100-continue\r\n\r\n`,
  );
  await vi.waitFor(() => expect(flight.answer).toContain('100 Continue'), 20_000);
  return flight;
}

/** Stops it while many forms are under way; resolves with those that were answered with success, and the exit code. */
async function stopUnder(round: number, signal: 'terminate' | 'kill') {
  mortal.launch();
  await mortal.ready();
  const flights = await Promise.all(
    Array.from({ length: IN_FLIGHT }, (_, n) => takeOff(`form-${signal}-${round}-${n}`)),
  );
  const landed = flights.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
  const ended = mortal[signal]();
  for (const { socket, body } of flights) socket.write(body);
  const code = await ended;
  await Promise.all(landed);
  const accepted = flights.flatMap(({ key, answer }): Accepted[] => {
    const [, id] = /HTTP\/1\.1 201 [^]*"id":(\d+)/.exec(answer) ?? [];
    return id ? [{ key, id: Number(id) }] : [];
  });
  return { accepted, code };
}

const unsent = async () => (await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length;

test(`SIGTERM with ${IN_FLIGHT} forms under way: each is answered, stored, and mailed in the next life`, async () => {
  const accepted: Accepted[] = [];
  let slowest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const stopped = await stopUnder(round, 'terminate');
    slowest = Math.max(slowest, performance.now() - began);
    expect([stopped.accepted.length, stopped.code]).toEqual([IN_FLIGHT, 0]);
    accepted.push(...stopped.accepted);
  }
  mortal.launch();
  await mortal.ready();
  await vi.waitFor(async () => expect(await unsent()).toBe(0), { timeout: 60_000 + ROUNDS * 5000, interval: 100 });
  await expectInvariants(db, { accepted, copies: await copiesIn(surroundings.mailbox), logs: mortal.logs });
  const all = ROUNDS * IN_FLIGHT;
  tell({
    row: `SIGTERM with ${IN_FLIGHT} forms under way`,
    aim: `0 of ${all} failed`,
    figure: `${all - accepted.length} of ${all} failed, a life took at most ${Math.round(slowest)} ms`,
  });
});

test('SIGKILL instead leaves them without an answer (control)', async () => {
  const { accepted } = await stopUnder(0, 'kill');
  expect(accepted.length).toBeLessThan(IN_FLIGHT);
});
