import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { isEmail } from '#domain/email.ts';
import { parseMoney } from '#domain/money.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aPerson, aSyncedEvent, type PledgeReply } from '#test/factories.ts';
import { tell } from '../figures.ts';
import { refuses, typed, type Rule } from './text-rules.ts';
import { unlikelyTexts } from './unlikely-texts.ts';
import { expectInvariantsOverRestart } from '../verdict.ts';

const AT_ONCE = 8;
/** Stands in every free text, so that it is found wherever it should not be. */
const MARK = '§geheim§';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let event: Event;
/** One for each text, who is called by it. */
let participants: Map<string, Participant>;
const sent: { text: string; email: string }[] = [];

beforeAll(async () => {
  app = await startApp({ env: { LIMIT_FORMS_PER_ADDRESS: '999999/1d', LIMIT_MAILS_PER_RECIPIENT: '9999/1m' } });
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  const people = unlikelyTexts.map((text, n) => aPerson({ ID: n + 1, Lastname: text, Firstname: 'Anna', Club: text }));
  const made = await aSyncedEvent(app, vera, people);
  event = made.event;
  const rows = await app.product.ctx.db.selectFrom('participants').select(['id', 'source_id']).execute();
  const textOf = new Map(rows.map(({ id, source_id }) => [id, unlikelyTexts[Number(source_id) - 1] ?? '']));
  participants = new Map(made.participants.map((participant) => [textOf.get(participant.id) ?? '', participant]));
});
afterAll(() => app.stop());

/** Many at the same time, as many as there are texts. */
async function withEach(work: (text: string, n: number) => Promise<void>): Promise<void> {
  const left = unlikelyTexts.map((text, n) => ({ text, n }));
  const next = async (): Promise<void> => {
    const one = left.shift();
    if (!one) return;
    await work(one.text, one.n);
    return next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

const isMarkup = (text: string) => text.includes('alert') && /[<>"']/.test(text);
/** What may not work anywhere never stands there as it was typed, but in data that nobody runs. */
function expectInert(html: string, text: string): void {
  const markup = html.replace(/(<script type="application\/json"[^>]*>)[^<]*(<\/script>)/, '$1$2');
  expect([text, markup.includes(text)]).toEqual([text, false]);
}

test('there are enough of them', () => expect(unlikelyTexts.length).toBeGreaterThanOrEqual(515));

test('a start list of such people is read, shown, searched, and inert', async () => {
  const cell = (text: string) =>
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim();
  expect(participants.size).toBe(unlikelyTexts.length);
  for (const [text, { name, club }] of participants) {
    const kept = [...cell(text)].slice(0, 200).join('');
    expect([text, name, club]).toEqual([text, `Anna ${kept}`.trim(), kept || null]);
  }
  await withEach(async (text) => {
    const q = encodeURIComponent(text.toWellFormed());
    const { status } = await visitor.send(`GET /api/events/${event.id}/participants?q=${q}`);
    expect([text, status]).toEqual([text, expect.toBeOneOf([200, 422])]);
    if (!isMarkup(text)) return;
    expectInert(await visitor.expect<string>(200, `GET /participants/${event.slug}?q=${q}`), text);
    expectInert(await visitor.expect<string>(200, `GET /give/${participants.get(text)?.id}`), text);
  });
});

const pledgeRules: Record<string, Rule> = {
  donor_name: { most: 120, required: true },
  donor_street: { most: 120 },
  donor_city: { most: 120 },
  donor_country: { most: 60 },
  message: { most: 160, lines: true },
};

test('in every text of a pledge: stored as typed, or a clear refusal that names the field and stores nothing', async () => {
  let refused = 0;
  await withEach(async (text, n) => {
    const email = `donor-${n}@example.test`;
    const texts = { donor_name: text, donor_street: text, donor_city: text, donor_country: text, message: text + MARK };
    const body = {
      event_id: event.id,
      participant_id: participants.get(text)?.id,
      donor_email: email,
      amount_per_unit: '2.00',
      ...texts,
    };
    const wrong = Object.entries(pledgeRules).filter(([name, rule]) => refuses(texts[name as 'message'], rule));
    const spared = Object.fromEntries(wrong.map(([name]) => [name, name === 'donor_name' ? 'Eva' : null]));
    if (wrong.length > 0) {
      refused += 1;
      const { fields = {} } = await visitor.expect<Problem>(422, 'POST /api/donations', { body });
      expect([text, Object.keys(fields)]).toEqual([text, wrong.map(([name]) => name)]);
      for (const words of Object.values(fields)) expect(words).toMatch(/\S{3}/);
    }
    const { id } = await visitor.expect<PledgeReply>(201, 'POST /api/donations', { body: { ...body, ...spared } });
    sent.push({ text, email });
    const row = await app.product.ctx.db.selectFrom('pledges').selectAll().where('id', '=', id).executeTakeFirst();
    const kept = Object.entries({ ...texts, ...spared }).map(([name, value]) => [
      name,
      (value && typed(value)) || null,
    ]);
    expect(row).toMatchObject(Object.fromEntries(kept));
  });
  tell({
    row: `${unlikelyTexts.length} naughty strings in every text of a pledge`,
    aim: 'stored as typed, or a refusal that names the field',
    figure: `${unlikelyTexts.length - refused} stored as typed, ${refused} refused`,
  });
  expect(refused).toBeGreaterThan(60);
  expect(await countPledges()).toBe(unlikelyTexts.length);
});

const unsent = async () =>
  (await app.product.ctx.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length;
const countPledges = async () => (await app.product.ctx.db.selectFrom('pledges').select('id').execute()).length;

test('where an address, an amount, an id or a choice is expected: refused by name, and nothing is stored', async () => {
  await withEach(async (text) => {
    const names = [
      'donor_email',
      'amount_per_unit',
      'max_amount',
      'event_id',
      'participant_id',
      'anonymous',
      'language',
    ];
    const body = { donor_name: 'Eva', ...Object.fromEntries(names.map((name) => [name, text])) };
    const { fields = {} } = await visitor.expect<Problem>(422, 'POST /api/donations', { body });
    const rappen = parseMoney(text);
    expect([text, fields]).toEqual([
      text,
      expect.objectContaining({
        language: expect.any(String),
        ...(!isEmail(typed(text)) && { donor_email: expect.any(String) }),
        ...((rappen === null || rappen < 1 || rappen > 100_000) && { amount_per_unit: expect.any(String) }),
      }),
    ]);
    expect(names).toEqual(expect.arrayContaining(Object.keys(fields)));
  });
  expect(await countPledges()).toBe(unlikelyTexts.length);
});

const eventRules: Record<string, Rule> = {
  name: { most: 120, required: true },
  place: { most: 120 },
  purpose: { most: 300 },
  donation_unit_description: { most: 60 },
  rr_columns: { most: 1000, lines: true },
  organiser_name: { most: 120 },
  organiser_street: { most: 120 },
  organiser_house_no: { most: 20 },
  organiser_zip: { most: 20 },
  organiser_city: { most: 120 },
  organiser_country: { most: 60 },
};
/** Here a text must be more than clean: an address, a day, a name of letters. */
const choosy = [
  'ranking_hub_link',
  'emm_onreg_link',
  'organiser_website',
  'organiser_email',
  'event_date',
  'payrexx_instance',
];

test('in every text of an event: stored as typed, or a clear refusal that names the field and changes nothing', async () => {
  const made = await aSyncedEvent(app, vera);
  const line = `PUT /api/events/${made.event.id}`;
  const names = [...Object.keys(eventRules), ...choosy];
  // One after the other: they all change the same event.
  for (const text of unlikelyTexts) {
    const body: Record<string, string> = Object.fromEntries(names.map((name) => [name, text]));
    const first = await vera.send<Problem>(line, { body });
    if (Buffer.byteLength(JSON.stringify(body)) > 64 * 1024) {
      expect([text, first.status]).toEqual([text, 413]);
      continue;
    }
    const refused = first.status === 422 ? Object.keys(first.body.fields ?? {}) : [];
    const ruled = Object.keys(eventRules).filter((name) => refuses(text, eventRules[name] as Rule));
    expect([text, new Set(refused.filter((name) => name in eventRules))]).toEqual([text, new Set(ruled)]);
    const accepted = Object.fromEntries(Object.entries(body).filter(([name]) => !refused.includes(name)));
    const event = await vera.expect<Record<string, unknown>>(200, line, { body: accepted });
    for (const [name, value] of Object.entries(accepted))
      expect([text, name, event[name]]).toEqual([text, name, typed(value) || null]);
    if (!isMarkup(text)) continue;
    for (const path of ['/', `/participants/${made.event.id}`, `/give/${made.participants[0]?.id}`])
      expectInert(await visitor.expect<string>(200, `GET ${path}`), text);
  }
});

describe('the mails about all of them', () => {
  test('go to one person each, with our headers, our links and no free text of a stranger', async () => {
    await vi.waitFor(async () => expect(await unsent()).toBe(0), { timeout: 60_000, interval: 100 });
    const mails = new Map((await app.mailbox.messages()).map((mail) => [mail.envelope.to.join(), mail]));
    const usual = new Set(
      mails
        .values()
        .next()
        .value?.headers.map(({ name }) => name.toLowerCase()),
    );
    expect(usual).toEqual(expect.objectContaining({ size: expect.any(Number) }));
    for (const { text, email } of sent) {
      const mail = mails.get(email);
      const names = mail?.headers.map(({ name }) => name.toLowerCase()) ?? [];
      expect([text, names.filter((name) => !usual.has(name)), new Set(names).size]).toEqual([text, [], names.length]);
      expect([text, mail?.links.filter((link) => !link.startsWith(app.url))]).toEqual([text, []]);
      expect(`${mail?.text} ${mail?.html}`).not.toMatch(new RegExp(`${MARK}|www\\.\\w|mallory@`));
      if (isMarkup(text)) expectInert(mail?.html ?? '', text);
    }
  });
});

test('and after a restart, too, everything is in order', () => expectInvariantsOverRestart(app));
