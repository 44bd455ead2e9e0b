import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Person, PersonFile } from '#contract/persons.ts';
import { fold } from '#domain/text.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aPledge, aSyncedEvent } from '#test/factories.ts';

let app: App;
let lea: TestClient;
let participant: Participant;
let donation: { id: number; token: string; receipt: string };

interface Page {
  items: Person[];
  total: number;
  limit: number;
  offset: number;
}

beforeAll(async () => {
  app = await startApp();
  const vera = await app.signedIn('vera');
  lea = await app.signedIn('lea');
  // Where no names are shown to the public, staff still find them.
  const { participants } = await aSyncedEvent(
    app,
    vera,
    [aPerson({ Firstname: 'Œuvrard', Lastname: 'Müller-Łęcki', Email: 'OM@example.test' }), aPerson()],
    { name: 'Suchlauf', names_shown: 'none' },
  );
  const people = await lea.expect<Participant[]>(200, `GET /api/events/${participants[0]?.event_id}/participants`);
  participant = people.find(({ email }) => email === 'OM@example.test') as Participant;
  const donor = {
    donor_email: 'Zoe.Ammann@example.test',
    donor_street: 'Weg 1',
    donor_city: 'Wetzikon',
    message: 'Allez!',
  };
  await aPledge(app, participant, { ...donor, donor_name: 'Zoë Ammann', donor_email: 'zoe.ammann+1@example.test' });
  const fields = { ...donor, donor_name: 'Zoë Müller', amount_per_unit: '2.50', max_amount: '40' };
  donation = await aPledge(app, participant, fields, 'confirm');
});
afterAll(() => app.stop());

const find = (q: string, more = '') => lea.expect<Page>(200, `GET /api/persons?q=${encodeURIComponent(q)}${more}`);
const activities = () => app.product.ctx.db.selectFrom('activities').selectAll().orderBy('id', 'desc').execute();

describe('finding', () => {
  test.each(['muller oeuvrard', 'ŒUVRARD', 'om@EXAMPLE.test', 'lecki', 'Müller-Łęcki'])(
    'a participant by «%s»',
    async (q) => {
      expect((await find(q)).items).toEqual([
        {
          kind: 'participant',
          id: participant.id,
          name: 'Œuvrard Müller-Łęcki',
          email: 'OM@example.test',
          events: ['Suchlauf'],
          pledges: 2,
          gifts: 0,
          since: expect.any(String),
        },
      ]);
    },
  );

  test.each(['zoe ammann', 'Zoë', 'zoe.ammann@', 'ammann@example.test zoe'])(
    'a donor by «%s», under his newest name',
    async (q) => {
      expect((await find(q)).items).toMatchObject([
        { kind: 'donor', name: 'Zoë Müller', email: 'Zoe.Ammann@example.test', events: ['Suchlauf'], pledges: 2 },
      ]);
    },
  );

  test('nobody by where he lives or runs, as the tables of staff do', async () => {
    for (const q of ['wetzikon', 'zoe wetzikon', 'TV Thun']) expect([q, (await find(q)).items]).toEqual([q, []]);
    const pledges = await lea.expect<Page>(200, `GET /api/events/${participant.event_id}/donations?q=wetzikon`);
    expect(pledges.total).toBe(2);
  });

  test('both, in pages', async () => {
    const all = await find('müller');
    expect(all).toMatchObject({ total: 2, limit: 50, offset: 0 });
    const [first, second] = [await find('müller', '&limit=1'), await find('müller', '&limit=1&offset=1')];
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(await find('müller', '&offset=10')).toMatchObject({ items: [], total: 2 });
  });

  test.each(['%', '_', '\\', "'", 'xylophon', 'Muster%'])('nobody by «%s»', async (q) => {
    expect(await find(q)).toMatchObject({ items: [], total: 0 });
  });

  test('needs a word', async () => {
    for (const q of ['', '?q=', '?q=%20']) await lea.expect(422, `GET /api/persons${q}`);
  });

  test('is noted, without the words', async () => {
    await find('ammann');
    const [latest] = await activities();
    expect(latest).toMatchObject({ action: 'persons.searched', changed: { found: 1 }, subject: null });
    expect(JSON.stringify(await activities())).not.toMatch(/ammann|müller/i);
  });

  test('folds as the domain does', async () => {
    const letters = 'Æbischer Øst Đorđe Ðóra Łódź Þór Işık Straße œuvre D’Angelo Ångström';
    await app.product.ctx.db
      .updateTable('participants')
      .set({ first_name: letters })
      .where('id', '=', participant.id)
      .execute();
    for (const word of letters.split(' ')) {
      const ids = (await find(fold(word))).items.map(({ id }) => id);
      expect([word, ids]).toEqual([word, [participant.id]]);
    }
  });
});

describe('the export', () => {
  const exportOf = (kind: string, id: number) => lea.send<PersonFile>(`GET /api/persons/${kind}/${id}/export`);

  test('of a donor holds everything but keys', async () => {
    const [{ id } = { id: 0 }] = (await find('zoe.ammann')).items;
    const { status, headers, body } = await exportOf('donor', id);
    expect([status, headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
      200,
      `attachment; filename="donor-${id}.json"`,
      'private, no-store',
    ]);
    expect(body).toMatchObject({
      kind: 'donor',
      id,
      stored: {
        donors: [{ email_key: 'zoe.ammann@example.test', language: 'de' }],
        pledges: [
          { donor_name: 'Zoë Ammann', amount_per_unit: '2.00', max_amount: null, event: 'Suchlauf' },
          {
            donor_name: 'Zoë Müller',
            donor_email: 'Zoe.Ammann@example.test',
            donor_street: 'Weg 1',
            message: 'Allez!',
            amount_per_unit: '2.50',
            max_amount: '40.00',
            confirmed_at: expect.any(String),
          },
        ],
        pledge_events: [{ kind: 'promised' }, { kind: 'promised' }, { kind: 'confirmed' }],
        mails: [{ to_name: 'Zoë Ammann' }, {}, { kind: 'pledge-confirmed', data: { donor: 'Zoë Müller' } }],
      },
    });
    expect(body.stored.links).toHaveLength(4);
    const text = JSON.stringify(body);
    for (const secret of [donation.token, donation.receipt, 'secrets', 'token_hash', 'client_'])
      expect(text).not.toContain(secret);
  });

  test('of a participant holds nobody else', async () => {
    const { body } = await exportOf('participant', participant.id);
    expect(body.stored).toMatchObject({
      participants: [{ last_name: 'Müller-Łęcki', email: 'OM@example.test', event: 'Suchlauf' }],
      participant_totals: [{ rate_confirmed: 250, pledges_confirmed: 1 }],
      pledges: [{ message: 'Allez!' }, { message: 'Allez!' }],
      sync_changes: [{ kind: 'created' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/Zoë|zoe|row_hash/i);
  });

  test('is noted, and of nobody is unknown', async () => {
    await exportOf('participant', participant.id);
    expect((await activities())[0]).toMatchObject({
      action: 'person.exported',
      participant_id: participant.id,
      changed: {},
    });
    await lea.expect(404, 'GET /api/persons/donor/999999/export');
    await lea.expect(404, 'GET /api/persons/participant/999999/export');
    await lea.expect(400, 'GET /api/persons/staff/1/export');
    expect((await activities()).filter(({ action }) => action === 'person.exported')).toHaveLength(3);
  });
});
