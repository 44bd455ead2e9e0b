import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { close } from '#sandbox/listen.ts';
import { freePort } from '#sandbox/ports.ts';
import { connect, type Database } from '#server/db/connect.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aSyncedEvent, type Made } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { tell } from './figures.ts';
import { expectInvariants } from './invariants.ts';
import { Mortal } from './mortal.ts';
import { publicAnswers } from './verdict.ts';

type Fault = Parameters<Surroundings['timing']['fault']>[1];
/** How a feed goes wrong: in what it answers, or in where the event looks for it. */
type Hostility = { fault: Fault } | { address: string };

/** So much more may be held once the feeds were asked again and again. */
const GROWTH_MB = 50;
/** Long runs say more: `TIMING_ROUNDS=20`. */
const ROUNDS = Number(process.env.TIMING_ROUNDS) || 4;
/** And so much for a moment: four lists of 20 MB at once, and what was not collected yet. The bomb holds a gigabyte. */
const PEAK_MB = 250;

let surroundings: Surroundings;
let product: Mortal;
let db: Database;
let vera: TestClient;
let visitor: TestClient;
/** Somebody else's server, to which nothing of ours may ever be sent. */
const canary = createServer((request, response) => {
  canaryCalls.push(`${request.method} ${request.url}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('[{"ID":1,"Name":"Von Fremd"}]');
});
const canaryCalls: string[] = [];
let hostile: { name: string; made: Made; says: RegExp }[];
/** What anybody saw of their lists while all was well. */
let before: object[];

beforeAll(async () => {
  surroundings = await startSurroundings();
  await once(canary.listen(0, '127.0.0.1'), 'listening');
  const [theirs, dead] = [(canary.address() as AddressInfo).port, await freePort()];
  surroundings.env.TIMING_ALLOWED_HOSTS += `,127.0.0.1:${dead}`;
  product = new Mortal(surroundings);
  product.launch();
  await product.ready();
  db = connect(surroundings.databaseUrl, pino({ level: 'silent' }));
  [vera, visitor] = [await surroundings.signedIn('vera'), surroundings.client('de')];
  hostile = await Promise.all(
    hostilities(theirs, dead).map(async ([name, hostility, says]) => {
      const made = await aSyncedEvent(surroundings, vera, [aPerson({ Lastname: 'Bleibt' })], { name });
      if ('fault' in hostility) surroundings.timing.fault(made.list, hostility.fault);
      else {
        // An address that was allowed once, as far as the database knows.
        await sql`update events set timing_address = ${hostility.address} where id = ${made.event.id}`.execute(db);
      }
      return { name, made, says };
    }),
  );
  before = await Promise.all(hostile.map(({ made }) => shown(made)));
});
afterAll(async () => {
  await product.kill();
  await db.destroy();
  await Promise.all([surroundings.stop(), close(canary)]);
});

function hostilities(theirs: number, dead: number): [string, Hostility, RegExp][] {
  const foreign = [
    `http://127.0.0.1:${theirs}/1/KEY`,
    `//127.0.0.1:${theirs}/1/KEY`,
    `http://localhost:${theirs}/1/KEY`,
    `http://2130706433:${theirs}/1/KEY`,
    `http://0x7f.1:${theirs}/1/KEY`,
    `http://[::ffff:127.0.0.1]:${theirs}/1/KEY`,
    `http://${surroundings.timing.host}@127.0.0.1:${theirs}/1/KEY`,
    `http:\\\\127.0.0.1:${theirs}\\1\\KEY`,
  ];
  return [
    ['50 MB', { fault: { kind: 'huge' } }, /too large/],
    ['a gzip bomb', { fault: { kind: 'gzip-bomb' } }, /too large/],
    ['cut', { fault: { kind: 'cut' } }, /does not answer/],
    ['down', { address: `http://127.0.0.1:${dead}/1/KEY` }, /does not answer/],
    ...foreign.flatMap((to, n): [string, Hostility, RegExp][] => [
      [`redirect ${n}`, { fault: { kind: 'redirect', to } }, /foreign address/],
      [`address ${n}`, { address: to }, /not allowed/],
    ]),
  ];
}

const press = ({ event }: Made) => vera.send<Problem>(`POST /api/events/${event.id}/sync-participants`);

/** The list, its age, and what the page says of both. */
async function shown({ event }: Made): Promise<object> {
  const list = await visitor.expect<Participant[]>(200, `GET /api/events/${event.id}/participants`);
  const all = await visitor.expect<Event[]>(200, 'GET /api/events');
  const page = await visitor.expect<string>(200, `GET /participants/${event.slug}`);
  const text = page.replace(/<script[^]*?<\/script>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  return {
    list,
    event: all.find(({ id }) => id === event.id),
    named: text.includes('Bleibt'),
    age: /Stand [^·]+ · aus der Zeitmessung/.exec(text)?.[0],
  };
}

/** Asks each of them, four at a time, as many as the product fetches at once. */
async function pressAll(): Promise<Record<string, [status: number, message: string]>> {
  const left = [...hostile];
  const told: Record<string, [number, string]> = {};
  const next = async (): Promise<void> => {
    const one = left.shift();
    if (!one) return;
    const { status, body } = await press(one.made);
    told[one.name] = [status, body.message];
    return next();
  };
  await Promise.all([next(), next(), next(), next()]);
  return told;
}
const refusals = () => Object.fromEntries(hostile.map(({ name, says }) => [name, [502, expect.stringMatching(says)]]));

describe('a feed that is wrong or hostile', () => {
  test('is refused in words, again and again, and nothing of it stays in memory', async () => {
    const idle = await product.memory();
    expect(await pressAll()).toEqual(refusals());
    const once = await product.memory();
    for (let round = 0; round < ROUNDS; round += 1) await pressAll();
    // Garbage may lie a while before it is collected; what is kept stays.
    await vi.waitFor(async () => expect((await product.memory()).now - once.now).toBeLessThan(GROWTH_MB), 20_000);
    const { now, most } = await product.memory();
    tell({
      row: `${hostile.length} hostile feeds, each asked ${ROUNDS + 1} times`,
      aim: `refused in words, less than ${GROWTH_MB} MB more`,
      figure: `${Math.round(now - once.now)} MB more, ${Math.round(most - idle.now)} MB at the peak`,
    });
    expect(most - idle.now).toBeLessThan(PEAK_MB);
  });

  test('leaves each list as it was, with its age', async () => {
    expect(before).toEqual(hostile.map(() => expect.objectContaining({ named: true, age: expect.any(String) })));
    expect(await Promise.all(hostile.map(({ made }) => shown(made)))).toEqual(before);
  });

  test('leads us to nobody else', () => {
    tell({ row: 'requests at the canary', aim: '0', figure: String(canaryCalls.length) });
    expect(canaryCalls).toEqual([]);
  });

  test('is outlived: after a kill the lists stand as before, and come up to date when the feed is well', async () => {
    const witness = async () => ({ logs: product.logs, answers: await publicAnswers(visitor) });
    await expectInvariants(db, await witness());
    await product.kill();
    product.launch();
    await product.ready();
    expect(await Promise.all(hostile.map(({ made }) => shown(made)))).toEqual(before);
    await expectInvariants(db, await witness());
    surroundings.timing.clearFaults();
    expect((await press(hostile[0]?.made as Made)).status).toBe(200);
  });
});

test('one that reads to the end is found out by its memory, and by the canary (control)', async () => {
  const PORT = String(await freePort());
  const around = { ...surroundings, url: `http://localhost:${PORT}`, env: { PORT } };
  const greedy = new Mortal(around, new URL('./wrong/greedy.ts', import.meta.url).pathname);
  greedy.launch();
  await greedy.ready();
  const { made } = hostile.find(({ name }) => name === '50 MB') as (typeof hostile)[0];
  surroundings.timing.fault(made.list, { kind: 'huge' });
  const held = (await greedy.memory()).now;
  const read = (address: string) => fetch(`${around.url}/?${new URLSearchParams({ address }).toString()}`);
  for (let n = 0; n < 2; n += 1) await read(surroundings.timing.addressOf(made.list));
  expect((await greedy.memory()).now - held).toBeGreaterThan(GROWTH_MB);
  await read(`http://localhost:${(canary.address() as AddressInfo).port}/1/KEY`);
  expect(canaryCalls).toEqual(['GET /1/KEY']);
  await greedy.kill();
});
