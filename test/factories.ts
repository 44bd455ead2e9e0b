import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import { timingKey } from '#sandbox/timing.ts';
import type { Shape } from '#sandbox/timing/shapes.ts';
import type { TestClient } from './client.ts';
import type { Surroundings } from './surroundings.ts';

export type TimingRecord = Record<string, string | number>;
let events = 0;

/** An event whose list stands in the feed; `people` may change between syncs. */
export async function anEvent(
  app: Surroundings,
  admin: TestClient,
  people: TimingRecord[] = [aPerson()],
  fields: Record<string, unknown> = {},
) {
  events += 1;
  const source = { people };
  const list = {
    eventNumber: 100_000 + events,
    key: timingKey('test', events),
    shape: 'objects' as Shape,
    rows: () => source.people,
  };
  app.timing.add(list);
  const event = await admin.expect<Event>(201, 'POST /api/events', {
    body: {
      name: `Lauf ${events}`,
      rr_simple_ip: app.timing.addressOf(list),
      donation_per_unit: 'true',
      donation_unit_description: 'Runde',
      ...fields,
    },
  });
  return { event, list, source };
}

export type Made = Awaited<ReturnType<typeof anEvent>>;

/** Timing hands out a new key for the same list, so that the next sync need not wait for the pause between calls. */
export async function aNewKey<M extends Made>(app: Surroundings, admin: TestClient, made: M): Promise<M> {
  keys += 1;
  const list = { ...made.list, key: timingKey('test', made.list.eventNumber, keys) };
  app.timing.add(list);
  await admin.expect(200, `PUT /api/events/${made.event.id}`, { body: { rr_simple_ip: app.timing.addressOf(list) } });
  return { ...made, list };
}

let keys = 0;
let persons = 0;

export function aPerson(fields: TimingRecord = {}): TimingRecord {
  persons += 1;
  return {
    ID: 1000 + persons,
    Bib: persons,
    Lastname: `Muster${persons}`,
    Firstname: 'Anna',
    YearOfBirth: 1990,
    'CONTEST.NAME': '2h-Lauf',
    'AGEGROUP.NAMESHORT': 'F 30',
    Club: 'TV Thun',
    'NATION.IOC2': 'CH',
    Email: `anna${persons}@example.test`,
    Status: 0,
    NumberOfLaps: 0,
    ...fields,
  };
}

export const personCalled = (Firstname: string, Lastname: string, fields: TimingRecord = {}) =>
  aPerson({ Firstname, Lastname, ...fields });

const lastNames = ['Müller', 'Öztürk', 'de Preux', 'Lüthi', 'Bernasconi', 'Nguyen', 'Ammann', 'Krasniqi'];

/** Three of a school run, in the order of their numbers and of their first names, not of their last ones. */
export const annaBeatAndCleo = (): TimingRecord[] => [
  aPerson({ Bib: 1, Firstname: 'Anna', Lastname: 'Öztürk', Club: '' }),
  aPerson({ Bib: 2, Firstname: 'Beat', Lastname: 'Beck' }),
  aPerson({ Bib: 3, Firstname: 'Cleo', Lastname: 'Cent' }),
];

/** As many as a large run has, with names that repeat and numbers that do not. */
export function manyPeople(count: number): TimingRecord[] {
  return Array.from({ length: count }, (_, n) =>
    aPerson({ Firstname: `Anna${n % 97}`, Lastname: `${lastNames[n % lastNames.length]}${n}`, Bib: n + 1 }),
  );
}

/** An event with its synchronised list. */
export async function aSyncedEvent(
  app: Surroundings,
  admin: TestClient,
  people: TimingRecord[] = [aPerson()],
  fields: Record<string, unknown> = {},
) {
  const made = await anEvent(app, admin, people, fields);
  await admin.expect(200, `POST /api/events/${made.event.id}/sync-participants`);
  const participants = await admin.expect<Participant[]>(200, `GET /api/events/${made.event.id}/participants`);
  return { ...made, participants };
}

/** Signs in at the provider; resolves with the address that it sends the browser back to. */
export async function aCallback(
  app: Surroundings,
  client: TestClient,
  username: 'vera' | 'lea' | 'otto',
  start = '/auth/keycloak',
): Promise<URL> {
  const { password = '' } = app.identity.users.find((one) => one.username === username) ?? {};
  let address = new URL(start, app.url).href;
  let form: RequestInit | undefined;
  while (!address.startsWith(`${app.url}/auth/keycloak/callback`)) {
    const response = await client.fetch(address, form);
    const location = response.headers.get('location');
    if (!location && (form || !response.ok)) throw new Error(`${response.status} during the sign-in of ${username}`);
    form = location ? undefined : { method: 'POST', body: new URLSearchParams({ username, password }) };
    address = new URL(location ?? '', address).href;
  }
  return new URL(address);
}

/** What the page of that address posts. */
export function codeOf(callback: URL) {
  return { body: { ...Object.fromEntries(callback.searchParams), redirect_uri: callback.origin + callback.pathname } };
}

let donors = 0;

export interface PledgeReply {
  id: number;
  status: string;
  amount_per_unit: string;
  receipt: string;
  mail_at: string;
}

export function pledgeBody(participant: Pick<Participant, 'id' | 'event_id'>, fields: Record<string, unknown> = {}) {
  donors += 1;
  return {
    event_id: participant.event_id,
    participant_id: participant.id,
    donor_name: `Elsbeth Huber ${donors}`,
    donor_email: `elsbeth${donors}@example.test`,
    amount_per_unit: '2.00',
    ...fields,
  };
}

/** A pledge with the token from its mail, confirmed and cancelled by its donor as `moves` say. */
export async function aPledge(
  app: Surroundings,
  participant: Pick<Participant, 'id' | 'event_id'>,
  fields: Record<string, unknown> = {},
  ...moves: ('confirm' | 'cancel')[]
) {
  const body = pledgeBody(participant, fields);
  const client = app.client('de');
  const pledge = await client.expect<PledgeReply>(201, 'POST /api/donations', { body });
  const mail = await app.mailbox.waitFor(body.donor_email);
  const token = tokenIn(mail.text);
  for (const move of moves) await client.expect(200, `POST /api/donations/${move}/${token}`);
  return { ...pledge, body, mail, token };
}

export function tokenIn(text: string): string {
  const token = keyIn(text);
  if (!token) throw new Error('the mail holds no link of its own');
  return token;
}

/** What a mail carries for its reader alone: the token of a pledge, or the id of a gift; null when neither. */
export function keyIn(text: string): string | null {
  return /\/(?:donation\/confirm|gift)\/([\w-]+)/.exec(text)?.[1] ?? null;
}

export interface GiftReply {
  id: string;
  link: string;
}

export function giftBody(participant: Pick<Participant, 'id'>, fields: Record<string, unknown> = {}) {
  donors += 1;
  return {
    page_id: String(participant.id),
    amount: '50.00',
    donor_name: `Rosa Luchsinger ${donors}`,
    donor_email: `rosa${donors}@example.test`,
    ...fields,
  };
}

/** A gift whose donor has not paid yet. */
export async function anOpenGift(
  app: Surroundings,
  participant: Pick<Participant, 'id'>,
  fields: Record<string, unknown> = {},
) {
  const body = giftBody(participant, fields);
  return { ...(await app.client('de').expect<GiftReply>(201, 'POST /api/gifts', { body })), body };
}

/** An event that takes gifts, with its synchronised list. */
export function aGiftEvent(
  app: Surroundings,
  admin: TestClient,
  people: TimingRecord[] = [aPerson()],
  fields: Record<string, unknown> = {},
) {
  return aSyncedEvent(app, admin, people, {
    donation_link: 'true',
    donation_per_unit: '',
    payrexx_instance: 'demo',
    organiser_name: 'Laufverein Thun',
    ...fields,
  });
}
