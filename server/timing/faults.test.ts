/** @module-tag slow */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { languages } from '#domain/language.ts';
import { startApp, type App } from '#test/app.ts';
import type { Answer, TestClient } from '#test/client.ts';
import { anEvent, aNewKey, aPerson, aSyncedEvent, type Made } from '#test/factories.ts';
import { expectInvariantsOverRestart } from '#test/faults/verdict.ts';

type Fault = Parameters<App['timing']['fault']>[1];

let app: App;
let vera: TestClient;
let visitor: TestClient;
/** Its feeds keep it waiting for half a minute: asked before everything else, judged after it. */
let patient: App;
let waiting: Record<string, Awaited<ReturnType<typeof keepWaiting>>>;

beforeAll(async () => {
  [app, patient] = await Promise.all([startApp(), startApp()]);
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  waiting = {
    'that never answers': await keepWaiting({ kind: 'delay', ms: 120_000 }),
    'of a byte a second': await keepWaiting({ kind: 'drip' }),
  };
});
afterAll(() => Promise.all([app.stop(), patient.stop()]));

async function keepWaiting(fault: Fault) {
  const admin = await patient.signedIn('vera');
  const made = await aSyncedEvent(patient, admin, [aPerson({ Lastname: 'Bleibt' })]);
  patient.timing.fault(made.list, fault);
  made.source.people = [aPerson({ Lastname: 'Neu' })];
  const list = () => patient.client('de').send(`GET /participants/${made.event.slug}`);
  return { list, before: await list(), answer: press(admin, made) };
}

const press = (client: TestClient, { event }: Made) =>
  client.send<Problem & { total?: number }>(`POST /api/events/${event.id}/sync-participants`);
const peopleOf = ({ event }: Made) => visitor.expect<Participant[]>(200, `GET /api/events/${event.id}/participants`);
const eventOf = async ({ event }: Made) =>
  (await visitor.expect<Event[]>(200, 'GET /api/events')).find((one) => one.id === event.id);
const callsFor = ({ list }: Made) =>
  app.timing.requests.filter((request) => request.url.includes(`/${list.eventNumber}/`));
/** The feed is asked for a list that was good once, and fails. */
async function failing(fault: (made: Made) => Fault): Promise<Made> {
  const made = await aNewKey(app, vera, await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Bleibt' })]));
  app.timing.fault(made.list, fault(made));
  return made;
}

describe('the feed fails', () => {
  test.each<[string, (made: Made) => Fault, RegExp]>([
    ['with 404', () => ({ kind: 'status', status: 404 }), /Fehler/],
    ['with 406, too many calls', () => ({ kind: 'status', status: 406 }), /ausgelastet/],
    ['with 500 and its secrets', () => ({ kind: 'status', status: 500, body: 'SECRET AT HOST' }), /Fehler/],
    ['with a page to sign in', () => ({ kind: 'html' }), /keine Liste/],
    ['with no byte at all', () => ({ kind: 'empty' }), /keine Liste/],
    ['with half a list', () => ({ kind: 'half' }), /keine Liste/],
    ['with 50 MB', () => ({ kind: 'huge' }), /zu grosse/],
    ['with a gzip bomb', () => ({ kind: 'gzip-bomb' }), /zu grosse/],
    ['by cutting the line', () => ({ kind: 'cut' }), /antwortet nicht/],
    [
      'by leading to another name',
      () => ({ kind: 'redirect', to: `http://localhost:${app.timing.port}/1/KEY` }),
      /fremde Adresse/,
    ],
    ['by leading to a file', () => ({ kind: 'redirect', to: 'file:///etc/passwd' }), /fremde Adresse/],
    ['by leading nowhere', () => ({ kind: 'redirect', to: 'http://[' }), /fremde Adresse/],
    ['by leading in circles', ({ list }) => ({ kind: 'redirect', to: app.timing.addressOf(list) }), /fremde Adresse/],
  ])('%s: 502 in words, and the list stays', async (_, fault, reason) => {
    const made = await failing(fault);
    const [people, event] = [await peopleOf(made), await eventOf(made)];
    made.source.people = [aPerson({ Lastname: 'Neu' })];
    const { status, body } = await press(vera, made);
    expect({ status, body }).toEqual({
      status: 502,
      body: { code: 'timing_failed', message: expect.stringMatching(/^RaceResult API /) },
    });
    expect((await press(visitor, made)).body.message).toMatch(reason);
    expect(await peopleOf(made)).toEqual(people);
    expect(await eventOf(made)).toEqual(event);
  });

  test('a redirect on the same host is followed (control)', async () => {
    const target = await anEvent(app, vera, [aPerson({ Lastname: 'Umgezogen' })]);
    const made = await failing(() => ({ kind: 'redirect', to: app.timing.addressOf(target.list) }));
    expect((await press(vera, made)).status).toBe(200);
    expect(await peopleOf(made)).toMatchObject([{ last_name: 'Umgezogen' }]);
  });

  test('a list in Windows-1252 is read all the same (control)', async () => {
    const made = await failing(() => ({ kind: 'charset' }));
    made.source.people = [aPerson({ Lastname: 'Öztürk', Firstname: 'Zoë' })];
    expect((await press(vera, made)).status).toBe(200);
    expect(await peopleOf(made)).toMatchObject([{ name: 'Zoë Öztürk' }]);
  });

  test('in every language the message begins alike, and names neither host nor key', async () => {
    const made = await failing(() => ({ kind: 'status', status: 500 }));
    await press(vera, made);
    const answers = await Promise.all(languages.map((language) => press(app.client(language), made)));
    const messages = answers.map(({ body }) => body.message);
    expect(new Set(messages).size).toBe(languages.length);
    for (const message of messages) expect(message).toMatch(/^RaceResult API [^{}]+\.$/);
    for (const secret of [app.timing.host, made.list.key])
      expect(`${messages.join()} ${app.logs.join()}`).not.toContain(secret);
  });
});

describe('calls to the feed', () => {
  test('the public gets the last answer for 30 s, while an admin’s press runs at once', async () => {
    const made = await anEvent(app, vera, [aPerson()]);
    const first = await press(visitor, made);
    expect([first.status, callsFor(made).length]).toEqual([200, 1]);
    made.source.people = [aPerson(), aPerson()];
    const [lea, otto] = [await app.signedIn('lea'), await app.signedIn('otto')];
    for (const client of [visitor, app.client('de'), lea, otto]) {
      expect((await press(client, made)).body).toMatchObject({ total: 1 });
    }
    expect(callsFor(made)).toHaveLength(1);
    expect((await press(vera, made)).body).toMatchObject({ total: 2 });
    expect(callsFor(made)).toHaveLength(2);
    app.forward(31_000);
    await press(visitor, made);
    expect(callsFor(made)).toHaveLength(3);
  });

  test('a failure is answered again as well, without asking', async () => {
    const made = await failing(() => ({ kind: 'status', status: 500, times: 1 }));
    app.forward(31_000);
    const calls = callsFor(made).length;
    const first = await press(visitor, made);
    expect(await press(visitor, made)).toMatchObject({ status: 502, body: first.body });
    expect(callsFor(made)).toHaveLength(calls + 1);
    app.forward(31_000);
    expect((await press(visitor, made)).status).toBe(200);
  });

  test('many presses at the same moment are one run', async () => {
    const made = await anEvent(app, vera, [aPerson()]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => press(visitor, made)));
    const told = ({ status, body }: Answer<Problem & { total?: number }>) => [status, body.total];
    expect(answers.map(told)).toEqual(answers.map(() => [200, 1]));
    expect(callsFor(made)).toHaveLength(1);
  });

  test('presses of two admins at the same moment are one run', async () => {
    const made = await anEvent(app, vera, [aPerson()]);
    app.timing.fault(made.list, { kind: 'delay', ms: 300, times: 1 });
    const answers = await Promise.all([vera, await app.signedIn('vera')].map((client) => press(client, made)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(callsFor(made)).toHaveLength(1);
  });

  test('a run that the database cut short does not stand in the way of the next', async () => {
    const made = await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Bleibt' })]);
    made.source.people = [aPerson({ Lastname: 'Neu' })];
    const { db } = app.product.ctx;
    await db.transaction().execute(async (tx) => {
      await sql`lock table participants in share row exclusive mode`.execute(tx);
      const answer = press(vera, made);
      await vi.waitFor(async () => {
        const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        expect(ended.rows).toHaveLength(1);
      }, 5000);
      expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    });
    expect(await press(visitor, made)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await peopleOf(made)).toMatchObject([{ last_name: 'Bleibt' }]);
    expect((await press(vera, made)).body).toMatchObject({ created: 1, total: 1 });
  });

  test('names that are hidden while the list is fetched cannot be found afterwards', async () => {
    const made = await anEvent(app, vera, [aPerson({ Lastname: 'Geheimnis' })]);
    app.timing.fault(made.list, { kind: 'delay', ms: 200, times: 1 });
    const answer = press(vera, made);
    await vera.expect(200, `PUT /api/events/${made.event.id}`, { body: { names_shown: 'short' } });
    expect((await answer).status).toBe(200);
    expect(await visitor.expect(200, `GET /api/events/${made.event.id}/participants?q=geheimnis`)).toMatchObject({
      total: 0,
    });
  });

  test('at most four lists are fetched at once, and all in the end', async () => {
    const asked: number[] = [];
    const events = await Promise.all(Array.from({ length: 6 }, () => anEvent(app, vera, [aPerson()])));
    for (const { list, source } of events) {
      const [person] = source.people;
      app.timing.fault(list, { kind: 'delay', ms: 400, times: 1 });
      Object.defineProperty(source, 'people', { get: () => (asked.push(Date.now()), [person]) });
    }
    const answers = await Promise.all(events.map((made) => press(vera, made)));
    expect(answers.map(({ status, body }) => [status, body.total])).toEqual(events.map(() => [200, 1]));
    const [first = 0, , , , fifth = 0] = asked;
    expect(fifth - first).toBeGreaterThanOrEqual(400);
  });

  test('calls to one address are more than a second apart', async () => {
    const made = await anEvent(app, vera, [aPerson()]);
    for (let n = 0; n < 2; n += 1) await press(vera, made);
    const [first, second] = callsFor(made).map((call) => call.at.getTime());
    expect(Number(second) - Number(first)).toBeGreaterThan(1000);
  });

  test('only read, and say nothing about us', () => {
    expect(new Set(app.timing.requests.map((call) => call.method))).toEqual(new Set(['GET']));
    for (const { url, headers } of app.timing.requests) {
      expect(url).not.toContain('?');
      expect(Object.keys(headers)).toEqual(expect.not.arrayContaining(['cookie', 'authorization', 'referer']));
    }
  });

  test('an inactive event is not synchronised by the public, but tells its last result', async () => {
    const made = await anEvent(app, vera, [aPerson()], { is_active: false });
    expect(await press(visitor, made)).toMatchObject({ status: 409, body: { code: 'event_closed' } });
    expect((await press(vera, made)).body).toMatchObject({ total: 1 });
    app.forward(31_000);
    expect((await press(visitor, made)).body).toMatchObject({ total: 1 });
    expect(callsFor(made)).toHaveLength(1);
  });
});

test.each(['that never answers', 'of a byte a second'])(
  'a feed %s is left after half a minute, and the page is what it was',
  async (which) => {
    const { list, before, answer } = waiting[which] as Awaited<ReturnType<typeof keepWaiting>>;
    expect(await answer).toMatchObject({ status: 502, body: { message: expect.stringMatching(/not answer in time/) } });
    const after = await list();
    expect([after.status, after.body]).toEqual([200, before.body]);
    expect(before.body).toMatch(/Bleibt[^]*Stand [^]*aus der Zeitmessung|Stand [^]*aus der Zeitmessung[^]*Bleibt/);
  },
  60_000,
);

test('and after all of that everything holds, also after a restart', async () => {
  await expectInvariantsOverRestart(app);
  await expectInvariantsOverRestart(patient);
});
