import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type Response } from 'undici';
import type { AllowedHost } from '#server/config.ts';
import { TimingFailed, type Timing, type TimingList } from '#server/services.ts';
import { readRows } from './raceresult-rows.ts';

const limits = { bytes: 20_000_000, milliseconds: 30_000, redirects: 3 } as const;

/** The service answers 406 to more than one call per second and address (kb "Simple API"). */
const SPACING = 1100;

export function raceResult(hosts: AllowedHost[]): Timing {
  const agent = new Agent({ connect: { lookup: guardedLookup(hosts), timeout: 10_000 }, maxHeaderSize: 16_384 });
  const lastCalls = new Map<string, number>();

  const spaced = async (address: string) => {
    const earliest = Math.max(Date.now(), (lastCalls.get(address) ?? 0) + SPACING);
    lastCalls.set(address, earliest);
    const wait = earliest - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  };

  const fetchList = async (address: string, columns: string | null): Promise<TimingList> => {
    const url = timingUrl(address);
    if (!url || !allowed(url, hosts)) throw new TimingFailed('host');
    await spaced(url.href);
    const bytes = await get(url, hosts, agent);
    return { source: sourceOf(url), rows: await readRows(bytes, columns) };
  };

  return {
    refused: (addresses) =>
      addresses.split(/\s+/).find((address) => {
        const url = timingUrl(address);
        return !url || !allowed(url, hosts);
      }) ?? null,
    fetchLists: (addresses, columns) =>
      Promise.all(
        addresses
          .trim()
          .split(/\s+/)
          .map((address) => fetchList(address, columns)),
      ),
  };
}

/** A full address, or only `{eventId}/{KEY}` as some organisers note it. */
function timingUrl(address: string): URL | null {
  return URL.parse(/^_?\d+\/\w+$/.test(address) ? `https://api.raceresult.com/${address}` : address);
}

/** `/345604/KEY` on the service, `/_345604/api/KEY` on a timing computer. */
function sourceOf(url: URL): string {
  const number = /^\/_?(\d+)(?:\/|$)/.exec(url.pathname)?.[1];
  return number ? `raceresult:${number}` : `raceresult:${url.host}`;
}

function allowed(url: URL, hosts: AllowedHost[]): boolean {
  if (url.username || url.password) return false;
  return hosts.some(
    (host) =>
      matches(url.hostname.toLowerCase(), host) &&
      (url.protocol === 'https:' || host.port !== null) &&
      (url.protocol === 'https:' || url.protocol === 'http:') &&
      portOf(url) === (host.port ?? 443),
  );
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
      const inside = addresses.some(({ address }) => ipaddr.process(address).range() !== 'unicast');
      const [first] = addresses;
      if (!first || (inside && !mayBeInside(hostname))) return callback(new TimingFailed('host'), '');
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

async function get(start: URL, hosts: AllowedHost[], agent: Agent): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    let url = start;
    for (let hop = 0; hop <= limits.redirects; hop += 1) {
      const response = await fetch(url, {
        dispatcher: agent,
        redirect: 'manual',
        signal,
        headers: { accept: 'application/json, text/csv, */*' },
      });
      if (response.status < 300 || response.status > 399) return await readBody(response);
      await response.body?.cancel();
      const next = URL.parse(response.headers.get('location') ?? '', url);
      if (!next || next.host !== start.host || !allowed(next, hosts)) throw new TimingFailed('redirect');
      url = next;
    }
    throw new TimingFailed('redirect');
  } catch (error) {
    if (error instanceof TimingFailed) throw error;
    if (error instanceof Error && error.cause instanceof TimingFailed) throw error.cause;
    throw new TimingFailed(signal.aborted ? 'slow' : 'unreachable');
  }
}

/** Reads at most the limit, counted after decompression. */
async function readBody(response: Response): Promise<Buffer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new TimingFailed('status');
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limits.bytes) throw new TimingFailed('size');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
