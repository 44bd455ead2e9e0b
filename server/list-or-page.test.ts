import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { operations } from '#server/http/openapi.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anEvent, anOpenGift, aPerson, aPledge } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let participant: Participant;

/** Every list that is answered whole where nothing is said of a part. */
const lists = Object.entries(operations()).flatMap(([path, { get }]) => {
  const reply = get?.responses['200']?.content?.['application/json']?.schema as { anyOf?: unknown } | undefined;
  return reply?.anyOf ? [{ path, isPublic: get?.security === undefined }] : [];
});

interface Page {
  items: unknown[];
  total: number;
}

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  await anEvent(app, vera);
  const people = [aPerson(), aPerson(), aPerson()];
  const { event, participants } = await aGiftEvent(app, vera, people, { donation_per_unit: 'true' });
  await vera.expect(200, `POST /api/payrexx/sync-event-payment-pages/${event.id}`);
  participant = participants[0] as Participant;
  for (const one of [...participants, participant]) {
    await aPledge(app, one, {}, 'confirm');
    await anOpenGift(app, one);
  }
});
afterAll(() => app.stop());

test.each(lists)('$path in pages is what it is as a whole', async ({ path, isPublic }) => {
  const address = path
    .replace('/participants/{id}/', `/participants/${participant.id}/`)
    .replace(/\{\w+\}/, String(participant.event_id));
  for (const client of isPublic ? [visitor, vera] : [vera]) {
    const whole = await client.expect<unknown[]>(200, `GET ${address}`);
    expect(whole.length).toBeGreaterThan(1);
    const items: unknown[] = [];
    for (let offset = 0; offset <= whole.length; offset += 1) {
      const page = await client.expect<Page>(200, `GET ${address}?limit=1&offset=${offset}`);
      expect(page).toMatchObject({ total: whole.length, limit: 1, offset });
      items.push(...page.items);
    }
    expect(items).toEqual(whole);
    expect(await client.expect(200, `GET ${address}?limit=500`)).toMatchObject({ items: whole, limit: 500 });
    for (const wrong of ['limit=0', 'limit=501', 'offset=-1', 'offset=x'])
      await client.expect(422, `GET ${address}?${wrong}`);
  }
});

test('those are all that are many', () => {
  expect(lists.map(({ path }) => path).toSorted()).toEqual([
    '/api/donations/totals/{eventId}',
    '/api/events',
    '/api/events/{id}/donations',
    '/api/events/{id}/gifts',
    '/api/events/{id}/participants',
    '/api/participants/{id}/donations',
    '/api/payrexx/donation-amounts/{eventId}',
  ]);
});
