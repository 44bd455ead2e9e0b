import { setTimeout as pause } from 'node:timers/promises';
import type { AllowedHost } from '#server/config.ts';
import { TimingFailed, type Timing, type TimingList } from '#server/services/timing.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { readRows } from './raceresult-rows.ts';

/** The service refuses more than one call per second and address (kb "Simple API"). */
const SPACING = 1100;
/** Other instances and programs ask the same address: what they take from us comes back. */
const TRIES = 4;

export function raceResult(hosts: AllowedHost[]): Timing {
  const web = guardedFetch({
    hosts,
    accept: 'application/json, text/csv, */*',
    limits: { bytes: 20_000_000, milliseconds: 30_000 },
    failed: (fault) => new TimingFailed(fault),
  });
  const lastCalls = new Map<string, number>();

  const spaced = async (address: string) => {
    const earliest = Math.max(Date.now(), (lastCalls.get(address) ?? 0) + SPACING);
    lastCalls.set(address, earliest);
    const wait = earliest - Date.now();
    if (wait > 0) await pause(wait);
  };

  const fetchList = async (address: string, columns: string | null): Promise<TimingList> => {
    const url = timingUrl(address);
    if (!url || !web.allows(url)) throw new TimingFailed('host');
    return { source: sourceOf(url), rows: await readRows(await patiently(url), columns) };
  };

  const patiently = async (url: URL): Promise<Buffer> => {
    for (let tries = 1; ; tries += 1) {
      await spaced(url.href);
      try {
        return await web.get(url);
      } catch (error) {
        if (tries === TRIES || !(error instanceof TimingFailed) || error.fault !== 'busy') throw error;
        // Two that were refused together must not come back together.
        await pause(Math.random() * SPACING);
      }
    }
  };

  return {
    refused: (addresses) =>
      addresses.split(/\s+/).find((address) => {
        const url = timingUrl(address);
        return !url || !web.allows(url);
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
