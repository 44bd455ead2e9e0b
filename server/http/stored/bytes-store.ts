import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { Failure } from '#server/failure.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** An answer, compressed once. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  bytes: { identity: Buffer; gzip: Buffer; br: Buffer };
  /** A part of it failed: it is shown, but not kept. */
  partial?: boolean;
}

type Encoding = keyof StoredAnswer['bytes'];

/** When what is stored may be served: its mark is that of the request it was rendered for. */
export interface Freshness {
  mark: number;
  serves(stored: number): boolean;
}

/** Public pages and totals are as old as this at most; then one request makes them anew for all who wait. */
const FRESH_MS = 2000;

/** Made a moment ago. */
export function recent(): Freshness {
  const now = Date.now();
  return { mark: now, serves: (at) => now - at < FRESH_MS };
}

/** Rendered from this version or a later one. The version is read before the data, so no mark promises too much. */
export function ofVersion(version: number): Freshness {
  return { mark: version, serves: (stored) => stored >= version };
}

const MAX_BYTES = 64 * 1024 * 1024;
/** What any entry takes beside its bytes: pages beyond the end of a list have next to none, and are many. */
const ENTRY_BYTES = 2048;

export interface BytesStore {
  /** What is stored, or what `render` makes; concurrent requests share one rendering. Failures are not kept. */
  get<A extends StoredAnswer | Failure>(key: string, freshness: Freshness, render: () => Promise<A>): Promise<A>;
}

interface Entry {
  mark: number;
  answer: Promise<StoredAnswer | Failure>;
  size: number;
}

/** Pages and lists in one bounded place. */
export function bytesStore(maxBytes = MAX_BYTES): BytesStore {
  const entries = new Map<string, Entry>();
  let total = 0;

  const drop = (key: string, entry: Entry | undefined) => {
    if (!entry || entries.get(key) !== entry) return;
    entries.delete(key);
    total -= entry.size;
  };
  /** Longest unused first: a Map keeps the order, and what is used is put at its end. */
  const bound = () => {
    for (const [key, entry] of entries) {
      if (total <= maxBytes) return;
      drop(key, entry);
    }
  };
  const keep = (key: string, entry: Entry, answer: StoredAnswer | Failure) => {
    if (answer instanceof Failure || answer.status !== 200 || answer.partial) return drop(key, entry);
    if (entries.get(key) !== entry) return;
    // Both of its compressed forms are smaller together than it is itself.
    entry.size = ENTRY_BYTES + key.length + 2 * answer.bytes.identity.byteLength;
    total += entry.size;
    bound();
  };
  const start = (key: string, mark: number, render: () => Promise<StoredAnswer | Failure>): Entry => {
    const entry: Entry = { mark, answer: render(), size: 0 };
    entry.answer.then(
      (answer) => keep(key, entry, answer),
      () => drop(key, entry),
    );
    return entry;
  };

  return {
    get: <A extends StoredAnswer | Failure>(key: string, { mark, serves }: Freshness, render: () => Promise<A>) => {
      const stored = entries.get(key);
      const entry = stored && serves(stored.mark) ? stored : start(key, mark, render);
      if (entry === stored) entries.delete(key);
      else drop(key, stored);
      entries.set(key, entry);
      // A key is always asked with the same kind of rendering.
      return entry.answer as Promise<A>;
    },
  };
}

/** Up to here a thread of its own costs more than the work, which then waits for nobody. */
const AT_ONCE_BYTES = 64 * 1024;

/** Quality 5 costs half as much again as gzip and saves a tenth. What is small is compressed when somebody takes it so. */
export async function compressed(text: string | Buffer): Promise<StoredAnswer['bytes']> {
  const identity = Buffer.from(text);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  };
  if (identity.length <= AT_ONCE_BYTES) {
    let br: Buffer | undefined;
    let gz: Buffer | undefined;
    return {
      identity,
      get br() {
        return (br ??= brotliCompressSync(identity, options));
      },
      get gzip() {
        return (gz ??= gzipSync(identity));
      },
    };
  }
  const [br, gz] = await Promise.all([brotli(identity, options), zip(identity)]);
  return { identity, br, gzip: gz };
}

/** What would not get smaller: pictures. */
export function bytesOnly(bytes: Buffer): StoredAnswer {
  return { status: 200, headers: {}, bytes: { identity: bytes, gzip: bytes, br: bytes } };
}

/** The best of ours that the caller takes. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(acceptEncoding ?? '');
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}
