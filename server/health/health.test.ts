/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Finding, Operation, Service } from '#contract/health.ts';
import { languages } from '#domain/language.ts';
import { texts } from '#locales/messages.ts';
import { readConfig } from '#server/config.ts';
import { startApp, type App } from '#test/app.ts';
import type { TestClient } from '#test/client.ts';
import { anEvent, aPledge, aSyncedEvent, pledgeBody } from '#test/factories.ts';
import { checkSettings } from './present.ts';

let app: App;
let vera: TestClient;
let lea: TestClient;

beforeAll(async () => {
  app = await startApp();
  [vera, lea] = [await app.signedIn('vera'), await app.signedIn('lea')];
  await lea.send('GET /?lng=de');
});
afterAll(() => app.stop());

async function service(name: Service['name'], client = lea): Promise<Service> {
  const services = await client.expect<Service[]>(200, 'GET /api/services');
  return services.find((one) => one.name === name) as Service;
}

describe('how the services are', () => {
  test('well, when all is well', async () => {
    const services = await lea.expect<Service[]>(200, 'GET /api/services');
    expect(services.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'database good',
      'jobs good',
      'mail good',
      'timing good',
      'identity good',
      'payments good',
    ]);
    expect(services[0]?.text).toMatch(/PostgreSQL \d+\.\d+.*\d{4}_\w+/);
    expect(services.map(({ since }) => since === null)).toEqual([false, false, true, true, false, false]);
  });

  test.each(languages)('in %s', async (language) => {
    const visitor = await app.signedIn('lea');
    await visitor.send(`GET /?lng=${language}`);
    expect((await service('identity', visitor)).text).toBe(texts[language]['service.identity']);
    expect((await service('timing', visitor)).text).toBe(texts[language]['service.timingNone']);
  });

  test('timing: each active event, the worst first in what is said of all', async () => {
    const good = await aSyncedEvent(app, vera, undefined, { name: 'Aare-Lauf' });
    const never = await anEvent(app, vera, undefined, { name: 'Birs-Lauf' });
    const broken = await aSyncedEvent(app, vera, undefined, { name: 'Cher-Lauf' });
    await anEvent(app, vera, undefined, { name: 'Alt', is_active: false });
    expect(await service('timing')).toMatchObject({ state: 'warn' });
    app.timing.fault(broken.list, { kind: 'html', times: 1 });
    await vera.expect(502, `POST /api/events/${broken.event.id}/sync-participants`);
    const timing = await service('timing');
    expect(timing).toMatchObject({ state: 'bad', since: expect.any(String) });
    expect(timing.events).toMatchObject([
      { id: good.event.id, name: 'Aare-Lauf', state: 'good', since: expect.any(String) },
      { id: never.event.id, name: 'Birs-Lauf', state: 'warn', since: null, text: texts.de['service.timingNever'] },
      {
        id: broken.event.id,
        name: 'Cher-Lauf',
        state: 'bad',
        since: timing.since,
        text: expect.stringMatching(/^RaceResult API .*Letzter guter Lauf: \d\d\.\d\d\.\d{4}/),
      },
    ]);
    await vera.expect(200, `POST /api/events/${broken.event.id}/sync-participants`);
    await vera.expect(200, `POST /api/events/${never.event.id}/sync-participants`);
    expect(await service('timing')).toMatchObject({ state: 'good' });
  });

  test('mail: what waits, why, and for how long', async () => {
    const { participants } = await aSyncedEvent(app, vera);
    const participant = participants[0] as (typeof participants)[0];
    await aPledge(app, participant);
    await vi.waitFor(async () => {
      expect(await service('mail')).toMatchObject({ state: 'good', since: expect.any(String) });
    }, 5000);
    const text = '<eva@example.test> is over quota';
    app.mailbox.faults.add({ at: 'rcpt', does: 452, text });
    const body = pledgeBody(participant, { donor_email: 'eva@example.test' });
    await app.client().expect(201, 'POST /api/donations', { body });
    await vi.waitFor(async () => expect(await service('mail')).toMatchObject({ state: 'warn' }), 10_000);
    const { text: told } = await service('mail');
    expect(told).toContain('over quota');
    expect(told).not.toContain('eva@');
    app.forward(11 * 60_000);
    const late = await service('mail');
    expect(late).toMatchObject({ state: 'bad', text: expect.stringMatching(/seit \d\d\./) });
    app.mailbox.faults.clear();
    // It may have been tried, and put off, a moment before.
    app.forward(60_000);
    await vi.waitFor(async () => expect(await service('mail')).toMatchObject({ state: 'good' }), 15_000);
  });

  test('the identity provider: seen when it is away, asked at most every 30 s', async () => {
    const { since } = await service('identity');
    await app.identity.down(true);
    expect(await service('identity')).toMatchObject({ state: 'good', since });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    try {
      const away = await service('identity');
      expect(away).toMatchObject({ state: 'bad', text: texts.de['service.identityAway'] });
      expect(Date.parse(away.since ?? '')).toBeGreaterThan(Date.parse(since ?? ''));
      vi.setSystemTime(Date.now() + 31_000);
      expect(await service('identity')).toEqual(away);
      await app.identity.down(false);
      vi.setSystemTime(Date.now() + 31_000);
      expect(await service('identity')).toMatchObject({ state: 'good' });
    } finally {
      vi.useRealTimers();
      await app.identity.down(false);
    }
  });

  test('payments: which secrets are refused, and which events name an instance without one', async () => {
    const wrong = { PAYREXX_SECRETS: `demo=${app.payrexx.secrets.demo},thun=geheim7` };
    const other = await startApp({ env: { ...wrong, PAYREXX_API_URL: app.payrexx.settings.PAYREXX_API_URL } });
    try {
      const [admin, someone] = [await other.signedIn('vera'), await other.signedIn('lea')];
      await someone.send('GET /?lng=de');
      const refused = expect.stringMatching(/lehnt den Schlüssel von thun ab.*PAYREXX_SECRETS/);
      expect(await service('payments', someone)).toMatchObject({ state: 'bad', text: refused });
      const findings = await someone.expect<Finding[]>(200, 'GET /api/settings/check');
      expect(findings).toContainEqual({ setting: 'PAYREXX_SECRETS', state: 'bad', text: refused });
      expect(JSON.stringify(findings)).not.toContain('geheim7');
      await anEvent(other, admin, undefined, { payrexx_instance: 'bern', donation_link: 'true' });
      await anEvent(other, admin, undefined, { payrexx_instance: 'chur' });
      const { text } = await service('payments', someone);
      expect([text.includes('bern'), text.includes('chur')]).toEqual([true, false]);
    } finally {
      await other.stop();
    }
  });

  test('payments: away, or asking for a pause', async () => {
    const { since } = await service('payments');
    await app.payrexx.down(true);
    expect(await service('payments')).toMatchObject({ state: 'good', since });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    try {
      expect(await service('payments')).toMatchObject({
        state: 'bad',
        text: expect.stringContaining('nicht für demo'),
      });
      await app.payrexx.down(false);
      app.payrexx.faults.add({ does: 'firewall', status: 405, times: 1 });
      vi.setSystemTime(Date.now() + 31_000);
      expect(await service('payments')).toMatchObject({ state: 'warn', text: expect.stringContaining('Pause') });
      vi.setSystemTime(Date.now() + 61_000);
      expect(await service('payments')).toMatchObject({ state: 'good' });
    } finally {
      vi.useRealTimers();
      app.payrexx.faults.clear();
      await app.payrexx.down(false);
    }
  });

  test('jobs: nobody does them', async () => {
    const idle = await startApp({ env: { JOBS: 'off' } });
    try {
      const someone = await idle.signedIn('lea');
      expect(await service('jobs', someone)).toMatchObject({ state: 'bad', since: null });
      const findings = await someone.expect<Finding[]>(200, 'GET /api/settings/check');
      expect(findings).toContainEqual(expect.objectContaining({ setting: 'JOBS', state: 'warn' }));
    } finally {
      await idle.stop();
    }
  });
});

describe('what the server does by itself', () => {
  const operation = () => lea.expect<Operation>(200, 'GET /api/operation');
  const queue = async (name: string) => (await operation()).queues.find((one) => one.name === name);

  test('is told to staff, queue by queue', async () => {
    await app.client().expect(401, 'GET /api/operation');
    const { version, queues } = await operation();
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(queues.map(({ name }) => name)).toEqual(['mails', 'syncs', 'checkouts', 'accounts']);
  });

  test('counts a list that fails, until it is good again', async () => {
    const { event, list } = await aSyncedEvent(app, vera);
    expect(await queue('syncs')).toMatchObject({ failed: 0 });
    app.timing.fault(list, { kind: 'html', times: 1 });
    await vera.expect(502, `POST /api/events/${event.id}/sync-participants`);
    expect(await queue('syncs')).toMatchObject({ waiting: 0, due: 0, oldest: null, failed: 1 });
    await vera.expect(200, `POST /api/events/${event.id}/sync-participants`);
    expect(await queue('syncs')).toMatchObject({ failed: 0 });
  });

  test('says why mails do not leave, the most frequent reason first, and until they were sent again', async () => {
    const { participants } = await aSyncedEvent(app, vera);
    app.mailbox.faults.add({ at: 'rcpt', does: 550, text: '<eva@example.test> is nobody', to: 'eva' });
    app.mailbox.faults.add({ at: 'rcpt', does: 451, text: 'come back', to: 'later' });
    for (const donor_email of ['later@example.test', 'eva1@example.test', 'eva2@example.test']) {
      const body = pledgeBody(participants[0] as (typeof participants)[0], { donor_email });
      await app.client().expect(201, 'POST /api/donations', { body });
    }
    await vi.waitFor(async () => {
      expect((await operation()).mail_faults).toEqual([
        { reason: expect.stringContaining('is nobody'), queued: 0, failed: 2 },
        { reason: expect.stringContaining('come back'), queued: 1, failed: 0 },
      ]);
    }, 5000);
    expect(JSON.stringify(await operation())).not.toContain('example.test');
    expect(await queue('mails')).toMatchObject({ waiting: 1, failed: 2 });
    app.mailbox.faults.clear();
    await vera.expect(200, 'POST /api/email-logs/resend-failed', { body: {} });
    await vi.waitFor(async () => expect(await queue('mails')).toMatchObject({ waiting: 0, failed: 0 }), 10_000);
    expect((await operation()).mail_faults).toEqual([]);
  });
});

describe('the configuration check', () => {
  const sound = {
    PUBLIC_URL: 'https://lauf.verein.ch',
    DATABASE_URL: 'postgres://givelap:geheim1@db.verein.ch:5432/givelap?sslmode=verify-full',
    OIDC_ISSUER: 'https://id.verein.ch/realms/sport',
    OIDC_CLIENT_ID: 'givelap',
    OIDC_CLIENT_SECRET: 'geheim2',
    OIDC_ADMIN_ROLE: 'givelap-admin',
    SMTP_URL: 'smtp://post:geheim3@mail.verein.ch:587',
    MAIL_FROM: 'Givelap <lauf@mail.verein.ch>',
    PAYREXX_API_URL: 'https://api.payrexx.com/v1.16',
    PAYREXX_SECRETS: 'verein=geheim4',
    PAYREXX_WEBHOOK_KEYS: 'verein=geheim5',
    TRUST_PROXY: '1',
  };
  const operator = { name: 'Verein', street: 'Weg 1', city: '3600 Thun', email: 'post@verein.ch' };
  const check = (env: Record<string, string | undefined>, changed: Partial<typeof operator> | null = operator) => {
    const config = readConfig({ ...sound, ...env });
    const nobody = { name: 'Verein', street: null, city: null, email: null };
    return checkSettings({ ...config, brand: { ...config.brand, operator: { ...nobody, ...changed } } });
  };
  const faults = (...given: Parameters<typeof check>) =>
    check(...given)
      .filter(({ state }) => state !== 'good')
      .map(({ setting, state, text }) => `${setting} ${state} ${text}`);

  test('finds nothing where all is sound', () => {
    expect(faults({})).toEqual([]);
    expect(check({}).map(({ setting }) => setting)).toEqual([
      'SYNC_INTERVAL_MINUTES',
      'RETENTION_PLEDGES_DAYS',
      'RETENTION_MAIL_DAYS',
    ]);
  });

  test.each([
    [{ PUBLIC_URL: 'http://lauf.verein.ch' }, 'PUBLIC_URL bad setting.http'],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'PUBLIC_URL warn setting.loopback'],
    [{ TRUST_PROXY: 'off' }, 'TRUST_PROXY bad setting.proxyOff'],
    [{ SMTP_URL: 'smtp://mail.verein.ch:25?tls=off' }, 'SMTP_URL bad setting.mailPlain'],
    [{ SMTP_URL: 'smtp://mail.verein.ch:25?tls=insecure' }, 'SMTP_URL warn setting.mailUnverified'],
    [{ MAIL_FROM: 'lauf@anderswo.ch' }, 'MAIL_FROM warn setting.mailDomain'],
    [{ DATABASE_URL: 'postgres://a:b@db.verein.ch/givelap' }, 'DATABASE_URL warn setting.databasePlain'],
    [{ DATABASE_URL: 'postgres://a:b@one,two:5433/givelap?sslmode=prefer' }, 'DATABASE_URL warn setting.databasePlain'],
    [{ SYNC_INTERVAL_MINUTES: '0' }, 'SYNC_INTERVAL_MINUTES warn setting.syncOff'],
    [{ RETENTION_PLEDGES_DAYS: '366' }, 'RETENTION_PLEDGES_DAYS warn setting.pledgesLong'],
    [{ RETENTION_PLEDGES_DAYS: '6' }, 'RETENTION_PLEDGES_DAYS warn setting.pledgesShort'],
    [{ RETENTION_MAIL_DAYS: '91' }, 'RETENTION_MAIL_DAYS warn setting.mailsLong'],
    [{ JOBS: 'off' }, 'JOBS warn setting.jobsOff'],
    [{ PAYREXX_WEBHOOK_KEYS: '' }, 'PAYREXX_WEBHOOK_KEYS warn setting.webhookKeys'],
    [{ PAYREXX_WEBHOOK_KEYS: 'verein=a,vereine=b' }, 'PAYREXX_WEBHOOK_KEYS warn setting.webhookKeysAlone'],
  ])('%o', (env, fault) => expect(faults(env)).toEqual([fault]));

  test.each([
    { SMTP_URL: 'smtp://localhost:25?tls=off' },
    { DATABASE_URL: 'postgres://a:b@127.0.0.1/givelap' },
    { MAIL_FROM: 'verein.ch <lauf@VEREIN.ch>' },
    { RETENTION_PLEDGES_DAYS: '365' },
    { RETENTION_PLEDGES_DAYS: '7' },
    { RETENTION_MAIL_DAYS: '90' },
  ])('is content with %o', (env) => expect(faults(env)).toEqual([]));

  test('whose site it is must be told', () => {
    expect(faults({}, null)).toEqual([
      'BRAND_FILE warn setting.operatorAddress',
      'BRAND_FILE bad setting.operatorEmail',
    ]);
  });

  test('is said in the caller’s language, the worst first, and tells no secret', async () => {
    for (const language of languages) {
      await lea.send(`GET /?lng=${language}`);
      const findings = await lea.expect<Finding[]>(200, 'GET /api/settings/check');
      const states = findings.map(({ state }) => state);
      expect(states).toEqual(states.toSorted((a, b) => rank(a) - rank(b)));
      expect(findings).toContainEqual({
        setting: 'SYNC_INTERVAL_MINUTES',
        state: 'warn',
        text: texts[language]['setting.syncOff'],
      });
      expect(JSON.stringify(findings)).not.toMatch(new RegExp(`${app.identity.clientSecret}|postgres:|smtp:`));
    }
    const told = JSON.stringify(check({ TRUST_PROXY: 'off', MAIL_FROM: 'a@b.ch' }));
    expect(told).not.toMatch(/geheim/);
  });
  const rank = (state: Finding['state']) => ['bad', 'warn', 'good'].indexOf(state);
});
