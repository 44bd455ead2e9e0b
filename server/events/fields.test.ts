import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event } from '#contract/events.ts';
import type { Problem } from '#contract/treaty.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';

let app: App;
let vera: TestClient;

beforeAll(async () => {
  app = await startApp();
  vera = await app.signedIn('vera');
});
afterAll(() => app.stop());

const address = () => `http://${app.timing.host}/20001/GEHEIM7SCHLUESSEL`;
const wish = (fields: object = {}) => ({ body: { name: 'Zürcher Spendenlauf', rr_simple_ip: address(), ...fields } });
const open = (fields: object = {}) => vera.expect<Event>(201, 'POST /api/events', wish(fields));

describe('an event is refused for', () => {
  test.each([
    ['no name', { name: undefined }, 'name'],
    ['a name of blanks', { name: ' \u00A0 ' }, 'name'],
    ['a name with NUL', { name: 'Lauf\u0000' }, 'name'],
    ['a name of two lines', { name: 'Lauf\nThun' }, 'name'],
    ['a long name', { name: 'x'.repeat(121) }, 'name'],
    ['a name that is no text', { name: 7 }, 'name'],
    ['no timing address', { rr_simple_ip: undefined }, 'rr_simple_ip'],
    ['an empty timing address', { rr_simple_ip: '' }, 'rr_simple_ip'],
    ['a timing address on a foreign host', { rr_simple_ip: 'https://example.com/1/KEY' }, 'rr_simple_ip'],
    ['a timing address inside', { rr_simple_ip: 'http://169.254.169.254/latest' }, 'rr_simple_ip'],
    ['a file', { rr_simple_ip: 'file:///etc/passwd' }, 'rr_simple_ip'],
    ['what is no address', { rr_simple_ip: 'siehe E-Mail' }, 'rr_simple_ip'],
    ['a script as link', { emm_onreg_link: 'javascript:alert(1)' }, 'emm_onreg_link'],
    ['data as link', { ranking_hub_link: 'data:text/html,x' }, 'ranking_hub_link'],
    ['a link without protocol', { organiser_website: 'brunnen.example' }, 'organiser_website'],
    [
      'a link that hides its host',
      { organiser_privacy_url: 'https://brunnen.example@evil.example' },
      'organiser_privacy_url',
    ],
    ['a link with NUL', { image_url: 'https://brunnen.example/\u0000' }, 'image_url'],
    ['a goal in words', { donation_goal: 'viel' }, 'donation_goal'],
    ['a negative goal', { donation_per_unit_goal: '-5' }, 'donation_per_unit_goal'],
    ['a goal of nothing', { donation_total_goal: '0' }, 'donation_total_goal'],
    ['a goal with three decimals', { donation_goal: 1.005 }, 'donation_goal'],
    ['a goal that is true', { donation_goal: true }, 'donation_goal'],
    ['a list of goals', { donation_goal: [1] }, 'donation_goal'],
    ['a goal beyond all money', { donation_goal: '99999999999999999999' }, 'donation_goal'],
    ['a flag in words', { donation_link: 'yes' }, 'donation_link'],
    ['a flag as number', { donation_per_unit: 1 }, 'donation_per_unit'],
    ['an activity in words', { is_active: 'maybe' }, 'is_active'],
    ['no units', { expected_units: 0 }, 'expected_units'],
    ['half units', { expected_units: 1.5 }, 'expected_units'],
    ['units that are true', { expected_units: true }, 'expected_units'],
    ['units with an exponent', { expected_units: '1e3' }, 'expected_units'],
    ['a Swiss date', { event_date: '12.06.2027' }, 'event_date'],
    ['a day that never comes', { event_date: '2027-02-30' }, 'event_date'],
    ['the year nought', { event_date: '0000-01-01' }, 'event_date'],
    ['a rule for names that does not exist', { names_shown: 'all' }, 'names_shown'],
    ['a fifth language', { language: 'rm' }, 'language'],
    ['an address without @', { organiser_email: 'kasse' }, 'organiser_email'],
    ['a long place', { place: 'x'.repeat(121) }, 'place'],
  ])('%s: 422 names the field', async (_, fields, field) => {
    const problem = await vera.expect<Problem>(422, 'POST /api/events', wish(fields));
    expect(problem.code).toBe('invalid');
    expect(Object.keys(problem.fields ?? {})).toEqual([field]);
  });

  test('a goal that is too high is told how high it may be', async () => {
    const problem = await vera.expect<Problem>(422, 'POST /api/events', {
      ...wish({ donation_goal: '100000000.01' }),
      headers: { 'accept-language': 'de' },
    });
    expect(problem.fields).toEqual({ donation_goal: 'Geben Sie höchstens CHF\u00a0100’000’000.00 ein' });
  });

  test('one foreign address among several is refused, in words', async () => {
    const problem = await vera.expect<Problem>(422, 'POST /api/events', {
      ...wish({ rr_simple_ip: `${address()} https://example.com/1/KEY` }),
      headers: { 'accept-language': 'de' },
    });
    expect(problem.fields).toEqual({ rr_simple_ip: 'Diese Adresse gehört zu keinem erlaubten Zeitmess-Server' });
  });
});

describe('values as old clients write them', () => {
  test.each([
    [true, 'true'],
    ['true', 'true'],
    [false, ''],
    ['false', ''],
    ['', ''],
    [null, ''],
  ])('the flag %j is %j', async (sent, answered) => {
    expect(await open({ donation_link: sent, show_donation_per_unit_total: sent })).toMatchObject({
      donation_link: answered,
      show_donation_per_unit_total: answered,
    });
  });

  test.each([
    ["1'000", '1000.00'],
    ['1’000.5', '1000.50'],
    ['12,50', '12.50'],
    [' 7 ', '7.00'],
    [1234.5, '1234.50'],
    [100, '100.00'],
    [0.01, '0.01'],
    ['', null],
    [null, null],
  ])('the goal %j is %j', async (sent, answered) => {
    expect((await open({ donation_goal: sent })).donation_goal).toBe(answered);
  });

  test.each([
    [25, 25],
    ['25', 25],
    ['', null],
    [null, null],
  ])('%j expected units are %j', async (sent, answered) => {
    expect((await open({ expected_units: sent })).expected_units).toBe(answered);
  });

  test.each(['full', 'short', 'none'])('names can be shown %s', async (rule) => {
    expect((await open({ names_shown: rule })).names_shown).toBe(rule);
  });

  test.each(['', null])('%j clears a choice: it is the usual one again', async (cleared) => {
    const { id } = await open({ names_shown: 'none', language: 'it' });
    const kept = await vera.expect<Event>(200, `PUT /api/events/${id}`, { body: { place: 'Thun' } });
    expect([kept.names_shown, kept.language]).toEqual(['none', 'it']);
    const body = { names_shown: cleared, language: cleared };
    const event = await vera.expect<Event>(200, `PUT /api/events/${id}`, { body });
    expect([event.names_shown, event.language]).toEqual(['full', 'de']);
  });

  test.each([
    ['event_date', '31.12.2027', 'Geben Sie ein Datum ein'],
    ['event_date', '1512-06-12', 'Geben Sie ein Datum ein'],
    ['event_date', 7, 'Geben Sie ein Datum ein'],
    ['expected_units', 'viele', 'Geben Sie eine ganze Zahl ein'],
    ['expected_units', 0, 'Geben Sie eine ganze Zahl ein'],
    ['expected_units', 1.5, 'Geben Sie eine ganze Zahl ein'],
  ])('a wrong %s (%j) is said in its own words', async (field, value, words) => {
    const problem = await vera.expect<Problem>(422, 'POST /api/events', {
      ...wish({ [field]: value }),
      headers: { 'accept-language': 'de' },
    });
    expect(problem.fields).toEqual({ [field]: words });
  });
});
