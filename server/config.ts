import type { Rappen } from '#domain/money.ts';
import { readBrand, type BrandFile } from './brand.ts';
import * as parse from './config/parsers.ts';
import { contentOf, Wrong, type Parse } from './config/parsers.ts';

export interface Limit {
  count: number;
  seconds: number;
}

/** A host that an adapter may call; `port` null means https on its usual port. */
export interface AllowedHost {
  name: string;
  port: number | null;
  subdomains: boolean;
}

export interface Config {
  host: string;
  port: number;
  /** Without a trailing slash; base of every link we write. */
  publicUrl: string;
  databaseUrl: string;
  identity: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    scope: string;
    adminRole: string;
    viewerRole: string;
  };
  smtp: { url: string; from: { name: string; address: string } };
  timing: { hosts: AllowedHost[]; intervalMinutes: number };
  /** Machines of the house that event pictures may come from; any public one may be asked by https. */
  pictures: { inside: AllowedHost[] };
  /** `apiUrl` ends with the version; secrets and keys stand by the name of the instance, in small letters. */
  payrexx: { apiUrl: string; secrets: Map<string, string>; webhookKeys: Map<string, string> };
  brand: BrandFile;
  gifts: { min: Rappen; max: Rappen };
  limits: { forms: Limit; mails: Limit; signIns: Limit };
  retention: { pledgeDays: number; mailDays: number };
  /** As Fastify's `trustProxy`: a number of proxies, or their addresses. */
  trustProxy: number | string[] | false;
  jobs: boolean;
  logLevel: string;
  metricsToken: string | null;
}

/** One line per fault, each naming the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];

  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

const known = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_SCOPE',
  'OIDC_ADMIN_ROLE',
  'OIDC_VIEWER_ROLE',
  'SMTP_URL',
  'MAIL_FROM',
  'PAYREXX_API_URL',
  'PAYREXX_SECRETS',
  'PAYREXX_WEBHOOK_KEYS',
  'TIMING_ALLOWED_HOSTS',
  'SYNC_INTERVAL_MINUTES',
  'PICTURE_INSIDE_HOSTS',
  'BRAND_FILE',
  'GIFT_MIN',
  'GIFT_MAX',
  'LIMIT_FORMS_PER_ADDRESS',
  'LIMIT_MAILS_PER_RECIPIENT',
  'LIMIT_SIGN_INS_PER_ADDRESS',
  'RETENTION_PLEDGES_DAYS',
  'RETENTION_MAIL_DAYS',
  'TRUST_PROXY',
  'JOBS',
  'LOG_LEVEL',
  'METRICS_TOKEN',
] as const;
type Name = (typeof known)[number];

/**
 * Names that begin like ours but are not: a typing error must not be silent. Other programs have settings that begin
 * with `MAIL_`, `PUBLIC_`, `DATABASE_` and `LOG_`; of these, all but the level are missed when they are misspelt.
 */
const ours = /^(OIDC|PAYREXX|SMTP|TIMING|PICTURE|BRAND|SYNC|GIFT|LIMIT|RETENTION|TRUST|METRICS)_/;

/** The environment as one frozen value, or every fault at once. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const faults = unknownNames(env).map((name) => `${name}: no such setting`);

  const value = (name: Name): string | undefined => {
    const direct = env[name] || undefined;
    const file = name === 'BRAND_FILE' ? undefined : env[`${name}_FILE`];
    if (!file) return direct;
    if (direct) throw new Wrong(`set ${name} or ${name}_FILE, not both`);
    return contentOf(file);
  };

  function read<T>(name: Name, as: Parse<T>, fallback: T): T;
  function read<T>(name: Name, as: Parse<T>): T;
  function read<T>(name: Name, as: Parse<T>, ...fallback: T[]): T {
    try {
      const text = value(name);
      if (text !== undefined) return as(text);
      if (fallback.length > 0) return fallback[0] as T;
      throw new Wrong('is not set');
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      faults.push(`${name}: ${error.message}`);
      return undefined as T; // never seen: faults end in a refusal
    }
  }

  const config: Config = {
    port: read('PORT', parse.whole(0, 65_535), 3000),
    host: read('HOST', parse.text, '127.0.0.1'),
    publicUrl: read('PUBLIC_URL', parse.origin),
    databaseUrl: read('DATABASE_URL', parse.postgresUrl),
    identity: {
      issuer: read('OIDC_ISSUER', parse.issuer),
      clientId: read('OIDC_CLIENT_ID', parse.text),
      clientSecret: read('OIDC_CLIENT_SECRET', parse.text),
      scope: read('OIDC_SCOPE', parse.scope, 'openid profile email'),
      adminRole: read('OIDC_ADMIN_ROLE', parse.text),
      viewerRole: read('OIDC_VIEWER_ROLE', parse.text, 'viewer'),
    },
    smtp: { url: read('SMTP_URL', parse.smtpUrl), from: read('MAIL_FROM', parse.mailbox) },
    timing: {
      hosts: read('TIMING_ALLOWED_HOSTS', parse.allowedHosts, parse.allowedHosts('*.raceresult.com')),
      intervalMinutes: read('SYNC_INTERVAL_MINUTES', parse.whole(0, 1440), 10),
    },
    pictures: { inside: read('PICTURE_INSIDE_HOSTS', parse.insideHosts, []) },
    payrexx: {
      apiUrl: read('PAYREXX_API_URL', parse.payrexxUrl),
      secrets: read('PAYREXX_SECRETS', parse.pairs),
      webhookKeys: read('PAYREXX_WEBHOOK_KEYS', parse.pairs, new Map()),
    },
    brand: read('BRAND_FILE', parse.brandFile, readBrand({})),
    gifts: {
      min: read('GIFT_MIN', parse.money, parse.money('1.00')),
      max: read('GIFT_MAX', parse.money, parse.money('10000.00')),
    },
    limits: {
      forms: read('LIMIT_FORMS_PER_ADDRESS', parse.limit, { count: 120, seconds: 600 }),
      mails: read('LIMIT_MAILS_PER_RECIPIENT', parse.limit, { count: 3, seconds: 3600 }),
      signIns: read('LIMIT_SIGN_INS_PER_ADDRESS', parse.limit, { count: 60, seconds: 600 }),
    },
    retention: {
      pledgeDays: read('RETENTION_PLEDGES_DAYS', parse.whole(1, 3650), 90),
      mailDays: read('RETENTION_MAIL_DAYS', parse.whole(1, 3650), 30),
    },
    trustProxy: read<Config['trustProxy']>('TRUST_PROXY', parse.proxies, false),
    jobs: read('JOBS', parse.onOff, true),
    logLevel: read('LOG_LEVEL', parse.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info'),
    metricsToken: read<string | null>('METRICS_TOKEN', parse.bearerToken, null),
  };

  if (config.gifts.min > config.gifts.max) faults.push('GIFT_MAX: must not be below GIFT_MIN');
  if (faults.length > 0) throw new ConfigError(faults);
  return deepFreeze(config);
}

function unknownNames(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).filter((name) => {
    const plain = name.startsWith('BRAND_') ? name : name.replace(/_FILE$/, '');
    return ours.test(name) && !(known as readonly string[]).includes(plain);
  });
}

function deepFreeze<T>(value: T): T {
  // Bytes and maps cannot be frozen.
  const fixed = value instanceof Map || ArrayBuffer.isView(value);
  if (typeof value === 'object' && value !== null && !fixed && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
