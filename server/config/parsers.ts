import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseMoney, type Rappen } from '#domain/money.ts';
import { readBrand, type BrandFile } from '#server/brand.ts';
import type { AllowedHost, Config, Limit } from '#server/config.ts';
import { serverAddresses } from '#server/db/servers.ts';
import { isLoopback } from '#server/loopback.ts';

export type Parse<T> = (text: string) => T;

/** Thrown by a parser: what is wrong with the value, never the value itself (it may be a secret). */
export class Wrong extends Error {}

export const text: Parse<string> = (value) => value;

export function oneOf<T extends string>(...values: T[]): Parse<T> {
  return (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Wrong(`must be one of ${values.join(', ')}`);
    return found;
  };
}

/** Whoever holds it reads how we are, from anywhere. */
export const bearerToken: Parse<string> = (value) => {
  if (!/^[\x21-\x7e]{16,}$/.test(value)) throw new Wrong('must be 16 characters or more, without blanks');
  return value;
};

export const onOff: Parse<boolean> = (value) => oneOf('on', 'off')(value) === 'on';

export function whole(min: number, max: number): Parse<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Wrong(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

export const money: Parse<Rappen> = (value) => {
  const amount = parseMoney(value);
  if (amount === null || amount <= 0) throw new Wrong('must be an amount like 1.00');
  return amount;
};

export const limit: Parse<Limit> = (value) => {
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

export const origin: Parse<string> = (value) => {
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

export const issuer: Parse<string> = (value) => {
  secureUrl(value);
  return value;
};

export const scope: Parse<string> = (value) => {
  if (!value.split(' ').includes('openid')) throw new Wrong('must name openid, and others after a blank');
  return value;
};

export const payrexxUrl: Parse<string> = (value) => {
  const parsed = secureUrl(value);
  if (!/^\/v\d+\.\d+\/?$/.test(parsed.pathname) || parsed.search || parsed.hash || parsed.username)
    throw new Wrong('must end with a version, like https://api.payrexx.com/v1.16');
  return parsed.href.replace(/\/$/, '');
};

export const postgresUrl: Parse<string> = (value) => {
  for (const address of serverAddresses(value)) {
    url(address, ['postgres:', 'postgresql:'], 'an address like postgres://user:password@host:5432/name');
  }
  return value;
};

export const smtpUrl: Parse<string> = (value) => {
  const parsed = url(value, ['smtp:', 'smtps:'], 'an address like smtp://user:password@host:587');
  const tls = parsed.searchParams.get('tls');
  if (tls !== null && tls !== 'off' && tls !== 'insecure') throw new Wrong('knows tls=off and tls=insecure only');
  return value;
};

export const mailbox: Parse<{ name: string; address: string }> = (value) => {
  const match = /^(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/.exec(value.trim());
  if (!match) throw new Wrong('must look like Name <mail@example.ch>');
  return { name: match[1] ?? '', address: match[2] ?? match[3] ?? '' };
};

export const allowedHosts: Parse<AllowedHost[]> = (value) =>
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
export const insideHosts: Parse<AllowedHost[]> = (value) => {
  const hosts = allowedHosts(value);
  if (hosts.some(({ port }) => port === null)) throw new Wrong('must be a comma list of host:port');
  return hosts;
};

export const pairs: Parse<Map<string, string>> = (value) =>
  new Map(
    value.split(',').map((pair) => {
      const [name, ...rest] = pair.trim().split('=');
      if (!name || rest.length === 0 || !rest.join('=')) throw new Wrong('must be a comma list of instance=secret');
      return [name.toLowerCase(), rest.join('=')];
    }),
  );

export const proxies: Parse<Config['trustProxy']> = (value) => {
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

export const brandFile: Parse<BrandFile> = (path) => {
  try {
    return readBrand(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Wrong(error instanceof Error ? error.message : 'cannot be read');
  }
};

/** Of a setting that comes from a file. */
export function contentOf(file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch {
    throw new Wrong(`cannot read ${file}`);
  }
  if (content === '') throw new Wrong(`${file} is empty`);
  return content;
}
