import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Route } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';

let app: App;
let ids: { event: number; participant: number };

/** What only staff may know. */
const hidden = {
  donor_name: 'Walburga Heimlich',
  donor_email: 'walburga@example.test',
  donor_street: 'Schweigegasse 7',
  donor_city: 'Stillhausen',
  message: 'Nur für Sie!',
};
const words = [...Object.values(hidden), 'ursina@example.test', 'Caduff', 'SC Verborgen', 'grund-intern'];

beforeAll(async () => {
  app = await startApp();
  const vera = await app.signedIn('vera');
  const person = aPerson({
    Firstname: 'Ursina',
    Lastname: 'Caduff',
    Email: 'ursina@example.test',
    Club: 'SC Verborgen',
  });
  const { event, list, participants } = await aSyncedEvent(app, vera, [person], { names_shown: 'none' });
  ids = { event: event.id, participant: participants[0]?.id ?? 0 };
  const to = { id: ids.participant, event_id: ids.event };
  await aPledge(app, to, hidden, 'confirm');
  const { id } = await aPledge(app, to, { ...hidden, anonymous: true });
  await vera.expect(200, `PUT /api/donations/${id}`, { body: { status: 'cancelled', reason: 'grund-intern' } });
  words.push(list.key);
});
afterAll(() => app.stop());

/** Every call that reads and needs no role, with everything that may be asked of a list. */
const calls = Object.entries<Route>(routes)
  .filter(([line, { access, bearer }]) => line.startsWith('GET ') && access === 'anyone' && !bearer)
  .flatMap(([line, { query }]) => [
    line,
    ...(query ? ['status=all', 'q=caduff', 'sort=bib', 'limit=5'].map((q) => `${line}?${q}`) : []),
  ]);

async function ask(client: TestClient, line: string): Promise<string> {
  const address = line
    .replace('participants/{id}', `participants/${ids.participant}`)
    .replace(/\{(id|eventId)\}/, String(ids.event));
  return JSON.stringify((await client.send(address)).body);
}

test.each(calls)('%s tells a stranger nothing of anybody', async (line) => {
  for (const client of [app.client('de'), await app.signedIn('otto')]) {
    const answer = await ask(client, line);
    expect(words.filter((word) => answer.includes(word))).toEqual([]);
  }
});

test('staff are told by the same calls (control)', async () => {
  const lea = await app.signedIn('lea');
  const answers = await Promise.all(calls.map((line) => ask(lea, line)));
  for (const word of ['ursina@example.test', 'Caduff', 'SC Verborgen', words.at(-1)])
    expect([word, answers.join().includes(word ?? '')]).toEqual([word, true]);
});
