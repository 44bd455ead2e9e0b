import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/participants.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { aGiftEvent, giftBody } from '#test/factories.ts';

let app: App;
let vera: TestClient;
let visitor: TestClient;
let participant: Participant;

beforeAll(async () => {
  app = await startApp();
  [vera, visitor] = [await app.signedIn('vera'), app.client('de')];
  participant = (await aGiftEvent(app, vera)).participants[0] as Participant;
});
afterAll(() => app.stop());

describe('what is wrong with a wish', () => {
  const refuse = async (status: number, fields: object, code: string, to: Pick<Participant, 'id'> = participant) => {
    const problem = await visitor.expect<Problem>(status, 'POST /api/gifts', { body: { ...giftBody(to), ...fields } });
    expect(problem.code).toBe(code);
    return problem;
  };

  test.each(['0.99', '10000.01', '100000000.01'])('the amount %s: the limits are said', async (wrong) => {
    const { fields } = await refuse(422, { amount: wrong }, 'invalid');
    expect(fields).toEqual({ amount: 'Geben Sie einen Betrag von CHF\u00a01.00 bis CHF\u00a010’000.00 ein' });
  });

  test.each<[string, object, string]>([
    ['no amount', { amount: '' }, 'amount'],
    ['half a rappen', { amount: '1.005' }, 'amount'],
    ['no e-mail', { donor_email: 'rosa' }, 'donor_email'],
    ['a long message', { message: 'x'.repeat(161) }, 'message'],
    ['no page', { page_id: '../1' }, 'page_id'],
  ])('%s', async (_what, fields, name) => {
    expect(Object.keys((await refuse(422, fields, 'invalid')).fields ?? {})).toEqual([name]);
  });

  test('nothing is taken for whom, or where, nothing can be', async () => {
    await refuse(404, { page_id: 'p0000000000000000' }, 'unknown_page');
    await refuse(404, { page_id: '999999' }, 'unknown_page');
    const cases: [Record<string, unknown>, string][] = [
      [{ donation_link: '' }, 'gifts_off'],
      [{ payrexx_instance: '' }, 'gifts_off'],
      [{ payrexx_instance: 'somebody-elses' }, 'gifts_off'],
      [{ is_active: false }, 'event_closed'],
      [{ is_active: false, payrexx_instance: '' }, 'event_closed'],
    ];
    for (const [fields, code] of cases) {
      const { event, participants } = await aGiftEvent(app, vera);
      await vera.expect(200, `PUT /api/events/${event.id}`, { body: fields });
      await refuse(409, {}, code, participants[0]);
    }
    const { event, participants } = await aGiftEvent(app, vera);
    const [gone] = participants as [Participant];
    await vera.expect(200, `PUT /api/participants/${gone.id}`, { body: { status: 'withdrawn' } });
    await refuse(409, {}, 'participant_withdrawn', gone);
    const body = { name: 'Neu Hier', email: 'neu@example.test', status: 'pending' };
    const fresh = await vera.expect<Participant>(201, `POST /api/events/${event.id}/participants`, { body });
    const { message } = await refuse(409, {}, 'participant_pending', fresh);
    expect(message).toBe('Diese Person kann man noch nicht unterstützen: Die Anmeldung wird geprüft.');
  });
});
