import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let slug: string;
let eventId: number;

beforeAll(async () => {
  app = await startApp();
  vera = await app.signedIn('vera');
  visitor = app.client('de');
  const { event } = await aSyncedEvent(app, vera, [aPerson()], { name: 'Stadtlauf' });
  slug = event.slug;
  eventId = event.id;
});
afterAll(() => app.stop());

/** The first line of a request as no browser writes it. */
function raw(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(app.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept-Language: de\r\nConnection: close\r\n\r\n`);
    });
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('stored pages are the same for everybody', () => {
  test('what one visitor adds to the address is on nobody’s page', async () => {
    expect(await visitor.expect<string>(200, 'GET /?campaign=SECRETQ&email=a@example.test')).not.toContain('SECRETQ');
    expect(await visitor.expect<string>(200, 'GET /')).not.toContain('SECRETQ');
    expect(await visitor.expect<string>(200, `GET /participants/${slug}?evil=SECRETQ&page=1`)).not.toContain('SECRETQ');
  });

  test('an event that is no id does not turn the list into a choice', async () => {
    for (const wrong of ['abc', '12345678901', '-1']) {
      expect(await visitor.expect<string>(200, `GET /participants?eventId=${wrong}`)).toContain('Muster');
    }
    expect(await visitor.expect<string>(200, 'GET /participants')).toContain('Muster');
  });

  test('a request line with a host of its own shows and stores nothing else', async () => {
    expect(await raw('http://elsewhere.example/imprint')).toContain('Impressum</h1>');
    expect(await visitor.expect<string>(200, 'GET /')).toContain('Jede Runde zählt');
    const lost = await raw('//evil.example/x');
    expect(lost).toMatch(/^HTTP\/1\.1 404/);
    expect(lost).not.toContain('//evil.example');
  });

  test('a search is kept by nobody', async () => {
    const { headers } = await visitor.send(`GET /participants/${slug}?q=muster`);
    expect(headers.get('cache-control')).toBe('private, no-store');
  });
});

test('where one chooses an event, those that are over are marked', async () => {
  const { event } = await aSyncedEvent(app, vera, [aPerson()], { name: 'Herbstlauf' });
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { is_active: false } });
  const page = await visitor.expect<string>(200, 'GET /participants');
  expect(page).toContain(`<option value="${event.id}">Herbstlauf (inaktiv)</option>`);
  expect(page).toMatch(new RegExp(`<option value="${eventId}"[^>]*>Stadtlauf</option>`));
});

test('an event that is over asks nobody to begin, and says how much came in', async () => {
  const { event, participants } = await aSyncedEvent(app, vera, [aPerson()], { name: 'Frühlingslauf' });
  const pages = [paths.event(event.slug), paths.give(participants[0]?.id ?? 0)];
  const open = async () => {
    const shown = await Promise.all(pages.map((path) => visitor.expect<string>(200, `GET ${path}`)));
    return shown.join('\n');
  };
  const asked = ['Machen Sie den Anfang', 'Wen möchten Sie unterstützen?'];
  const whileOpen = await open();
  for (const words of asked) expect(whileOpen).toContain(words);
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { is_active: false } });
  const over = await open();
  for (const words of asked) expect(over).not.toContain(words);
  for (const words of ['0 Versprechen', 'Person suchen', '1 von 1 Eintrag']) expect(over).toContain(words);
});

test('beside gifts, pledges are shown once there are any', async () => {
  const people = [aPerson(), aPerson()];
  const { participants } = await aGiftEvent(app, vera, people, { name: 'Doppellauf', donation_per_unit: 'true' });
  const [one, other] = participants;
  if (!one || !other) throw new Error('nobody');
  const { token } = await aPledge(app, one);
  await visitor.expect(200, `POST /api/donations/confirm/${token}`);
  const page = ({ id }: { id: number }) => visitor.expect<string>(200, `GET ${paths.give(id)}`);
  expect(await page(one)).toContain('Versprochen pro');
  expect(await page(other)).not.toContain('Versprochen pro');
});

test('who is not found is searched for by what the list shows', async () => {
  const names = { short: 'nur Vorname und Anfangsbuchstabe', none: 'nur Startnummern', full: 'Prüfen Sie' };
  for (const [names_shown, hint] of Object.entries(names)) {
    const { event } = await aSyncedEvent(app, vera, [aPerson()], { name: `Lauf ${names_shown}`, names_shown });
    expect(await visitor.expect<string>(200, `GET /participants/${event.slug}?q=Meyerhans`)).toContain(hint);
  }
});

test('what an admin changes is on the next page that anybody opens', async () => {
  for (const name of ['Erster Name', 'Zweiter Name', 'Dritter Name']) {
    await visitor.expect(200, 'GET /');
    await vera.expect(200, `PUT /api/events/${eventId}`, { body: { name } });
    expect(await visitor.expect<string>(200, 'GET /')).toContain(name);
  }
});

test('two events of one name have an address each', async () => {
  const older = await aSyncedEvent(app, vera, [aPerson()], { name: 'Gleicher Lauf' });
  const newer = await aSyncedEvent(app, vera, [aPerson()], { name: 'Gleicher Lauf' });
  const events = await visitor.expect<{ id: number; slug: string }[]>(200, 'GET /api/events');
  const addressOf = (id: number) => events.find((event) => event.id === id)?.slug;
  expect(addressOf(newer.event.id)).toBe('gleicher-lauf');
  expect(addressOf(older.event.id)).toBe(String(older.event.id));
});

test('only forms are taken by the pages of forms', async () => {
  const { status } = await visitor.send('POST /give/1', { body: { own: 5 } });
  expect(status).toBe(415);
});

test('asking for the head of the sign-out does not sign out', async () => {
  const lea = await app.signedIn('lea');
  await lea.send('HEAD /auth/logout');
  await lea.expect(200, 'GET /api/auth/me');
});
