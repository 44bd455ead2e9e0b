import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { startProduct } from '#server/product.ts';
import { aSyncedEvent, manyPeople, pledgeBody } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { chanceOf, seed } from './chance.ts';
import type { Accepted } from './crowd.ts';
import { startExim, type Exim } from './exim.ts';
import { tell, tellSkipped } from './figures.ts';
import { expectInvariants } from './invariants.ts';
import { Mortal } from './mortal.ts';
import { countWaiting, expectNothingLost } from './outage.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { observe } from './verdict.ts';

const QUEUED = 10_000;
const DRAINED_WITHIN_MS = 600_000;
/** Of the time that a form takes while mail is well. */
const SLOWER_AT_MOST = 1.1;
const TURNS = 5;
/** Whoever sends the mail looks for it once a second. */
const TURN_MS = 1200;

const silent = pino({ level: 'silent' });
let surroundings: Surroundings;
let proxy: TcpProxy;
let participants: Participant[];
let db: Database;
let mortal: Mortal;
let accepted: Accepted[];

async function begin(env: Record<string, string> = {}): Promise<void> {
  surroundings = await startSurroundings({ LIMIT_FORMS_PER_ADDRESS: '999999/1d' });
  proxy = await TcpProxy.start(surroundings.mailbox.smtpPort);
  Object.assign(surroundings.env, { SMTP_URL: `smtp://127.0.0.1:${proxy.port}?tls=off`, ...env });
  db = observe(surroundings.databaseUrl);
  const product = await startProduct(readConfig(surroundings.env), { log: silent });
  const made = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'), manyPeople(32));
  participants = made.participants;
  await product.stop();
}
beforeAll(() => console.log(`SEED=${seed} repeats this run`));
beforeEach(() => {
  accepted = [];
});
afterEach(async () => {
  await mortal.kill();
  await proxy.stop();
  await db.destroy();
  await surroundings.stop();
});

async function launch(program?: string): Promise<void> {
  mortal = new Mortal(surroundings, program);
  mortal.launch();
  await mortal.ready();
}

/** Sends a form; resolves with how long it took. */
async function send(n: number): Promise<number> {
  const key = `form-${n}`;
  const began = performance.now();
  const response = await fetch(`${surroundings.url}/api/donations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(pledgeBody(participants[n % participants.length] as Participant)),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  });
  const { id } = (await response.json()) as { id: number };
  const took = performance.now() - began;
  expect(response.status).toBe(201);
  accepted.push({ key, id });
  return took;
}
const ANSWERED_WITHIN_MS = 5000;

/** What may become of mail, and how it becomes well again. */
const states: Record<string, () => void> = {
  well: () => {},
  // Whether this machine can tell a tenth from nothing.
  again: () => {},
  down: () => proxy.become('closed'),
  'cut while it is sent': () => surroundings.mailbox.faults.add({ at: 'data', does: 'cut' }),
  'silent at MAIL FROM': () => surroundings.mailbox.faults.add({ at: 'mail', does: 'stall' }),
  '451 at RCPT': () => surroundings.mailbox.faults.add({ at: 'rcpt', does: 451 }),
  '550 at RCPT': () => surroundings.mailbox.faults.add({ at: 'rcpt', does: 550 }),
  'a line that lets nothing through': () => proxy.become('stalled'),
  'a line that lost the other side': () => proxy.become('half-open'),
};
/** What waited leaves at once, so that no way to fail is measured with the mails that another one left behind. */
async function mend(): Promise<void> {
  surroundings.mailbox.faults.clear();
  proxy.become('open');
  const open = db.updateTable('mails').where('sent_at', 'is', null).where('failed_at', 'is', null);
  const hurry = open.set({ send_after: sql`now()` }).where('last_error', 'is not', null);
  await vi.waitFor(
    async () => {
      await hurry.execute();
      expect(await countWaiting(db)).toBe(0);
    },
    { timeout: 180_000, interval: 200 },
  );
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

test('whatever becomes of the mail, a form takes as long as ever', async () => {
  await begin();
  await launch();
  const chance = chanceOf(-4);
  const times = new Map(Object.keys(states).map((state) => [state, [] as number[]]));
  for (let turn = 0, n = 0; turn <= TURNS; turn += 1) {
    for (const state of chance.shuffled(Object.keys(states))) {
      states[state]?.();
      for (const until = performance.now() + TURN_MS; performance.now() < until;) {
        const took = await send((n += 1));
        // The first turn warms up.
        if (turn > 0) times.get(state)?.push(took);
      }
      await mend();
    }
  }
  const { well = 0, again = 0, ...others } = Object.fromEntries([...times].map(([state, all]) => [state, median(all)]));
  const slower = Object.entries(others).map(([state, took]) => ({ state, ratio: took / well }));
  const row = `a form, while SMTP fails in ${slower.length} ways`;
  const aim = `takes at most × ${SLOWER_AT_MOST} as long as ever`;
  const noise = Math.max(again / well, well / again);
  if (noise > SLOWER_AT_MOST) tellSkipped(row, aim, `too busy a machine: nothing at all makes × ${noise.toFixed(2)}`);
  else {
    const ratios = slower.map(({ state, ratio }) => `${state} × ${ratio.toFixed(2)}`).join(', ');
    tell({ row, aim, figure: `${well.toFixed(1)} ms; ${ratios}` });
    expect(slower.filter(({ ratio }) => ratio > SLOWER_AT_MOST)).toEqual([]);
  }
  await expectNothingLost({ mortal, surroundings, db, accepted });
});

test('whoever mails before he answers keeps people waiting (control)', async () => {
  await begin();
  await launch(new URL('./wrong/product.ts', import.meta.url).pathname);
  await send(0);
  proxy.become('stalled');
  await expect(send(1)).rejects.toThrow(/aborted due to timeout/);
});

test(`${QUEUED} mails that waited for their server leave once it is back`, async () => {
  await begin();
  await launch();
  proxy.become('closed');
  const left = Array.from({ length: QUEUED }, (_, n) => n).values();
  const sender = async () => {
    for (const n of left) await send(n);
  };
  await Promise.all(Array.from({ length: 16 }, sender));
  expect(await countWaiting(db)).toBe(QUEUED);
  proxy.become('open');
  const began = performance.now();
  await vi.waitFor(async () => expect(await countWaiting(db)).toBe(0), {
    timeout: DRAINED_WITHIN_MS,
    interval: 250,
  });
  tell({
    row: `${QUEUED} mails queued while SMTP is down`,
    aim: `sent within ${DRAINED_WITHIN_MS / 1000} s of its return`,
    figure: `after ${Math.round((performance.now() - began) / 1000)} s`,
  });
  await expectNothingLost({ mortal, surroundings, db, accepted });
});

test('three mails through a real server are read back right', async ({ skip }) => {
  await begin();
  await launch();
  const exim = await startExim();
  const [row, aim] = ['exim, a real mail server', 'three UTF-8 mails read back right'];
  if (typeof exim === 'string') {
    tellSkipped(row, aim, exim);
    return skip();
  }
  try {
    await mortal.kill();
    surroundings.env.SMTP_URL = exim.smtpUrl;
    await launch();
    await expectReadBack(exim, ['Zoë Öztürk «Ü»', 'Łukasz Šimić 👍', '山田 Ελένη']);
    await expectInvariants(db, { logs: mortal.logs });
    tell({ row, aim, figure: '3 of 3' });
  } finally {
    await exim.stop();
  }
});

async function expectReadBack(exim: Exim, names: string[]): Promise<void> {
  for (const [n, donor_name] of names.entries()) {
    const body = pledgeBody(participants[0] as Participant, { donor_name, donor_email: `real-${n}@example.test` });
    await surroundings.client('de').expect(201, 'POST /api/donations', { body });
  }
  await vi.waitFor(async () => expect(await exim.delivered()).toHaveLength(names.length), 30_000);
  const mails = await exim.delivered();
  for (const [n, name] of names.entries()) {
    const mail = mails.find(({ to }) => to?.[0]?.address === `real-${n}@example.test`);
    expect(mail?.to).toEqual([{ name, address: `real-${n}@example.test` }]);
    expect(mail?.subject).toContain('bestätigen');
    expect(mail?.text).toMatch(new RegExp(`${name}[^]*${surroundings.url}/donation/confirm/[\\w-]+`));
    expect(mail?.html).toContain(name);
  }
}
