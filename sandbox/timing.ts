import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { close, listen } from './listen.ts';
import { Scripted } from './scripted.ts';
import { answerWithFault } from './timing/faults.ts';
import type { TimingFault } from './timing/faults.ts';
import { writeList } from './timing/shapes.ts';
import type { Row, Shape, Written } from './timing/shapes.ts';

export interface TimingList {
  readonly eventNumber: number;
  /** 32 characters A–Z 0–9: whoever knows them reads the list. */
  readonly key: string;
  readonly shape: Shape;
  /** Columns this address leaves out. */
  readonly without?: readonly string[];
  rows(at: Date): readonly Row[];
}

interface TimingOptions {
  readonly port?: number;
  readonly lists: readonly TimingList[];
  /** The real service answers 406 to more than one call per second and address. */
  readonly callsPerSecond?: 1 | 'any';
}

interface TimingRequest {
  readonly at: Date;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly status: number;
}

export interface Timing {
  readonly port: number;
  /** `127.0.0.1:PORT`, for TIMING_ALLOWED_HOSTS. */
  readonly host: string;
  readonly requests: TimingRequest[];
  addressOf(list: TimingList): string;
  /** Lists may come later than the server. */
  add(list: TimingList): void;
  fault(list: TimingList, fault: TimingFault): void;
  clearFaults(): void;
  stop(): Promise<void>;
}

interface Source {
  readonly list: TimingList;
  readonly faults: Scripted<TimingFault>;
  lastCall: number;
}

/** A key that stays the same for the same words. */
export function timingKey(...words: (string | number)[]): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const hash = createHash('sha256').update(words.join('/')).digest();
  return Array.from(hash, (byte) => letters[byte % letters.length]).join('');
}

/** A feed that answers as RACE RESULT's Simple API does. */
export async function startTiming({ port: wished, lists, callsPerSecond = 1 }: TimingOptions): Promise<Timing> {
  const sources = new Map<string, Source>();
  const requests: TimingRequest[] = [];
  const add = (list: TimingList): void => void sources.set(pathOf(list), { list, faults: new Scripted(), lastCall: 0 });
  for (const list of lists) add(list);

  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    response.on('close', () => requests.push({ at: new Date(), method, url, headers, status: response.statusCode }));
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    // Addresses of the real service may write, so callers have to prove that they only ever read.
    if (method !== 'GET') return refuse(response, 405, 'Method Not Allowed');
    const source = sources.get(url);
    if (!source) return refuse(response, 404, 'not found');
    const now = Date.now();
    if (callsPerSecond === 1 && now - source.lastCall < 1_000) return refuse(response, 406, 'too many requests');
    source.lastCall = now;
    const fault = source.faults.next(() => true);
    const written = write(source.list, fault);
    if (fault) return await answerWithFault(response, fault, written);
    response.writeHead(200, { 'content-type': written.type, 'cache-control': 'no-cache' }).end(written.body);
  }

  const port = await listen(server, wished);
  const host = `127.0.0.1:${port}`;
  return {
    port,
    host,
    requests,
    addressOf: (list) => `http://${host}${pathOf(list)}`,
    add,
    fault: (list, fault) => {
      const source = sources.get(pathOf(list));
      if (!source) throw new Error(`No such list: ${pathOf(list)}`);
      source.faults.add(fault);
    },
    clearFaults: () => {
      for (const { faults } of sources.values()) faults.clear();
    },
    stop: () => close(server),
  };
}

function pathOf({ eventNumber, key }: TimingList): string {
  return `/${eventNumber}/${key}`;
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(reason);
}

function write({ rows, shape, without = [] }: TimingList, fault: TimingFault | null): Written {
  const usual = rows(new Date());
  const present = fault?.kind === 'rows' ? fault.rows(usual) : usual;
  // A list without people still has its header.
  const labels = new Set((present.length > 0 ? present : usual).flatMap((row) => Object.keys(row)));
  return writeList(
    present,
    [...labels].filter((label) => !without.includes(label)),
    shape,
  );
}
