import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { swissDay } from '#domain/dates.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;
let visitor: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = await Promise.all([app.signedIn('vera'), app.signedIn('lea')]);
  visitor = app.client('de');
});
afterAll(() => app.stop());

const address = () => `http://${app.timing.host}/20001/GEHEIM7SCHLUESSEL`;
const wish = (fields: object = {}) => ({ body: { name: 'Zürcher Spendenlauf', rr_simple_ip: address(), ...fields } });
const open = (fields: object = {}) => vera.expect<Event>(201, 'POST /api/events', wish(fields));
const change = (id: number, fields: object) => vera.expect<Event>(200, `PUT /api/events/${id}`, { body: fields });
const listed = (client: TestClient) => client.expect<Event[]>(200, 'GET /api/events');

const everything = {
  event_date: '2027-06-12',
  place: 'Thun',
  purpose: 'Ein Brunnen für Bamako',
  emm_onreg_link: 'https://anmeldung.example.ch/thun',
  ranking_hub_link: 'http://rangliste.example.ch/thun?jahr=2027',
  rr_columns: 'ID, Bib',
  payrexx_instance: 'thun',
  donation_link: 'true',
  donation_per_unit: 'true',
  donation_unit_description: 'Runde',
  expected_units: 25,
  donation_goal: '500.00',
  donation_per_unit_goal: '20.00',
  donation_total_goal: '10000.00',
  show_donation_total: 'true',
  show_donation_per_unit_total: 'true',
  organiser_name: 'Brunnenverein',
  organiser_street: 'Aarestrasse',
  organiser_email: 'kasse@brunnen.example',
  organiser_website: 'https://brunnen.example',
};

describe('the list of events', () => {
  const glance = async (client: TestClient, id: number) => {
    const event = (await listed(client)).find((one) => one.id === id);
    return [event?.participants, event?.pending, event?.confirmed_per_unit, event?.supporters];
  };

  test('shows staff at a glance who is on a list, who waits, and what was promised', async () => {
    const { event, participants } = await aSyncedEvent(app, vera, [aPerson(), aPerson(), aPerson()]);
    expect(await glance(lea, event.id)).toEqual([3, 0, '0.00', 0]);
    await vera.expect(201, `POST /api/events/${event.id}/participants`, {
      body: { name: 'Petra Pendent', email: 'petra@example.test', status: 'pending' },
    });
    const [first, second, third] = participants as [Participant, Participant, Participant];
    await vera.expect(200, `PUT /api/participants/${third.id}`, { body: { status: 'cancelled' } });
    for (const participant of [first, first, second]) {
      await aPledge(app, participant, { amount_per_unit: '1.35' }, 'confirm');
    }
    await aPledge(app, second, { amount_per_unit: '100' });
    expect(await glance(lea, event.id)).toEqual([3, 1, '4.05', 3]);
    for (const client of [visitor, await app.signedIn('otto')])
      expect(await glance(client, event.id)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('counts nobody who was erased, and nothing where there is nothing', async () => {
    const { event, participants } = await aSyncedEvent(app, vera, [aPerson(), aPerson()]);
    await vera.expect(200, `DELETE /api/persons/participant/${participants[0]?.id}`);
    expect(await glance(lea, event.id)).toEqual([1, 0, '0.00', 0]);
    expect(await glance(lea, (await open()).id)).toEqual([0, 0, '0.00', 0]);
  });
});

describe('an event that an admin adds', () => {
  test('is answered whole, and listed for everybody', async () => {
    const event = await open(everything);
    expect(event).toMatchObject({
      ...everything,
      name: 'Zürcher Spendenlauf',
      slug: 'zuercher-spendenlauf',
      is_active: true,
    });
    expect(event).toMatchObject({
      rr_simple_ip: address(),
      names_shown: 'full',
      indexable: '',
      language: 'de',
      last_synced_at: null,
    });
    expect((await listed(visitor)).find((one) => one.id === event.id)).toMatchObject({
      place: 'Thun',
      donation_goal: '500.00',
    });
  });

  test('keeps the secret address for staff', async () => {
    const { id } = await open({ rr_columns: 'ID,Bib,Vorname' });
    for (const client of [visitor, await app.signedIn('otto')]) {
      const event = (await listed(client)).find((one) => one.id === id);
      expect(Object.keys(event ?? {})).toEqual(expect.not.arrayContaining(['rr_simple_ip', 'rr_columns']));
    }
    const pages = await Promise.all(
      ['/', '/participants', `/participants/${id}`].map((path) => visitor.expect<string>(200, `GET ${path}`)),
    );
    expect(pages.join('')).toContain('Zürcher Spendenlauf');
    expect(pages.join('')).not.toMatch(/GEHEIM7SCHLUESSEL|Vorname/);
    const event = (await listed(lea)).find((one) => one.id === id);
    expect(event).toMatchObject({ rr_simple_ip: address(), rr_columns: 'ID,Bib,Vorname' });
  });
});

describe('a change', () => {
  test('keeps what it does not name', async () => {
    const event = await open(everything);
    expect(await change(event.id, { name: 'Thuner Lauf' })).toEqual({
      ...event,
      name: 'Thuner Lauf',
      slug: 'thuner-lauf',
    });
    expect(await change(event.id, {})).toEqual({ ...event, name: 'Thuner Lauf', slug: 'thuner-lauf' });
  });

  test('clears what it names with ""', async () => {
    const event = await open(everything);
    const cleared = await change(event.id, Object.fromEntries(Object.keys(everything).map((field) => [field, ''])));
    for (const field of Object.keys(everything) as (keyof Event)[]) {
      expect([field, cleared[field]]).toEqual([field, event[field] === 'true' || event[field] === '' ? '' : null]);
    }
    expect(cleared).toMatchObject({ name: event.name, rr_simple_ip: address() });
  });

  test('cannot clear name or timing address, nor lead timing elsewhere', async () => {
    const { id } = await open();
    for (const fields of [{ name: '' }, { rr_simple_ip: ' ' }, { rr_simple_ip: 'https://example.com/1/KEY' }]) {
      const problem = await vera.expect<Problem>(422, `PUT /api/events/${id}`, { body: fields });
      expect(Object.keys(problem.fields ?? {})).toEqual(Object.keys(fields));
    }
    expect((await listed(lea)).find((one) => one.id === id)).toMatchObject({ rr_simple_ip: address() });
  });

  test('of an event that does not exist is 404', async () => {
    for (const line of ['PUT /api/events/999999', 'DELETE /api/events/999999']) {
      expect(await vera.expect<Problem>(404, line, line.startsWith('PUT') ? { body: {} } : {})).toMatchObject({
        code: 'unknown_event',
      });
    }
    await vera.expect(400, 'PUT /api/events/1e3', { body: {} });
  });
});

test('events are listed nearest date first, then past ones, then those without a date', async () => {
  const day = (offset: number) => swissDay(new Date(Date.now() + offset * 86_400_000));
  const wanted = [day(2), day(10), day(-2), day(-30), null];
  const made: Event[] = [];
  for (const event_date of [wanted[3], wanted[1], wanted[4], wanted[0], wanted[2]])
    made.push(await open({ event_date, place: 'Reihenfolge' }));
  const ordered = (await listed(visitor)).filter((event) => event.place === 'Reihenfolge');
  expect(ordered.map((event) => event.event_date)).toEqual(wanted);
});

describe('the address of an event', () => {
  test('is spelt out, and the described spelling works as well', async () => {
    const event = await open({ name: 'Köniz läuft 2031!', place: 'Adressprobe' });
    expect(event.slug).toBe('koeniz-laeuft-2031');
    for (const slug of ['koeniz-laeuft-2031', 'kniz-luft-2031', 'Koeniz-Laeuft-2031', event.id]) {
      expect(await visitor.expect(200, `GET /participants/${slug}`)).toContain('Adressprobe');
    }
    expect((await open({ name: '!!!' })).slug).toMatch(/^\d+$/);
  });

  test('shared by two events leads to the active one, then to the newest', async () => {
    const older = await open({ name: 'Doppellauf', place: 'Hinterwald' });
    const newer = await open({ name: 'Doppellauf', place: 'Vorderwald' });
    // Staff are sent pages that were not stored.
    const shown = () => vera.expect<string>(200, 'GET /participants/doppellauf');
    expect(await shown()).toContain('Vorderwald');
    await change(newer.id, { is_active: false });
    expect(await shown()).toContain('Hinterwald');
    await change(older.id, { is_active: false });
    expect(await shown()).toContain('Vorderwald');
  });
});

describe('a deleted event', () => {
  test('is gone everywhere, with its list', async () => {
    const { event, participants } = await aSyncedEvent(app, vera, [aPerson()], {
      name: 'Ausgelaufen',
      place: 'Verschwunden',
    });
    const participant = participants[0] as Participant;
    await vera.expect(200, `DELETE /api/events/${event.id}`);
    for (const client of [visitor, vera]) expect((await listed(client)).map((one) => one.id)).not.toContain(event.id);
    for (const line of [
      `GET /api/events/${event.id}/participants`,
      `GET /api/participants/${participant.id}`,
      `GET /api/donations/totals/${event.id}`,
      `GET /api/donations/event/${event.id}`,
      `POST /api/events/${event.id}/sync-participants`,
      `DELETE /api/events/${event.id}`,
      'GET /participants/ausgelaufen',
      `GET /participants/${event.id}`,
      `GET /give/${participant.id}`,
    ]) {
      await vera.expect(404, line);
    }
    await vera.expect(404, `PUT /api/events/${event.id}`, { body: { name: 'Zurück' } });
    await visitor.expect(404, 'POST /api/donations', { body: pledgeBody(participant) });
    for (const path of ['/', '/participants', `/participants?eventId=${event.id}`]) {
      expect(await vera.expect(200, `GET ${path}`)).not.toContain('Verschwunden');
    }
  });

  test('keeps its pledges, and its name for those who hold their links', async () => {
    const { event, participants } = await aSyncedEvent(app, vera, [aPerson({ Lastname: 'Bleibt' })], {
      name: 'Abgesagt',
    });
    const { id, token } = await aPledge(app, participants[0] as Participant);
    await vera.expect(200, `DELETE /api/events/${event.id}`);
    const kept = await app.product.ctx.db.selectFrom('pledges').select(['rate']).where('id', '=', id).execute();
    expect(kept).toEqual([{ rate: 200 }]);
    expect(await visitor.expect(200, `GET /api/donations/by-token/${token}`)).toMatchObject({
      event: { name: 'Abgesagt' },
      participant: { name: 'Anna Bleibt' },
    });
  });
});
