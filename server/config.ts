import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseMoney, type Rappen } from '#domain/money.ts';
import { readBrand, type BrandFile } from './brand.ts';
import { serverAddresses } from './db/servers.ts';
import { isLoopback } from './loopback.ts';

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

type Parse<T> = (text: string) => T;

/** Thrown by a parser: what is wrong with the value, never the value itself (it may be a secret). */
class Wrong extends Error {}

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

  function read<T>(name: Name, parse: Parse<T>, fallback: T): T;
  function read<T>(name: Name, parse: Parse<T>): T;
  function read<T>(name: Name, parse: Parse<T>, ...fallback: T[]): T {
    try {
      const text = value(name);
      if (text !== undefined) return parse(text);
      if (fallback.length > 0) return fallback[0] as T;
      throw new Wrong('is not set');
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      faults.push(`${name}: ${error.message}`);
      return undefined as T; // never seen: faults end in a refusal
    }
  }

  const config: Config = {
    port: read('PORT', whole(0, 65_535), 3000),
    host: read('HOST', text, '127.0.0.1'),
    publicUrl: read('PUBLIC_URL', origin),
    databaseUrl: read('DATABASE_URL', postgresUrl),
    identity: {
      issuer: read('OIDC_ISSUER', issuer),
      clientId: read('OIDC_CLIENT_ID', text),
      clientSecret: read('OIDC_CLIENT_SECRET', text),
      scope: read('OIDC_SCOPE', scope, 'openid profile email'),
      adminRole: read('OIDC_ADMIN_ROLE', text),
      viewerRole: read('OIDC_VIEWER_ROLE', text, 'viewer'),
    },
    smtp: { url: read('SMTP_URL', smtpUrl), from: read('MAIL_FROM', mailbox) },
    timing: {
      hosts: read('TIMING_ALLOWED_HOSTS', allowedHosts, allowedHosts('*.raceresult.com')),
      intervalMinutes: read('SYNC_INTERVAL_MINUTES', whole(0, 1440), 10),
    },
    pictures: { inside: read('PICTURE_INSIDE_HOSTS', insideHosts, []) },
    payrexx: {
      apiUrl: read('PAYREXX_API_URL', payrexxUrl),
      secrets: read('PAYREXX_SECRETS', pairs),
      webhookKeys: read('PAYREXX_WEBHOOK_KEYS', pairs, new Map()),
    },
    brand: read('BRAND_FILE', brandFile, readBrand({})),
    gifts: { min: read('GIFT_MIN', money, money('1.00')), max: read('GIFT_MAX', money, money('10000.00')) },
    limits: {
      forms: read('LIMIT_FORMS_PER_ADDRESS', limit, { count: 120, seconds: 600 }),
      mails: read('LIMIT_MAILS_PER_RECIPIENT', limit, { count: 3, seconds: 3600 }),
      signIns: read('LIMIT_SIGN_INS_PER_ADDRESS', limit, { count: 60, seconds: 600 }),
    },
    retention: {
      pledgeDays: read('RETENTION_PLEDGES_DAYS', whole(1, 3650), 90),
      mailDays: read('RETENTION_MAIL_DAYS', whole(1, 3650), 30),
    },
    trustProxy: read<Config['trustProxy']>('TRUST_PROXY', proxies, false),
    jobs: read('JOBS', onOff, true),
    logLevel: read('LOG_LEVEL', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info'),
    metricsToken: read<string | null>('METRICS_TOKEN', bearerToken, null),
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

function contentOf(file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch {
    throw new Wrong(`cannot read ${file}`);
  }
  if (content === '') throw new Wrong(`${file} is empty`);
  return content;
}

const text: Parse<string> = (value) => value;

function oneOf<T extends string>(...values: T[]): Parse<T> {
  return (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Wrong(`must be one of ${values.join(', ')}`);
    return found;
  };
}

/** Whoever holds it reads how we are, from anywhere. */
const bearerToken: Parse<string> = (value) => {
  if (!/^[\x21-\x7e]{16,}$/.test(value)) throw new Wrong('must be 16 characters or more, without blanks');
  return value;
};

const onOff: Parse<boolean> = (value) => oneOf('on', 'off')(value) === 'on';

function whole(min: number, max: number): Parse<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Wrong(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

const money: Parse<Rappen> = (value) => {
  const amount = parseMoney(value);
  if (amount === null || amount <= 0) throw new Wrong('must be an amount like 1.00');
  return amount;
};

const limit: Parse<Limit> = (value) => {
  const match = /^(\d{1,6})\/(\d{1,4})([smhd])$/.exec(value);
  if (!match || Number(match[1]) < 1 || Number(match[2]) < 1)
    throw new Wrong('must look like 120/10m (a count, a time in s, m, h or d)');
  const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[match[3] as 's' | 'm' | 'h' | 'd'];
  return { count: Number(match[1]), seconds: Number(match[2]) * unit };
};

function url(value: string, protocols: string[], what: string): URL {
  const parsed = URL.parse(value);
  if (!parsed || !protocols.includes(parsed.protocol)) throw new Wrong(`must be ${what}`);
  return parsed;
}

const origin: Parse<string> = (value) => {
  const parsed = url(value, ['https:', 'http:'], 'an address like https://example.ch');
  if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username) throw new Wrong('must have no path');
  return parsed.origin;
};

/** Secrets travel there. */
function secureUrl(value: string): URL {
  const parsed = url(value, ['https:', 'http:'], 'an https address');
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname))
    throw new Wrong('must be https (http is for loopback only)');
  return parsed;
}

const issuer: Parse<string> = (value) => {
  secureUrl(value);
  return value;
};

const scope: Parse<string> = (value) => {
  if (!value.split(' ').includes('openid')) throw new Wrong('must name openid, and others after a blank');
  return value;
};

const payrexxUrl: Parse<string> = (value) => {
  const parsed = secureUrl(value);
  if (!/^\/v\d+\.\d+\/?$/.test(parsed.pathname) || parsed.search || parsed.hash || parsed.username)
    throw new Wrong('must end with a version, like https://api.payrexx.com/v1.16');
  return parsed.href.replace(/\/$/, '');
};

const postgresUrl: Parse<string> = (value) => {
  for (const address of serverAddresses(value)) {
    url(address, ['postgres:', 'postgresql:'], 'an address like postgres://user:password@host:5432/name');
  }
  return value;
};

const smtpUrl: Parse<string> = (value) => {
  const parsed = url(value, ['smtp:', 'smtps:'], 'an address like smtp://user:password@host:587');
  const tls = parsed.searchParams.get('tls');
  if (tls !== null && tls !== 'off' && tls !== 'insecure') throw new Wrong('knows tls=off and tls=insecure only');
  return value;
};

const mailbox: Parse<{ name: string; address: string }> = (value) => {
  const match = /^(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/.exec(value.trim());
  if (!match) throw new Wrong('must look like Name <mail@example.ch>');
  return { name: match[1] ?? '', address: match[2] ?? match[3] ?? '' };
};

const allowedHosts: Parse<AllowedHost[]> = (value) =>
  value.split(',').map((entry) => {
    const match = /^(\*\.)?([a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/i.exec(entry.trim());
    if (!match?.[2] || Number(match[3] ?? 443) > 65_535) throw new Wrong('must be a comma list of host or host:port');
    return {
      name: match[2].toLowerCase(),
      port: match[3] ? Number(match[3]) : null,
      subdomains: match[1] !== undefined,
    };
  });

/** A machine of the house is named with its port: one service of it, not all of them. */
const insideHosts: Parse<AllowedHost[]> = (value) => {
  const hosts = allowedHosts(value);
  if (hosts.some(({ port }) => port === null)) throw new Wrong('must be a comma list of host:port');
  return hosts;
};

const pairs: Parse<Map<string, string>> = (value) =>
  new Map(
    value.split(',').map((pair) => {
      const [name, ...rest] = pair.trim().split('=');
      if (!name || rest.length === 0 || !rest.join('=')) throw new Wrong('must be a comma list of instance=secret');
      return [name.toLowerCase(), rest.join('=')];
    }),
  );

const proxies: Parse<Config['trustProxy']> = (value) => {
  if (value === 'off') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const entries = value.split(',').map((entry) => entry.trim());
  const address = (entry: string) => {
    const [ip = '', bits = '0', ...more] = entry.split('/');
    const most = { 4: 32, 6: 128 }[isIP(ip)] ?? -1;
    return entry === 'loopback' || (/^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0);
  };
  if (!entries.every(address)) throw new Wrong('must be a number of proxies, loopback, or a list of addresses');
  return entries;
};

const brandFile: Parse<BrandFile> = (path) => {
  try {
    return readBrand(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Wrong(error instanceof Error ? error.message : 'cannot be read');
  }
};

function deepFreeze<T>(value: T): T {
  // Bytes and maps cannot be frozen.
  const fixed = value instanceof Map || ArrayBuffer.isView(value);
  if (typeof value === 'object' && value !== null && !fixed && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
