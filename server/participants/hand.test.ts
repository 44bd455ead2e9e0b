import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aNewKey, aPledge, aSyncedEvent, pledgeBody, personCalled, type Made } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea, visitor] = [await app.signedIn('vera'), await app.signedIn('lea'), app.client('de')];
});
afterAll(() => app.stop());

interface Page {
  items: Participant[];
  total: number;
}

const anna = { name: 'Anna Öztürk', email: 'anna@example.test' };
const add = (eventId: number, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  vera.expect<Participant>(201, `POST /api/events/${eventId}/participants`, { body: { ...anna, ...fields }, headers });
const correct = (id: number, body: Record<string, unknown>) =>
  vera.expect<Participant>(200, `PUT /api/participants/${id}`, { body });
const shown = async (eventId: number) =>
  (await visitor.expect<Participant[]>(200, `GET /api/events/${eventId}/participants`)).map(({ name }) => name);
const forStaff = (eventId: number, query: string, client = lea) =>
  client.expect<Page>(200, `GET /api/events/${eventId}/participants?${query}`);
const told = async (eventId: number) =>
  (
    await app.product.ctx.db
      .selectFrom('activities')
      .selectAll()
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute()
  )
    .filter(({ action }) => action.startsWith('participant.'))
    .map(({ action, participant_id, changed }) => ({ action, participant_id, changed }));
const versionOf = async (eventId: number) =>
  (
    await app.product.ctx.db
      .selectFrom('events')
      .select('list_version')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow()
  ).list_version;
/** The next sync, with its list as it is now. */
async function sync(made: Made): Promise<Record<string, unknown>> {
  const { event } = await aNewKey(app, vera, made);
  return vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
}

describe('somebody who is added by hand', () => {
  test('is on the list, can be found, and takes pledges', async () => {
    const { event } = await aSyncedEvent(app, vera);
    const before = await versionOf(event.id);
    const added = await add(event.id, {
      bib: 17,
      category: 'F 30',
      birth_year: '1990',
      club: 'LC Zürich',
      country: 'CH',
      status: 'confirmed',
      motivational_message: 'Für den Brunnen!',
    });
    expect(added).toMatchObject({
      first_name: 'Anna',
      last_name: 'Öztürk',
      email: 'anna@example.test',
      bib: '17',
      birth_year: '1990',
      year_of_birth: 1990,
      status: 'registered',
      by_hand: true,
      pinned: [],
    });
    expect(await shown(event.id)).toContain('Anna Öztürk');
    expect((await forStaff(event.id, 'q=ozturk', visitor)).items).toMatchObject([{ id: added.id }]);
    expect(await visitor.expect(200, `GET /api/participants/${added.id}`)).toMatchObject({
      motivational_message: 'Für den Brunnen!',
    });
    await aPledge(app, added);
    expect(await versionOf(event.id)).toBe(before + 1);
    expect(await told(event.id)).toEqual([{ action: 'participant.added', participant_id: added.id, changed: {} }]);
  });

  test('has two names where two are given, and one where one is', async () => {
    const { event } = await aSyncedEvent(app, vera);
    const email = 'a@example.test';
    const names = async (fields: Record<string, unknown>) => {
      const { first_name, last_name } = await vera.expect<Participant>(
        201,
        `POST /api/events/${event.id}/participants`,
        { body: { email, ...fields } },
      );
      return [first_name, last_name];
    };
    expect(await names({ first_name: 'Urs', last_name: 'von Arx' })).toEqual(['Urs', 'von Arx']);
    expect(await names({ name: 'Urs von Arx' })).toEqual(['Urs von', 'Arx']);
    expect(await names({ name: 'Cher' })).toEqual(['', 'Cher']);
  });

  test('with a key is added once, however often he is sent', async () => {
    const { event } = await aSyncedEvent(app, vera);
    const headers = { 'idempotency-key': 'add-anna' };
    const first = await add(event.id, {}, headers);
    const line = `POST /api/events/${event.id}/participants`;
    expect(await vera.expect(200, line, { body: anna, headers })).toEqual(first);
    expect(await vera.expect<Problem>(409, line, { body: { ...anna, bib: '3' }, headers })).toMatchObject({
      code: 'key_reused',
    });
    expect((await shown(event.id)).filter((name) => name === 'Anna Öztürk')).toHaveLength(1);
    expect(await told(event.id)).toHaveLength(1);
  });

  test('is neither counted nor withdrawn nor changed by a sync', async () => {
    const made = await aSyncedEvent(app, vera, [personCalled('Beat', 'Beck'), personCalled('Cleo', 'Cent')]);
    await add(made.event.id);
    made.source.people = [personCalled('Beat', 'Beck', { ID: made.source.people[0]?.ID ?? 0, Bib: 5 })];
    expect(await sync(made)).toMatchObject({ withdrawn: 1, total: 1 });
    expect(await shown(made.event.id)).toEqual(['Beat Beck', 'Anna Öztürk']);
  });

  test('waits for approval where he is pending: shown so, and taking nothing', async () => {
    const { event } = await aSyncedEvent(app, vera);
    const { id } = await add(event.id, { status: 'pending' });
    const pledge = { body: pledgeBody({ id, event_id: event.id }) };
    expect(await visitor.expect(200, `GET /api/participants/${id}`)).toMatchObject({ status: 'pending' });
    expect(await visitor.expect(409, 'POST /api/donations', pledge)).toMatchObject({ code: 'participant_pending' });
    expect(await correct(id, { status: 'confirmed' })).toMatchObject({ status: 'registered', pinned: [] });
    await visitor.expect(201, 'POST /api/donations', pledge);
    expect(await correct(id, { status: 'pending' })).toMatchObject({ status: 'pending' });
    expect((await told(event.id)).map(({ changed }) => changed)).toEqual([
      {},
      { fields: ['status'] },
      { fields: ['status'] },
    ]);
  });

  test('is known as approved or not while he is withdrawn, so that he can come back as what he was', async () => {
    const { event } = await aSyncedEvent(app, vera);
    const { id } = await add(event.id, { status: 'pending' });
    expect(await correct(id, { status: 'withdrawn' })).toMatchObject({ status: 'withdrawn', approved: false });
    expect(await correct(id, { status: 'pending' })).toMatchObject({ status: 'pending', approved: false });
    expect(await correct(id, { status: 'registered' })).toMatchObject({ status: 'registered', approved: true });
    expect(await correct(id, { status: 'withdrawn' })).toMatchObject({ status: 'withdrawn', approved: true });
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: undefined }, 'name'],
    [{ name: '\u200b' }, 'name'],
    [{ email: '' }, 'email'],
    [{ email: undefined }, 'email'],
    [{ email: 'anna' }, 'email'],
    [{ bib: 'A12' }, 'bib'],
    [{ bib: -1 }, 'bib'],
    [{ birth_year: '87' }, 'birth_year'],
    [{ birth_year: 1066 }, 'birth_year'],
    [{ status: 'maybe' }, 'status'],
    [{ names_shown: 'some' }, 'names_shown'],
    [{ motivational_message: 'x'.repeat(161) }, 'motivational_message'],
  ])('is refused with %j: 422 names it', async (fields, name) => {
    const { event } = await aSyncedEvent(app, vera);
    const body = { ...anna, ...fields };
    const { fields: faults = {} } = await vera.expect<Problem>(422, `POST /api/events/${event.id}/participants`, {
      body,
    });
    expect(Object.entries(faults)).toEqual([[name, expect.stringMatching(/^\p{Lu}.{5,}/u)]]);
    expect(await told(event.id)).toEqual([]);
  });

  test('is told what to do about each field', async () => {
    const { event } = await aSyncedEvent(app, vera);
    const { fields } = await vera.expect<Problem>(422, `POST /api/events/${event.id}/participants`, {
      body: { name: ' ', email: '', bib: 'A12', birth_year: '1066' },
      headers: { 'accept-language': 'de' },
    });
    expect(fields).toEqual({
      name: 'Geben Sie den Namen ein',
      email: 'Geben Sie die E-Mail-Adresse ein',
      bib: 'Geben Sie eine ganze Zahl ein',
      birth_year: 'Geben Sie ein Jahr mit vier Ziffern ein',
    });
  });

  test('belongs to an event that is there', async () => {
    expect(await vera.expect(404, 'POST /api/events/999999/participants', { body: anna })).toMatchObject({
      code: 'unknown_event',
    });
    const { event } = await aSyncedEvent(app, vera);
    await vera.expect(200, `DELETE /api/events/${event.id}`);
    await vera.expect(404, `POST /api/events/${event.id}/participants`, { body: anna });
  });
});

describe('a correction', () => {
  test('stays, whatever timing says later; everything else follows timing', async () => {
    const made = await aSyncedEvent(app, vera, [personCalled('Jonas', 'Muller', { Bib: 288, Club: 'TV Thun' })]);
    const [jonas] = made.participants as [Participant];
    expect(await correct(jonas.id, { last_name: 'Müller', club: '' })).toMatchObject({
      name: 'Jonas Müller',
      club: null,
      pinned: ['club', 'last_name'],
    });
    Object.assign(made.source.people[0] ?? {}, {
      Firstname: 'Jonas K.',
      Lastname: 'Mueller',
      Bib: 300,
      Club: 'LC Bern',
    });
    await sync(made);
    expect(await lea.expect(200, `GET /api/participants/${jonas.id}`)).toMatchObject({
      name: 'Jonas K. Müller',
      bib: '300',
      club: null,
    });
    expect((await forStaff(made.event.id, 'q=muller', visitor)).total).toBe(1);
    expect(await told(made.event.id)).toEqual([
      { action: 'participant.changed', participant_id: jonas.id, changed: { fields: ['club', 'last_name'] } },
    ]);
  });

  test('of the category takes the place of the contest that stood there', async () => {
    const fields = { 'AGEGROUP.NAMESHORT': '', 'CONTEST.NAME': 'Kids Run' };
    const made = await aSyncedEvent(app, vera, [personCalled('Jonas', 'Müller', fields)]);
    const [jonas] = made.participants as [Participant];
    expect(await correct(jonas.id, { category: 'Teens Run' })).toMatchObject({ pinned: ['category'] });
    Object.assign(made.source.people[0] ?? {}, { Club: 'Neu' });
    expect(await sync(made)).toMatchObject({ updated: 1 });
    const found = async (q: string) => (await forStaff(made.event.id, `q=${q}`, visitor)).total;
    expect([await found('teens'), await found('kids')]).toEqual([1, 0]);
  });

  test('pins nothing that it leaves as it is, and then says nothing', async () => {
    const { event, participants } = await aSyncedEvent(app, vera, [personCalled('Jonas', 'Müller', { Bib: 'A_1' })]);
    const [jonas] = participants as [Participant];
    const before = await versionOf(event.id);
    const { first_name, last_name, email, bib, category, club, country, status } = jonas;
    const same = { first_name, last_name, email, bib, category, club, country, status };
    expect(await correct(jonas.id, same)).toMatchObject({ pinned: [], bib: 'A_1' });
    expect(await correct(jonas.id, {})).toMatchObject({ pinned: [] });
    expect([await versionOf(event.id), await told(event.id)]).toEqual([before, []]);
  });

  test('of the message is for all to read, and no field of timing’s', async () => {
    const { participants } = await aSyncedEvent(app, vera);
    const [participant] = participants as [Participant];
    const message = '😀'.repeat(160);
    expect(await correct(participant.id, { motivational_message: message })).toMatchObject({ pinned: [] });
    const read = async () =>
      (await visitor.expect<Participant>(200, `GET /api/participants/${participant.id}`)).motivational_message;
    expect(await read()).toBe(message);
    await correct(participant.id, { motivational_message: '' });
    expect(await read()).toBeNull();
  });

  test('of how much of a name is shown counts everywhere at once', async () => {
    const { event, participants } = await aSyncedEvent(app, vera, [personCalled('Ursina', 'Caduff', { Bib: 9 })]);
    const [ursina] = participants as [Participant];
    await correct(ursina.id, { names_shown: 'none' });
    expect(await shown(event.id)).toEqual(['Nr. 9']);
    expect((await forStaff(event.id, 'q=caduff', visitor)).total).toBe(0);
    expect(await visitor.expect(200, `GET /participants/${event.id}`)).not.toContain('Caduff');
    await correct(ursina.id, { names_shown: '' });
    expect(await shown(event.id)).toEqual(['Ursina Caduff']);
  });

  test('takes a member off the list, and no sync brings him back; only by hand he returns', async () => {
    const made = await aSyncedEvent(app, vera, [personCalled('Beat', 'Beck'), personCalled('Cleo', 'Cent')]);
    const [beat] = made.participants as [Participant];
    expect(await correct(beat.id, { status: 'cancelled' })).toMatchObject({ status: 'withdrawn', pinned: ['status'] });
    expect(await shown(made.event.id)).toEqual(['Cleo Cent']);
    const pledge = { body: pledgeBody(beat) };
    expect(await visitor.expect(409, 'POST /api/donations', pledge)).toMatchObject({ code: 'participant_withdrawn' });
    expect(await sync(made)).toMatchObject({ updated: 0, withdrawn: 0, unchanged: 2 });
    Object.assign(made.source.people[0] ?? {}, { Club: 'Neu' });
    expect(await sync(made)).toMatchObject({ updated: 1, withdrawn: 0 });
    expect(await shown(made.event.id)).toEqual(['Cleo Cent']);
    expect(await lea.expect(200, `GET /api/participants/${beat.id}`)).toMatchObject({
      club: 'Neu',
      status: 'withdrawn',
    });
    await correct(beat.id, { status: 'confirmed' });
    expect(await shown(made.event.id)).toEqual(['Beat Beck', 'Cleo Cent']);
    made.source.people.shift();
    expect(await sync(made)).toMatchObject({ withdrawn: 0 });
    expect(await shown(made.event.id)).toEqual(['Beat Beck', 'Cleo Cent']);
  });

  test('makes nobody pending whom timing knows', async () => {
    const { participants } = await aSyncedEvent(app, vera);
    const { fields } = await vera.expect<Problem>(422, `PUT /api/participants/${participants[0]?.id}`, {
      body: { status: 'pending' },
    });
    expect(Object.keys(fields ?? {})).toEqual(['status']);
  });

  test('of somebody who is not there is 404, of no name 422', async () => {
    expect(await vera.expect(404, 'PUT /api/participants/999999', { body: { bib: '1' } })).toMatchObject({
      code: 'unknown_participant',
    });
    const { participants } = await aSyncedEvent(app, vera);
    for (const body of [{ name: ' ' }, { last_name: '' }])
      await vera.expect(422, `PUT /api/participants/${participants[0]?.id}`, { body });
  });
});
