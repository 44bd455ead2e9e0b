import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Activity } from '#contract/activity.ts';
import type { Event } from '#contract/events.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { anEvent, aSyncedEvent } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = await Promise.all([app.signedIn('vera'), app.signedIn('lea')]);
});
afterAll(() => app.stop());

const change = (id: number, body: object) => vera.expect<Event>(200, `PUT /api/events/${id}`, { body });
const activities = () => lea.expect<Activity[]>(200, 'GET /api/activities');
const rowsOf = (eventId: number) =>
  app.product.ctx.db.selectFrom('activities').selectAll().where('event_id', '=', eventId).orderBy('id').execute();

test('each change is told, with who made it and at which event', async () => {
  const { event } = await aSyncedEvent(app, vera, undefined, { name: 'Protokolliert' });
  await change(event.id, { place: 'Bern' });
  await vera.expect(200, `DELETE /api/events/${event.id}`);
  const actions = ['event.deleted', 'event.changed', 'participants.synced', 'event.opened'];
  expect((await activities()).slice(0, 4)).toMatchObject(
    actions.map((action) => ({ action, event: 'Protokolliert', user: 'Vera Verwalter' })),
  );
});

test('names of fields are kept, and nobody’s data', async () => {
  const organiser = {
    organiser_name: 'Brunnenverein',
    organiser_email: 'kasse@brunnen.example',
    organiser_street: 'Aarestrasse',
  };
  const { event } = await aSyncedEvent(
    app,
    vera,
    [{ ID: 1, Firstname: 'Ursina', Lastname: 'Caduff', Bib: 1 }],
    organiser,
  );
  await change(event.id, {
    organiser_name: 'Verein Zwei',
    organiser_email: 'zwei@brunnen.example',
    organiser_street: 'Seeweg',
  });
  const rows = await rowsOf(event.id);
  expect(rows.at(-1)?.changed).toEqual({ fields: ['organiser_email', 'organiser_name', 'organiser_street'] });
  expect(JSON.stringify([rows, await activities()])).not.toMatch(
    /verein|brunnen\.example|Aarestrasse|Seeweg|Ursina|Caduff/i,
  );
});

test('fields are told as the call names them, not what follows from them', async () => {
  const { event } = await anEvent(app, vera, undefined, { payrexx_instance: 'demo' });
  const after = await change(event.id, { name: 'Zürcher Lauf', donation_link: true, place: event.place });
  expect([after.slug, after.takes_gifts]).not.toEqual([event.slug, event.takes_gifts]);
  expect((await rowsOf(event.id)).at(-1)?.changed).toEqual({ fields: ['donation_link', 'name'] });
});

test('a change that was refused leaves nothing behind', async () => {
  const { event } = await anEvent(app, vera);
  await vera.expect(422, `PUT /api/events/${event.id}`, { body: { place: 'Bern', donation_goal: 'viel' } });
  await lea.expect(403, `PUT /api/events/${event.id}`, { body: { place: 'Bern' } });
  expect((await rowsOf(event.id)).map((row) => row.action)).toEqual(['event.opened']);
});

test('at most a hundred are answered, newest first', async () => {
  const { event } = await anEvent(app, vera);
  for (let n = 0; n < 101; n += 1) await change(event.id, { place: `Ort ${n}` });
  const newest = await activities();
  expect(newest).toHaveLength(100);
  expect(newest.map((one) => one.id)).toEqual(newest.map((one) => one.id).toSorted((a, b) => b - a));
});

test('older ones are asked for by the id of an entry, and by event and action', async () => {
  const { event } = await anEvent(app, vera, undefined, { name: 'Gefiltert' });
  await change(event.id, { place: 'Bern' });
  await change(event.id, { place: 'Thun' });
  const ask = (query: string) => lea.expect<Activity[]>(200, `GET /api/activities?${query}`);
  const own = await ask(`event_id=${event.id}`);
  expect(own.map((one) => one.action)).toEqual(['event.changed', 'event.changed', 'event.opened']);
  expect(own[0]).toMatchObject({ event_id: event.id, event: 'Gefiltert', changed: { fields: ['place'] } });
  expect(await ask(`event_id=${event.id}&before=${own[0]?.id}`)).toEqual(own.slice(1));
  expect(await ask(`event_id=${event.id}&action=event.opened`)).toEqual(own.slice(2));
  expect(await ask(`event_id=${event.id}&limit=1`)).toEqual(own.slice(0, 1));
  expect(await ask('action=event.flown')).toEqual([]);
  for (const wrong of ['event_id=x', 'before=0', 'action=1;2', 'limit=501'])
    await lea.expect(422, `GET /api/activities?${wrong}`);
});

test('what was told can be neither changed nor removed', async () => {
  const { db } = app.product.ctx;
  await expect(db.deleteFrom('activities').execute()).rejects.toThrow('append only');
  await expect(db.updateTable('activities').set({ action: 'event.opened' }).execute()).rejects.toThrow('append only');
});
