import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startPayrexx, type Payrexx } from '#sandbox/payrexx.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, aSyncedEvent, giftBody, pledgeBody, type GiftReply, type PledgeReply } from '#test/factories.ts';
import { tell } from '../figures.ts';
import { refuses, typed, type Rule } from './text-rules.ts';
import { unlikelyTexts } from './unlikely-texts.ts';
import { expectInvariantsOverRestart } from '../verdict.ts';

let app: App;
/** A payment provider that lets all our calls through. */
let tireless: Payrexx;
let vera: TestClient;
let visitor: TestClient;
let participant: Participant;

beforeAll(async () => {
  // Its clock is not ours to move.
  tireless = await startPayrexx({ webhookUrl: 'http://127.0.0.1:9/', callsInFiveMinutes: 10_000, pauses: [] });
  const limits = { LIMIT_FORMS_PER_ADDRESS: '999999/1d', LIMIT_MAILS_PER_RECIPIENT: '9999/1m' };
  app = await startApp({ env: { ...tireless.settings, ...limits } });
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
});
afterAll(() => Promise.all([app.stop(), tireless.stop()]));

/** Sends every text in all of these fields, and then only where it may stand; resolves with how many were refused. */
async function expectKept(rules: Record<string, Rule>, tryOne: (text: string, n: number) => Try): Promise<number> {
  let refused = 0;
  for (const [n, text] of unlikelyTexts.entries()) {
    const { send, kept, spare } = tryOne(text, n);
    const wrong = Object.keys(rules).filter((name) => refuses(text, rules[name] as Rule));
    const fields = Object.fromEntries(Object.keys(rules).map((name) => [name, text]));
    if (wrong.length > 0) {
      refused += 1;
      const { status, body } = await send(fields);
      expect([text, status, Object.keys((body as Problem).fields ?? {}).toSorted()]).toEqual([
        text,
        422,
        wrong.toSorted(),
      ]);
    }
    const spared = Object.fromEntries(wrong.map((name) => [name, spare ?? null]));
    const { status, body } = await send({ ...fields, ...spared });
    expect([text, status]).toEqual([text, expect.toBeOneOf([200, 201])]);
    const good = Object.keys(rules).filter((name) => !wrong.includes(name));
    const expected = Object.fromEntries(good.map((name) => [name, typed(text) || null]));
    expect(await kept(body)).toMatchObject(expected);
  }
  return refused;
}

interface Try {
  send(fields: Record<string, unknown>): Promise<{ status: number; body: unknown }>;
  /** What was stored. */
  kept(answer: unknown): Promise<unknown>;
  /** Where a field may not be left out. */
  spare?: string;
}

function tellOf(where: string, refused: number): void {
  tell({
    row: `${unlikelyTexts.length} naughty strings in every text of ${where}`,
    aim: 'stored as typed, or a refusal that names the field',
    figure: `${unlikelyTexts.length - refused} stored as typed, ${refused} refused`,
  });
}

test('in every text of a gift', async () => {
  participant = (await aGiftEvent(app, vera)).participants[0] as Participant;
  const rules = { donor_name: { most: 120 }, message: { most: 160, lines: true } } as const;
  const refused = await expectKept(rules, () => {
    // Our own budget of openings is one of five minutes.
    app.forward(2000);
    return {
      send: (fields) => visitor.send('POST /api/gifts', { body: giftBody(participant, fields) }),
      kept: (answer) =>
        app.product.ctx.db
          .selectFrom('gifts')
          .selectAll()
          .where('public_id', '=', (answer as GiftReply).id)
          .executeTakeFirst(),
    };
  });
  tellOf('a gift', refused);
});

test('in every text of a participant by hand', async () => {
  const { participants } = await aSyncedEvent(app, vera);
  const rules = {
    first_name: { most: 120 },
    last_name: { most: 120, required: true },
    category: { most: 120 },
    club: { most: 120 },
    country: { most: 60 },
    motivational_message: { most: 160, lines: true },
  } as const;
  const refused = await expectKept(rules, () => ({
    send: (fields) => vera.send(`PUT /api/participants/${participants[0]?.id}`, { body: fields }),
    kept: (answer) => Promise.resolve(withoutBlank(answer as Record<string, unknown>)),
    spare: 'Eva',
  }));
  tellOf('a participant', refused);
});
/** A first name that is nothing is an empty one. */
const withoutBlank = (answer: Record<string, unknown>) => ({ ...answer, first_name: answer.first_name || null });

test('in the reason of a pledge that staff cancel', async () => {
  const { participants } = await aSyncedEvent(app, vera);
  const pledges: PledgeReply[] = [];
  for (const _ of unlikelyTexts) {
    const body = pledgeBody(participants[0] as Participant);
    pledges.push(await visitor.expect<PledgeReply>(201, 'POST /api/donations', { body }));
  }
  const refused = await expectKept({ reason: { most: 200, required: true } }, (_, n) => ({
    send: ({ reason }) => vera.send(`PUT /api/donations/${pledges[n]?.id}`, { body: { status: 'cancelled', reason } }),
    kept: (answer) => Promise.resolve({ reason: (answer as { cancel_reason: string }).cancel_reason }),
    spare: 'doppelt erfasst',
  }));
  tellOf('a reason', refused);
});

test('and after a restart, all is in order', () => expectInvariantsOverRestart(app));
