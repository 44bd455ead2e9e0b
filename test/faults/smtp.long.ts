import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { startProduct } from '#server/product.ts';
import { aSyncedEvent, manyRunners, pledgeBody } from '#test/factories.ts';
import { startSurroundings, type Surroundings } from '#test/surroundings.ts';
import { chanceOf, seed } from './chance.ts';
import type { Accepted } from './crowd.ts';
import { startExim, type Exim } from './exim.ts';
import { tell, tellSkipped } from './figures.ts';
import { Mortal } from './mortal.ts';
import { countWaiting, expectNothingLost } from './outage.ts';
import { TcpProxy } from './tcp-proxy.ts';

const QUEUED = 10_000;
const DRAINED_WITHIN_MS = 600_000;
/** Of the time that a form takes while mail is well. */
const SLOWER_AT_MOST = 1.1;
const TURNS = 12;
/** Whoever sends the mail looks for it once a second. */
const TURN_MS = 1200;
/** Longer than any pause between tries. */
const LATER_MS = 2 * 3_600_000;

const silent = pino({ level: 'silent' });
let surroundings: Surroundings;
let proxy: TcpProxy;
let runners: Participant[];
let db: Database;
let mortal: Mortal;
let accepted: Accepted[];

async function begin(env: Record<string, string> = {}): Promise<void> {
  surroundings = await startSurroundings({ LIMIT_FORMS_PER_ADDRESS: '999999/1d' });
  proxy = await TcpProxy.start(surroundings.mailbox.smtpPort);
  Object.assign(surroundings.env, { SMTP_URL: `smtp://127.0.0.1:${proxy.port}?tls=off`, ...env });
  db = connect(surroundings.databaseUrl, silent);
  const product = await startProduct(readConfig(surroundings.env), { log: silent });
  const made = await aSyncedEvent(surroundings, await surroundings.signedIn('vera'), manyRunners(32));
  runners = made.participants;
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
    body: JSON.stringify(pledgeBody(runners[n % runners.length] as Participant)),
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
  down: () => proxy.become('closed'),
  'cut while it is sent': () => surroundings.mailbox.faults.add({ at: 'data', does: 'cut' }),
  'silent at MAIL FROM': () => surroundings.mailbox.faults.add({ at: 'mail', does: 'stall' }),
  '451 at RCPT': () => surroundings.mailbox.faults.add({ at: 'rcpt', does: 451 }),
  '550 at RCPT': () => surroundings.mailbox.faults.add({ at: 'rcpt', does: 550 }),
  'a line that lets nothing through': () => proxy.become('stalled'),
  'a line that lost the other side': () => proxy.become('half-open'),
};
function mend(): void {
  surroundings.mailbox.faults.clear();
  proxy.become('open');
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

test('whatever becomes of the mail, a form takes as long as ever', async () => {
  await begin();
  await launch();
  const chance = chanceOf(-4);
  let n = 0;
  // How much longer than in the same turn while mail was well, turn by turn.
  const ratios = new Map<string, number[]>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const took = new Map<string, number>();
    for (const state of chance.shuffled(Object.keys(states))) {
      states[state]?.();
      const times = [];
      for (const until = performance.now() + TURN_MS; performance.now() < until;) times.push(await send((n += 1)));
      took.set(state, median(times));
      mend();
    }
    const well = took.get('well') ?? 0;
    for (const [state, ms] of took) ratios.set(state, [...(ratios.get(state) ?? []), ms / well]);
  }
  const others = [...ratios].filter(([state]) => state !== 'well');
  const slower = others.map(([state, all]) => ({ state, ratio: median(all) }));
  tell({
    row: `a form, while SMTP fails in ${slower.length} ways`,
    aim: `takes at most × ${SLOWER_AT_MOST} as long as ever`,
    figure: slower.map(({ state, ratio }) => `${state} × ${ratio.toFixed(2)}`).join(', '),
  });
  expect(slower.filter(({ ratio }) => ratio > SLOWER_AT_MOST)).toEqual([]);
  await expectNothingLost({ mortal, surroundings, db, accepted }, LATER_MS);
});

test('whoever mails before he answers keeps people waiting (control)', async () => {
  await begin();
  await launch(new URL('wrong-product.ts', import.meta.url).pathname);
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
    tell({ row, aim, figure: '3 of 3' });
  } finally {
    await exim.stop();
  }
});

async function expectReadBack(exim: Exim, names: string[]): Promise<void> {
  for (const [n, donor_name] of names.entries()) {
    const body = pledgeBody(runners[0] as Participant, { donor_name, donor_email: `real-${n}@example.test` });
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
