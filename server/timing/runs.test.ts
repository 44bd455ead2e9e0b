import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SyncChange, SyncRun } from '#contract/timing.ts';
import type { Problem } from '#contract/treaty.ts';
import { languages } from '#domain/language.ts';
import { texts } from '#locales/messages.ts';
import { forgetIdleRuns } from '#server/timing/jobs.ts';
import { startApp, type App } from '#test/app.ts';
import type { Answer, TestClient } from '#test/client.ts';
import { aNewKey, anEvent, aPerson, aSyncedEvent, type Made, type TimingRecord } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = [await app.signedIn('vera'), await app.signedIn('lea')];
});
afterAll(() => app.stop());

interface Page<T> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
}
const runsOf = ({ event }: Made, more = '', client = lea) =>
  client.expect<Page<SyncRun>>(200, `GET /api/sync/runs?event_id=${event.id}${more}`);
const changesOf = (run: number, more = '') =>
  lea.expect<Page<SyncChange>>(200, `GET /api/sync/runs/${run}/changes${more}`);
const lastOf = async (made: Made) => (await runsOf(made)).items[0] as SyncRun;

/** Timing sends these people now; resolves with the run that found them. */
async function resync(made: Made, people: TimingRecord[], status = 200, wish = ''): Promise<Made> {
  made.source.people = people;
  const next = await aNewKey(app, vera, made);
  await vera.expect(status, `POST /api/events/${next.event.id}/sync-participants${wish}`);
  return next;
}

const startList = Array.from({ length: 12 }, (_, n) => aPerson({ Lastname: `Nachname${n}` }));

describe('the log of the sync', () => {
  let made: Made;

  beforeAll(async () => {
    made = await anEvent(app, vera, startList, { name: 'Protokoll-Lauf' });
    await vera.expect(200, `POST /api/events/${made.event.id}/sync-participants`);
    made = await resync(made, [{ ...startList[0], Lastname: 'Anders', Bib: 999 }, ...startList.slice(1, 11)]);
    made = await resync(made, startList.slice(0, 2), 409);
    app.timing.fault(made.list, { kind: 'html', times: 1 });
    await vera.expect(502, `POST /api/events/${made.event.id}/sync-participants`);
  });

  test('tells how each run ended, newest first', async () => {
    const { items, total } = await runsOf(made);
    expect(total).toBe(4);
    expect(items.map(({ outcome, reason, counts }) => [outcome, reason, counts])).toEqual([
      ['failed', 'shape', null],
      ['held', 'dropped', null],
      ['done', null, { created: 0, updated: 1, withdrawn: 1, unchanged: 10, total: 11 }],
      ['done', null, { created: 12, updated: 0, withdrawn: 0, unchanged: 0, total: 12 }],
    ]);
    expect(items.map(({ is_last: isLast }) => isLast)).toEqual([true, false, false, false]);
    for (const run of items) {
      expect(await lea.expect<SyncRun>(200, `GET /api/sync/runs/${run.id}`)).toEqual(run);
      expect(run).toMatchObject({ event_id: made.event.id, event: 'Protokoll-Lauf', by: 'Vera Verwalter' });
      expect(Date.parse(run.finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(run.started_at) - 1000);
    }
  });

  test.each(languages)('says it in %s', async (language) => {
    await lea.send(`GET /?lng=${language}`);
    const [failed, held, done] = (await runsOf(made)).items.map(({ message }) => message);
    expect(failed).toMatch(/^RaceResult API /);
    expect(held).toContain(texts[language]['error.sync_held'].slice(0, 12));
    expect(done).toContain('11');
  });

  test('comes in pages, of one event or of all', async () => {
    const all = (await runsOf(made)).items;
    expect(await runsOf(made, '&limit=1&offset=2')).toEqual({ items: [all[2]], total: 4, limit: 1, offset: 2 });
    const other = await anEvent(app, vera);
    await vera.expect(200, `POST /api/events/${other.event.id}/sync-participants`);
    expect((await runsOf(other)).total).toBe(1);
    expect(await lea.expect<Page<SyncRun>>(200, 'GET /api/sync/runs')).toMatchObject({ total: 5, limit: 50 });
    for (const wrong of ['event_id=x', 'limit=0', 'limit=501', 'offset=-1', 'changed=no'])
      await lea.expect(422, `GET /api/sync/runs?${wrong}`);
  });

  test('comes without the runs that did nothing to anybody, on request', async () => {
    const [, , second, first] = (await runsOf(made)).items;
    expect(await runsOf(made, '&changed=true&limit=1')).toMatchObject({ items: [second], total: 2 });
    expect((await runsOf(made, '&changed=true&offset=1')).items).toEqual([first]);
  });

  test('tells what a run did to whom', async () => {
    const [, , second, first] = (await runsOf(made)).items as [SyncRun, SyncRun, SyncRun, SyncRun];
    const { items, total } = await changesOf(second.id);
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        participant_id: expect.any(Number),
        kind: 'changed',
        name: 'Anna Anders',
        bib: '999',
        fields: [
          { field: 'bib', old: String(startList[0]?.Bib), new: '999' },
          { field: 'last_name', old: 'Nachname0', new: 'Anders' },
        ],
      },
      {
        participant_id: expect.any(Number),
        kind: 'withdrawn',
        name: 'Anna Nachname11',
        bib: expect.any(String),
        fields: [],
      },
    ]);
    expect((await changesOf(second.id, '?kind=withdrawn')).items).toEqual([items[1]]);
    expect(await changesOf(first.id, '?kind=created&limit=5&offset=10')).toMatchObject({ total: 12, offset: 10 });
    expect((await changesOf(first.id, '?kind=created&limit=5&offset=10')).items).toHaveLength(2);
  });

  test('tells who came back, and nothing of a run that was held', async () => {
    const held = (await runsOf(made)).items[1] as SyncRun;
    expect((await changesOf(held.id)).items).toEqual([]);
    made = await resync(made, startList);
    const kinds = (await changesOf((await lastOf(made)).id)).items.map(({ kind }) => kind);
    expect(kinds).toEqual(['changed', 'returned']);
    expect(await lea.expect<Problem>(404, 'GET /api/sync/runs/999999/changes')).toMatchObject({ code: 'unknown_run' });
    expect(await lea.expect<Problem>(404, 'GET /api/sync/runs/999999')).toMatchObject({ code: 'unknown_run' });
  });

  test('an admin may apply what was held', async () => {
    made = await resync(made, startList.slice(0, 2), 200, '?force=true');
    const run = await lastOf(made);
    expect(run).toMatchObject({ outcome: 'done', counts: { withdrawn: 10, total: 2 } });
    expect((await changesOf(run.id, '?kind=withdrawn')).total).toBe(10);
  });

  test('says of whom was erased only that he was there', async () => {
    const run = (await runsOf(made)).items.find(({ counts }) => counts?.updated === 1 && counts.withdrawn === 1);
    const [changed] = (await changesOf(run?.id ?? 0)).items;
    await vera.expect(200, `DELETE /api/persons/participant/${changed?.participant_id}`);
    expect((await changesOf(run?.id ?? 0)).items[0]).toEqual({ ...changed, name: null, bib: null, fields: [] });
  });

  test('knows runs that are under way, were given up, and that nobody of the staff began', async () => {
    const [running, abandoned, ours] = [await anEvent(app, vera), await anEvent(app, vera), await anEvent(app, vera)];
    const { db } = app.product.ctx;
    const at = new Date();
    await db.insertInto('sync_runs').values({ event_id: running.event.id, counts: '{}' }).execute();
    await db
      .insertInto('sync_runs')
      .values([
        { event_id: abandoned.event.id, counts: '{}', finished_at: at, outcome: 'abandoned' },
        { event_id: ours.event.id, counts: '{}', finished_at: at, outcome: 'failed', reason: 'interrupted' },
      ])
      .execute();
    const told = await Promise.all([running, abandoned, ours].map(lastOf));
    expect(told).toMatchObject([
      { outcome: 'running', finished_at: null, by: null, counts: null },
      { outcome: 'abandoned', by: null },
      { outcome: 'failed' },
    ]);
    expect(told[2]?.message).not.toContain('RaceResult');
    await db.deleteFrom('sync_runs').where('event_id', '=', running.event.id).execute();
  });
});

describe('to the public timing is not to blame for a run', () => {
  const press = ({ event }: Made) => app.client('de').send<Problem>(`POST /api/events/${event.id}/sync-participants`);
  const expectOurs = ({ status, body, headers }: Answer<Problem>) => {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
    expect(body.message).not.toContain('RaceResult');
  };

  test('that broke here: half a minute later there is another', async () => {
    const made = await anEvent(app, vera);
    const ended = { finished_at: app.now(), outcome: 'failed', reason: 'interrupted' } as const;
    await app.product.ctx.db
      .insertInto('sync_runs')
      .values({ event_id: made.event.id, counts: '{}', ...ended })
      .execute();
    expectOurs(await press(made));
    app.forward(31_000);
    expect((await press(made)).status).toBe(200);
  });

  test('that was given up while timing was asked', async () => {
    const made = await anEvent(app, vera);
    app.timing.fault(made.list, { kind: 'delay', ms: 1500, times: 1 });
    const answer = press(made);
    const giveUp = () =>
      app.product.ctx.db
        .updateTable('sync_runs')
        .set({ finished_at: app.now(), outcome: 'abandoned' })
        .where('event_id', '=', made.event.id)
        .where('finished_at', 'is', null)
        .returning('id')
        .execute();
    await vi.waitFor(async () => expect(await giveUp()).toHaveLength(1));
    expectOurs(await answer);
    expect(await runsOf(made)).toMatchObject({ total: 1, items: [{ outcome: 'abandoned' }] });
  });

  test('that found no room beside four others', async () => {
    const [made, ...others] = await Promise.all(Array.from({ length: 5 }, () => anEvent(app, vera)));
    const { db } = app.product.ctx;
    const underWay = others.map(({ event }) => ({ event_id: event.id, counts: '{}' }));
    const runs = await db.insertInto('sync_runs').values(underWay).returning('id').execute();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      let ended = false;
      const answer = press(made as Made).finally(() => (ended = true));
      const later = () => {
        vi.setSystemTime(Date.now() + 41_000);
        expect(ended).toBe(true);
      };
      await vi.waitFor(later, { timeout: 10_000, interval: 250 });
      expectOurs(await answer);
    } finally {
      vi.useRealTimers();
      for (const { id } of runs) await db.deleteFrom('sync_runs').where('id', '=', id).execute();
    }
  });
});

test('after a month only runs are kept that somebody asked for, that changed somebody, or that are the last', async () => {
  const { db } = app.product.ctx;
  const made = await aSyncedEvent(app, vera, startList.slice(0, 3), { name: 'Monats-Lauf' });
  const idle = JSON.stringify({ created: 0, updated: 0, withdrawn: 0, unchanged: 3, total: 3 });
  const values = (outcome: 'done' | 'failed', days: number) => {
    const at = new Date(app.now().getTime() - days * 86_400_000);
    return { event_id: made.event.id, started_at: at, finished_at: at, outcome, counts: idle };
  };
  const rows = [values('done', 40), values('failed', 35), values('done', 31), values('done', 29), values('failed', 40)];
  await db.insertInto('sync_runs').values(rows).execute();
  await forgetIdleRuns(app.product.ctx);
  expect((await runsOf(made)).items.map(({ outcome, counts }) => [outcome, counts?.created])).toEqual([
    ['failed', undefined],
    ['done', 0],
    ['done', 3],
  ]);
});
