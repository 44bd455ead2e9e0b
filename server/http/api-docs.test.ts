import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { languages } from '#domain/language.ts';
import { texts } from '#locales/messages.ts';
import { startApp, type App } from '#test/app.ts';
import { apiGroups } from './api-docs.ts';

const calls = apiGroups().flatMap(({ calls }) => calls);
const callOf = (line: string) => calls.find(({ method, path }) => `${method} ${path}` === line);
const about = (line: string, part: 'parameters' | 'body', name: string) =>
  callOf(line)?.[part].find((field) => field.name === name);

describe('the document as people read it', () => {
  test('tells every call once, by subject', () => {
    expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(routes).toSorted());
    for (const { name, calls } of apiGroups())
      for (const { path } of calls) expect(path).toMatch(new RegExp(`^/(api/)?${name}(/|$)`));
  });

  test('tells what goes in, and what may be left out', () => {
    const pledge = 'POST /api/donations';
    expect(about(pledge, 'body', 'donor_email')).toEqual({
      name: 'donor_email',
      type: 'string',
      about: '320 characters at most',
    });
    expect(about(pledge, 'body', 'donor_city')).toMatchObject({
      type: 'string or null',
      about: 'optional; 120 characters at most',
    });
    expect(about(pledge, 'parameters', 'Idempotency-Key')).toMatchObject({
      about: expect.stringMatching(/^header; optional; 1 to 200 /),
    });
    expect(about('GET /api/sync/runs', 'parameters', 'limit')).toMatchObject({
      about: 'query; optional; from 1 to 500; 50 where it is absent',
    });
    expect(about('GET /api/donations/participants/{eventId}', 'parameters', 'sort')).toMatchObject({
      about: 'query; optional; "-confirmed" where it is absent',
    });
  });

  test('tells what comes out, however deep', () => {
    const names = (line: string) => callOf(line)?.answers.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names('GET /api/donations/by-token/{token}')).toEqual(
      expect.arrayContaining(['donation', 'donation.status', 'participant.bib']),
    );
    expect(names('GET /api/sync/runs/{id}/changes')).toContain('items[].fields[].old');
    expect(callOf('GET /api/activities')?.answers).toMatchObject([{ status: '200', type: 'object[]' }]);
    expect(names('GET /api/activities')).toContain('[].action');
    expect(callOf('POST /api/donations')?.answers).toMatchObject([{ status: '201, or 200 where it is repeated' }]);
    expect(callOf('GET /api/donations/export/event/{id}/{status}')?.answers).toEqual([
      {
        status: '200',
        type: expect.stringMatching(/^text\/csv or application\/.*sheet$/),
        about: '',
        fields: [],
      },
    ]);
  });

  test('tells a list whole, and what a page of it has beside its items', () => {
    const [whole, page, ...others] = callOf('GET /api/events/{id}/participants')?.answers ?? [];
    expect(others).toEqual([]);
    expect(whole).toMatchObject({ type: 'object[]', about: 'where no parameter is given' });
    expect(whole?.fields.map(({ name }) => name)).toContain('[].first_name');
    expect(page).toMatchObject({ type: 'object', about: expect.stringContaining('a part of the list') });
    expect(page?.fields.map(({ name }) => name)).toEqual(['items', 'total', 'limit', 'offset']);
  });

  test('tells who may call, and how it fails', () => {
    expect(callOf('DELETE /api/persons/{kind}/{id}')).toMatchObject({
      who: expect.stringContaining('admin'),
      failures: expect.arrayContaining([{ status: '404', codes: expect.stringContaining('unknown_person') }]),
    });
    for (const { failures } of calls) expect(failures.map(({ status }) => status)).not.toContain('500');
  });

  test('has words for every shape', () => {
    const types = calls.flatMap((call) => [
      ...call.parameters,
      ...call.body,
      ...call.answers,
      ...call.answers.flatMap(({ fields }) => fields),
    ]);
    expect(types.filter(({ type }) => !type || /undefined|\[object/.test(type))).toEqual([]);
  });
});

describe('the page', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  test.each(languages)('speaks English within a frame in %s', async (language) => {
    const page = await app.client(language).expect<string>(200, 'GET /api/docs');
    expect(page).toContain(`<html lang="${language}"`);
    expect(page).toContain(`<title>${texts[language]['apiDocs.title']} · Givelap</title>`);
    expect(page).toContain('lang="en"><h1>The published interface</h1>');
    expect(page).toContain('href="/api/openapi.json"');
    for (const { id, path } of calls) {
      expect(page).toContain(`id="${id}"`);
      expect(page).toContain(path);
    }
    expect([...page.matchAll(/(?:src|href)="https?:[^"]*"/g)].filter(([link]) => !link.includes(app.url))).toEqual([]);
  });

  test('is kept, as every public page, and nothing beside it is a page', async () => {
    const { headers } = await app.client().send('GET /api/docs');
    expect(headers.get('cache-control')).toMatch(/^public/);
    await app.client().expect(404, 'GET /api/docs/x');
  });
});
