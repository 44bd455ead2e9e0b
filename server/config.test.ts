import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'givelap-config-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const enough = {
  PUBLIC_URL: 'https://givelap.example',
  DATABASE_URL: 'postgres://givelap:pw@db.example:5432/givelap',
  OIDC_ISSUER: 'https://id.example/realms/sport',
  OIDC_CLIENT_ID: 'givelap',
  OIDC_CLIENT_SECRET: 'a-secret',
  OIDC_ADMIN_ROLE: 'givelap-admin',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'Givelap <givelap@example.ch>',
  PAYREXX_API_URL: 'https://api.payrexx.com/v1.16',
  PAYREXX_SECRETS: 'thun=a-payrexx-secret',
};
type Env = Record<string, string | undefined>;

const read = (env: Env) => readConfig({ ...enough, ...env });
function faultsOf(env: Env, base: Env = enough): string[] {
  try {
    readConfig({ ...base, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
function file(name: string, text: string): string {
  const place = path.join(dir, name);
  writeFileSync(place, text);
  return place;
}

describe('what is enough', () => {
  test('gives the defaults for the rest', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'https://givelap.example',
      identity: { adminRole: 'givelap-admin', viewerRole: 'viewer' },
      smtp: { from: { name: 'Givelap', address: 'givelap@example.ch' } },
      timing: { hosts: [{ name: 'raceresult.com', port: null, subdomains: true }], intervalMinutes: 10 },
      payrexx: {
        apiUrl: 'https://api.payrexx.com/v1.16',
        secrets: new Map([['thun', 'a-payrexx-secret']]),
        webhookKeys: new Map(),
      },
      brand: { name: 'Givelap', logo: null },
      gifts: { min: 100, max: 1_000_000 },
      limits: {
        forms: { count: 120, seconds: 600 },
        mails: { count: 3, seconds: 3600 },
        signIns: { count: 60, seconds: 600 },
      },
      retention: { pledgeDays: 90, mailDays: 30 },
      trustProxy: false,
      jobs: true,
      logLevel: 'info',
      metricsToken: null,
    });
  });

  test('is one value that nobody can change', () => {
    const config = read({});
    expect(() => {
      config.port = 1;
    }).toThrow(TypeError);
    expect(() => {
      config.limits.forms.count = 1;
    }).toThrow(TypeError);
  });

  test('is not nothing: one line for each setting that is missing', () => {
    expect(faultsOf({}, {})).toEqual(Object.keys(enough).map((name) => `${name}: is not set`));
    expect(faultsOf({ SMTP_URL: '' })).toEqual(['SMTP_URL: is not set']);
  });

  test.each<[string, string, (config: ReturnType<typeof readConfig>) => unknown, unknown]>([
    ['PORT', '0', (config) => config.port, 0],
    ['PUBLIC_URL', 'http://localhost:3000/', (config) => config.publicUrl, 'http://localhost:3000'],
    [
      'DATABASE_URL',
      'postgresql://a:b@one:5432,two:5433/x',
      (config) => config.databaseUrl,
      'postgresql://a:b@one:5432,two:5433/x',
    ],
    [
      'OIDC_ISSUER',
      'http://localhost:8080/realms/x',
      (config) => config.identity.issuer,
      'http://localhost:8080/realms/x',
    ],
    ['SMTP_URL', 'smtps://me:p%40ss@mail.example', (config) => config.smtp.url, 'smtps://me:p%40ss@mail.example'],
    ['MAIL_FROM', 'givelap@example.ch', (config) => config.smtp.from, { name: '', address: 'givelap@example.ch' }],
    [
      'MAIL_FROM',
      '"Lauf, Thun" <l@example.ch>',
      (config) => config.smtp.from,
      { name: 'Lauf, Thun', address: 'l@example.ch' },
    ],
    ['SYNC_INTERVAL_MINUTES', '0', (config) => config.timing.intervalMinutes, 0],
    [
      'PAYREXX_SECRETS',
      'thun=abc=, Bern=def',
      (config) => [...config.payrexx.secrets],
      [
        ['thun', 'abc='],
        ['bern', 'def'],
      ],
    ],
    ['PAYREXX_API_URL', 'https://api.zahlen.ch/v1.14/', ({ payrexx }) => payrexx.apiUrl, 'https://api.zahlen.ch/v1.14'],
    ['PAYREXX_API_URL', 'http://127.0.0.1:9/v1.16', ({ payrexx }) => payrexx.apiUrl, 'http://127.0.0.1:9/v1.16'],
    ['PAYREXX_WEBHOOK_KEYS', 'thun=k', ({ payrexx }) => [...payrexx.webhookKeys], [['thun', 'k']]],
    ['GIFT_MIN', '0.50', (config) => config.gifts.min, 50],
    ['GIFT_MAX', "1'000.50", (config) => config.gifts.max, 100_050],
    ['LIMIT_MAILS_PER_RECIPIENT', '5/2d', (config) => config.limits.mails, { count: 5, seconds: 172_800 }],
    ['LIMIT_SIGN_INS_PER_ADDRESS', '300/15m', ({ limits }) => limits.signIns, { count: 300, seconds: 900 }],
    ['TRUST_PROXY', '2', (config) => config.trustProxy, 2],
    ['TRUST_PROXY', 'off', (config) => config.trustProxy, false],
    [
      'TRUST_PROXY',
      'loopback, 10.0.0.0/8,fd00::/8',
      (config) => config.trustProxy,
      ['loopback', '10.0.0.0/8', 'fd00::/8'],
    ],
    ['JOBS', 'off', (config) => config.jobs, false],
    [
      'TIMING_ALLOWED_HOSTS',
      '*.raceresult.com, 192.168.1.201:80',
      (config) => config.timing.hosts,
      [
        { name: 'raceresult.com', port: null, subdomains: true },
        { name: '192.168.1.201', port: 80, subdomains: false },
      ],
    ],
  ])('%s=%s is understood', (name, value, find, found) => {
    expect(find(read({ [name]: value }))).toEqual(found);
  });
});

describe('a value that cannot be meant is refused in one line that names its setting', () => {
  test.each([
    ['PORT', 'web'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'givelap.example'],
    ['PUBLIC_URL', 'ftp://givelap.example'],
    ['PUBLIC_URL', 'https://givelap.example/lauf'],
    ['PUBLIC_URL', 'https://me@givelap.example'],
    ['DATABASE_URL', 'mysql://db.example/givelap'],
    ['DATABASE_URL', 'db.example'],
    ['DATABASE_URL', 'postgres://givelap:pw@one:5432,two:port/givelap'],
    ['OIDC_ISSUER', 'http://id.example/realms/sport'],
    ['OIDC_ISSUER', 'http://localhost.evil.example/realms/sport'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_SCOPE', 'profile email'],
    ['OIDC_SCOPE', 'openid,profile'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'smtp://mail.example?tls=maybe'],
    ['MAIL_FROM', 'Givelap'],
    ['MAIL_FROM', 'a@example.ch, b@example.ch'],
    ['MAIL_FROM', 'Givelap\r\nBcc: x@example.ch <a@example.ch>'],
    ['TIMING_ALLOWED_HOSTS', 'https://api.raceresult.com'],
    ['TIMING_ALLOWED_HOSTS', 'a.example,,b.example'],
    ['TIMING_ALLOWED_HOSTS', 'a.example:99999'],
    ['TIMING_ALLOWED_HOSTS', '*'],
    ['PICTURE_INSIDE_HOSTS', 'cms.intern'],
    ['PICTURE_INSIDE_HOSTS', 'cms.intern:8080,*'],
    ['SYNC_INTERVAL_MINUTES', '1.5'],
    ['PAYREXX_API_URL', 'api.payrexx.com'],
    ['PAYREXX_API_URL', 'https://api.payrexx.com'],
    ['PAYREXX_API_URL', 'https://api.payrexx.com/v1.16/Gateway'],
    ['PAYREXX_API_URL', 'https://api.payrexx.com/v1.16?instance=thun'],
    ['PAYREXX_API_URL', 'http://api.payrexx.com/v1.16'],
    ['PAYREXX_SECRETS', 'abc'],
    ['PAYREXX_SECRETS', 'thun='],
    ['PAYREXX_WEBHOOK_KEYS', '=abc'],
    ['GIFT_MIN', '0'],
    ['GIFT_MAX', 'viel'],
    ['LIMIT_FORMS_PER_ADDRESS', '120'],
    ['LIMIT_FORMS_PER_ADDRESS', '0/10m'],
    ['LIMIT_MAILS_PER_RECIPIENT', '3/1w'],
    ['LIMIT_SIGN_INS_PER_ADDRESS', 'viele'],
    ['RETENTION_PLEDGES_DAYS', '0'],
    ['RETENTION_MAIL_DAYS', 'never'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['JOBS', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'two words of a sentence'],
  ])('%s=%j', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: [^\\n]{8,}$`))]);
  });

  test('however many there are, each has its line', () => {
    const faults = faultsOf({ PORT: 'web', JOBS: 'yes', OIDC_ISSUER: '', LIMIT_X: '1' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['LIMIT_X', 'PORT', 'OIDC_ISSUER', 'JOBS']);
  });

  test('a smallest gift above the largest', () => {
    expect(faultsOf({ GIFT_MIN: '50', GIFT_MAX: '20' })).toEqual([expect.stringMatching(/^GIFT_M(IN|AX): /)]);
  });

  test('no line repeats a value: it may be a secret', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://me:hunter2@db', PAYREXX_SECRETS: 'hunter2', SMTP_URL: 'hunter2' });
    expect(faults).toHaveLength(3);
    expect(faults.join()).not.toContain('hunter2');
  });
});

describe('names', () => {
  test.each([
    'OIDC_ISUER',
    'OIDC_',
    'SMTP_HOST',
    'PAYREXX_SECRET',
    'TIMING_HOSTS',
    'BRAND_NAME',
    'SYNC_INTERVAL',
    'GIFT_MXA',
    'LIMIT_FORMS',
    'RETENTION_DAYS',
    'TRUST_PROXIES',
    'METRICS_TOKE',
    'OIDC_ISUER_FILE',
    'BRAND_FILE_FILE',
  ])('%s is no setting', (name) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([`${name}: no such setting`]);
  });

  test('of others are none of our business', () => {
    expect(faultsOf({ PATH: '/bin', OIDCX: '1', PORTS: '1', NODE_ENV: 'production' })).toEqual([]);
  });
});

describe('secrets from files', () => {
  test('are read without their line end', () => {
    const place = file('secret', 'secret-from-a-file\n');
    expect(read({ OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_SECRET_FILE: place }).identity.clientSecret).toBe(
      'secret-from-a-file',
    );
    expect(read({ METRICS_TOKEN_FILE: place }).metricsToken).toBe('secret-from-a-file');
  });

  test('are refused beside the value itself', () => {
    expect(faultsOf({ OIDC_CLIENT_SECRET_FILE: file('both', 'x') })).toEqual([
      'OIDC_CLIENT_SECRET: set OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE, not both',
    ]);
  });

  test('must be there', () => {
    const env = { OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_SECRET_FILE: path.join(dir, 'nope') };
    expect(faultsOf(env)).toEqual([`OIDC_CLIENT_SECRET: cannot read ${path.join(dir, 'nope')}`]);
  });

  test('must hold something', () => {
    const env = { OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_SECRET_FILE: file('empty', '\n') };
    expect(faultsOf(env)).toEqual([expect.stringMatching(/^OIDC_CLIENT_SECRET: .* is empty$/)]);
  });

  test('are checked like any value', () => {
    expect(faultsOf({ PORT_FILE: file('port', 'web') })).toEqual([expect.stringMatching(/^PORT: must be/)]);
  });
});

describe('the brand', () => {
  const brand = (json: unknown) => ({
    BRAND_FILE: file('brand.json', typeof json === 'string' ? json : JSON.stringify(json)),
  });

  test('is what its file says', () => {
    const logo = file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const config = read(
      brand({
        name: 'Zeitlauf',
        colour: '#0044AA',
        logo,
        operator: { name: 'Zeitlauf AG', city: '3600 Thun', email: 'info@zeitlauf.example' },
        footer: {
          de: {
            jobs: 'https://zeitlauf.example/jobs',
            socials: [{ name: 'Mastodon', href: 'https://social.example/@z' }],
          },
        },
      }),
    );
    expect(config.brand).toMatchObject({
      name: 'Zeitlauf',
      colour: '#0044AA',
      operator: { name: 'Zeitlauf AG', street: null, city: '3600 Thun', email: 'info@zeitlauf.example' },
      footer: { de: { jobs: 'https://zeitlauf.example/jobs' } },
      logo: { type: 'image/svg+xml' },
    });
    expect(String(config.brand.logo?.bytes)).toContain('<svg');
  });

  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /JSON/],
    ['another field', { colour: '#0044aa', font: 'Arial' }, /font/],
    ['a colour by name', { colour: 'red' }, /colour/],
    ['no name', { name: '' }, /name/],
    ['a language we do not speak', { footer: { rm: {} } }, /rm/],
    ['a footer link we do not know', { footer: { de: { shop: 'https://x.example' } } }, /shop/],
    ['a link that is a script', { footer: { de: { jobs: 'javascript:alert(1)' } } }, /jobs/],
    ['a link to another host without protocol', { footer: { de: { jobs: '//evil.example' } } }, /jobs/],
    [
      'four socials',
      { footer: { de: { socials: [1, 2, 3, 4].map((n) => ({ name: `S${n}`, href: 'https://s.example' })) } } },
      /socials/,
    ],
    ['an operator without name', { operator: { city: 'Thun' } }, /operator/],
    ['a logo of another kind', { logo: 'logo.gif' }, /logo/],
    ['a logo that is not there', { logo: '/nowhere/logo.svg' }, /logo/],
  ])('with %s is refused, naming the place', (_, json, place) => {
    const faults = faultsOf(brand(json));
    expect(faults).toEqual([expect.stringMatching(/^BRAND_FILE: [^\n]+$/)]);
    expect(faults[0]).toMatch(place);
  });

  test('without its file is refused', () => {
    expect(faultsOf({ BRAND_FILE: '/nowhere/brand.json' })).toEqual([
      expect.stringMatching(/^BRAND_FILE: .*\/nowhere\/brand\.json/),
    ]);
  });
});
