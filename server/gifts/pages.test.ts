import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, anOpenGift, aPerson } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let lia: Participant;
let page: string;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  const people = [aPerson({ Firstname: 'Lia', Lastname: 'Frei' })];
  const fields = { name: 'Rheinlauf', indexable: 'true', donation_per_unit: 'true', donation_goal: '100' };
  const { participants } = await aGiftEvent(app, vera, people, fields);
  lia = participants[0] as Participant;
  const body = { participantId: String(lia.id) };
  const made = await vera.expect<{ payrexx_page_id: string }>(200, 'POST /api/payrexx/create-payment-page', { body });
  page = made.payrexx_page_id;
});
afterAll(() => app.stop());

let forms = 0;
/** What the give page's form holds when a gift is sent. */
function filled(fields: Record<string, string> = {}): Record<string, string> {
  forms += 1;
  return {
    kind: 'gift',
    page_id: page,
    event_id: String(lia.event_id),
    participant_id: String(lia.id),
    amount: 'own',
    own_amount: '12,50',
    rate: '1.00',
    own: '',
    max_amount: '',
    donor_name: `Rosa Formular ${forms}`,
    donor_email: '',
    message: '',
    language: 'de',
    ...fields,
  };
}
const giftsOf = (name = '') =>
  app.product.ctx.db.selectFrom('gifts').select(['amount', 'donor_email']).where('donor_name', '=', name).execute();

describe('the form without script', () => {
  test('leads a gift to paying; sent twice it is one', async () => {
    const form = filled();
    const [first, second] = [await visitor.submit(`/give/${page}`, form), await visitor.submit(`/give/${page}`, form)];
    const link = first.headers.get('location') ?? '';
    expect([first.status, second.status, second.headers.get('location')]).toEqual([303, 303, link]);
    expect(link).toContain(app.payrexx.pageUrl);
    expect(first.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await giftsOf(form.donor_name)).toEqual([{ amount: 12_50, donor_email: null }]);
  });

  test('without name and address is somebody else’s each time', async () => {
    const form = filled({ donor_name: ' ', own_amount: '33' });
    const links = [];
    for (let donor = 0; donor < 2; donor += 1) {
      links.push((await visitor.submit(`/give/${page}`, form)).headers.get('location'));
    }
    expect(links).toEqual([expect.stringContaining(app.payrexx.pageUrl), expect.stringContaining(app.payrexx.pageUrl)]);
    expect(new Set(links).size).toBe(2);
    const { db } = app.product.ctx;
    const gifts = await db.selectFrom('gifts').select('amount').where('donor_name', 'is', null).execute();
    expect(gifts).toEqual([{ amount: 33_00 }, { amount: 33_00 }]);
  });

  test('may lead there: the policy of its page names the provider', async () => {
    const { headers } = await visitor.send(`GET /give/${page}`);
    const [, targets = ''] = /form-action ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? [];
    expect(targets.split(' ')).toContain(new URL(app.payrexx.pageUrl).origin);
  });

  test.each([
    ['too little', { own_amount: '0.5' }, 'Geben Sie einen Betrag von CHF 1.00 bis CHF 10’000.00 ein'],
    ['no amount', { own_amount: '' }, 'Bitte geben Sie einen gültigen Betrag ein'],
    ['an address that is none', { donor_email: 'rosa' }, 'Geben Sie die E-Mail-Adresse mit @ ein'],
    ['a message that is too long', { message: 'a'.repeat(161) }, 'Kürzen Sie diese Angabe'],
  ])('comes back with %s, filled', async (_, fields, words) => {
    const form = filled(fields);
    const { status, body } = await visitor.submit(`/give/${page}`, form);
    expect([status, body.replaceAll('\u00a0', ' ')]).toEqual([422, expect.stringContaining(words)]);
    expect(body).toContain(form.donor_name);
    expect(body).toMatch(/<title>Fehler: /);
    expect(await giftsOf(form.donor_name)).toEqual([]);
  });

  test('stands for a pledge where that is chosen', async () => {
    const form = filled({ kind: 'pledge', donor_email: 'rosa-pro-runde@example.test' });
    const { status, headers } = await visitor.submit(`/give/${page}`, form);
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/^\/donation\/sent\//)]);
    expect(await giftsOf(form.donor_name)).toEqual([]);
  });

  test('says why the provider is not reached, and keeps what was typed', async () => {
    await app.payrexx.down(true);
    const form = filled();
    const { status, body } = await visitor.submit(`/give/${page}`, form);
    await app.payrexx.down(false);
    expect([status, body]).toEqual([502, expect.stringContaining('Der Zahlungsdienst antwortet gerade nicht.')]);
    expect(body).toContain(form.donor_name);
    expect((await visitor.submit(`/give/${page}`, form)).status).toBe(303);
  });
});

describe('the page of a gift', () => {
  test('is nobody else’s: never kept, never found, and it tells nobody where one came from', async () => {
    const { id } = await anOpenGift(app, lia);
    const { headers, body } = await visitor.send<string>(`GET /gift/${id}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(body).not.toMatch(/og:|speculationrules/);
    expect(app.logs.join('\n')).not.toContain(id);
  });

  test.each(['%00', 'x%00y', '%F0%9F%8F%83', 'x'.repeat(200)])('is not found by %s', async (id) => {
    expect((await visitor.send(`GET /gift/${id}`)).status).toBe(404);
    expect((await visitor.send(`GET /api/gifts/${id}`)).status).toBeLessThan(500);
  });

  test('says what the payment page said, unless that is nonsense or money came in', async () => {
    const { id, link } = await anOpenGift(app, lia);
    const at = (query: string) => visitor.expect<string>(200, `GET /gift/${id}${query}`);
    expect(await at('')).toContain('Wir prüfen Ihre Zahlung.');
    expect(await at('?came=paid')).toContain('Wir prüfen Ihre Zahlung.');
    expect(await at('?came=cancelled')).toContain('Sie haben die Zahlung abgebrochen.');
    expect(await at('?came=failed')).toContain('Der Zahlungsdienst hat die Zahlung nicht angenommen.');
    const { successRedirectUrl, failedRedirectUrl, cancelRedirectUrl } = app.payrexx.gateways.at(-1)?.wish ?? {};
    expect([successRedirectUrl, failedRedirectUrl, cancelRedirectUrl]).toEqual(
      ['', '?came=failed', '?came=cancelled'].map((query) => `${app.url}/gift/${id}${query}`),
    );
    app.payrexx.pay(link);
    app.forward(2000);
    expect(await at('?came=failed')).toContain('sind angekommen.');
  });

  test('shows its donor what the participant has by now', async () => {
    const { id, link } = await anOpenGift(app, lia, { amount: '60' });
    app.payrexx.pay(link);
    const shown = (await visitor.expect<string>(200, `GET /gift/${id}`)).replaceAll('\u00a0', ' ');
    expect(shown).toContain('Danke. CHF 60.00 sind angekommen.');
    expect(shown).toMatch(/<b>\d+%<\/b> von CHF 100\.00/);
  });
});

test('previews and the site map know the page by its own name', async () => {
  const head = await visitor.expect<string>(200, `GET /give/${lia.id}`);
  expect(head).toContain(`<meta property="og:url" content="${app.url}/give/${page}"/>`);
  expect(head).toContain('<meta property="og:title" content="Spenden für Lia Frei"/>');
  expect(head).toContain('Unterstützen Sie Lia Frei mit einer Spende.');
  expect(head).toContain(`/share/give/${page}/de.png?v=`);
  const images = await Promise.all(
    [page, lia.id].map(async (name) => (await fetch(`${app.url}/share/give/${name}/de.png`)).arrayBuffer()),
  );
  expect(Buffer.from(images[0] as ArrayBuffer).equals(Buffer.from(images[1] as ArrayBuffer))).toBe(true);
  const map = await visitor.expect<string>(200, 'GET /sitemap.xml');
  expect([map.includes(`/give/${page}<`), map.includes(`/give/${lia.id}<`)]).toEqual([true, false]);
});

test('an event whose account nobody knows takes no gifts, and says so', async () => {
  const { participants, event } = await aGiftEvent(app, vera, [aPerson()], { payrexx_instance: 'fremd' });
  const shown = await visitor.expect<string>(200, `GET /give/${participants[0]?.id}`);
  expect(shown).toContain('Bei diesem Event sind keine Spenden möglich.');
  expect(shown).not.toContain('<form class="form"');
  const list = await visitor.expect<string>(200, `GET /participants/${event.slug}`);
  expect(list).not.toContain('btn btn-line btn-s" href="/give/');
});

test('an event that is over says so, whatever it took', async () => {
  const { participants, event } = await aGiftEvent(app, vera);
  await vera.expect(200, `PUT /api/events/${event.id}`, { body: { is_active: false, payrexx_instance: '' } });
  const shown = await visitor.expect<string>(200, `GET /give/${participants[0]?.id}`);
  expect(shown).toContain('Dieses Event ist nicht mehr aktiv.');
  expect(shown).not.toContain('Bei diesem Event sind keine Spenden möglich.');
});
