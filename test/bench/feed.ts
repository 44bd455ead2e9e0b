import { createServer } from 'node:http';
import { close, listen } from '#sandbox/listen.ts';
import type { Browser } from '#sandbox/demo/browser.ts';

/** Lists that are written once: what a feed takes to write them is no cost of ours. */
export interface Feed {
  /** For TIMING_ALLOWED_HOSTS. */
  host: string;
  /** A list at an address of its own each time: one address is not asked twice within a second. */
  addressOf(name: string): string;
  stop(): Promise<void>;
}

export async function startFeed(lists: Record<string, object[]>): Promise<Feed> {
  const bytes = new Map(Object.entries(lists).map(([name, list]) => [name, Buffer.from(JSON.stringify(list))]));
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json').end(bytes.get(url.split('/').at(-1) ?? ''));
  });
  const host = `127.0.0.1:${await listen(server)}`;
  let addresses = 0;
  return {
    host,
    addressOf: (name) => {
      addresses += 1;
      // The first number is the source's: whoever reads another one reads other people.
      return `http://${host}/1/${addresses}/${name}`;
    },
    stop: () => close(server),
  };
}

/** An event that reads its people there; resolves with its number. */
export async function anEvent(vera: Browser, name: string, rr_simple_ip: string): Promise<number> {
  const event = { name, rr_simple_ip, donation_per_unit: 'true' };
  return (await vera.call<{ id: number }>('POST', '/api/events', event)).id;
}
