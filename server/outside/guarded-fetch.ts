import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type Response } from 'undici';
import type { AllowedHost } from '#server/config.ts';
import type { FetchFault } from '#server/services/fetch-fault.ts';
import { readBody } from './body.ts';

/** What may be fetched from addresses that people typed, and how the adapter says that it may not or did not work. */
interface Guard {
  /** An entry with a port may also be a machine of the house, and speak plain http. */
  hosts: AllowedHost[];
  /** Any host on the open net may be asked by https, and send us on to another. */
  anyPublic?: true;
  /** In the `accept` header. */
  accept: string;
  limits: { bytes: number; milliseconds: number };
  failed: (fault: FetchFault) => Error;
}

interface GuardedFetch {
  /** Where the name leads is seen only when it is called. */
  allows(url: URL): boolean;
  get(url: URL): Promise<Buffer>;
}

const REDIRECTS = 3;

export function guardedFetch({ hosts, anyPublic, accept, limits, failed }: Guard): GuardedFetch {
  const agent = new Agent({ connect: { lookup: guardedLookup(hosts), timeout: 10_000 }, maxHeaderSize: 16_384 });
  const allows = (url: URL) => {
    if (url.username || url.password) return false;
    const named = hosts.filter((host) => matches(url.hostname.toLowerCase(), host));
    return named.length > 0 ? named.some((host) => isAt(url, host)) : anyPublic === true && isPublic(url);
  };

  const follow = async (start: URL, signal: AbortSignal): Promise<Buffer> => {
    let url = start;
    for (let hop = 0; hop <= REDIRECTS; hop += 1) {
      if (!allows(url)) throw new Refused(hop === 0 ? 'host' : 'redirect');
      const response = await fetch(url, { dispatcher: agent, redirect: 'manual', signal, headers: { accept } });
      if (response.status < 300 || response.status > 399) return readAnswer(response, limits.bytes);
      await response.body?.cancel();
      const next = URL.parse(response.headers.get('location') ?? '', url);
      if (!next || (!anyPublic && next.host !== start.host)) throw new Refused('redirect');
      url = next;
    }
    throw new Refused('redirect');
  };

  return {
    allows,
    get: async (url) => {
      const signal = AbortSignal.timeout(limits.milliseconds);
      try {
        return await follow(url, signal);
      } catch (error) {
        const refused = [error, (error as Error).cause].find((one) => one instanceof Refused);
        throw failed(refused?.fault ?? (signal.aborted ? 'slow' : 'unreachable'));
      }
    },
  };
}

class Refused extends Error {
  readonly fault: FetchFault;

  constructor(fault: FetchFault) {
    super(fault);
    this.fault = fault;
  }
}

function isAt(url: URL, { port }: AllowedHost): boolean {
  const isSpoken = url.protocol === 'https:' || (url.protocol === 'http:' && port !== null);
  return isSpoken && portOf(url) === (port ?? 443);
}

/** Numeric hosts are never looked up: they are judged here. */
function isPublic({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && !(ipaddr.isValid(host) && isInside(host));
}

function matches(hostname: string, host: AllowedHost): boolean {
  return host.subdomains ? hostname.endsWith(`.${host.name}`) : hostname === host.name;
}

function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
}

/** Names on the open net must not lead inside; only an entry with a port may be a machine of the house. */
function guardedLookup(hosts: AllowedHost[]): LookupFunction {
  const mayBeInside = (hostname: string) =>
    hosts.some((host) => host.port !== null && matches(hostname.toLowerCase(), host));
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const inside = addresses.some(({ address }) => isInside(address));
      const [first] = addresses;
      if (!first || (inside && !mayBeInside(hostname))) return callback(new Refused('host'), '');
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function isInside(address: string): boolean {
  return ipaddr.process(address).range() !== 'unicast';
}

/** RACE RESULT answers 406 where others answer 429 (kb "Simple API"). */
const TOO_OFTEN = new Set([406, 429]);

async function readAnswer(response: Response, most: number): Promise<Buffer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Refused(TOO_OFTEN.has(response.status) ? 'busy' : 'status');
  }
  const bytes = await readBody(response, most);
  if (!bytes) throw new Refused('size');
  return bytes;
}
