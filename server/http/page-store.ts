import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Answers of one page, compressed once. */
export interface StoredPage {
  status: number;
  headers: Record<string, string>;
  bytes: { identity: Buffer; gzip: Buffer; br: Buffer };
  /** A part of it failed: it is shown, but not kept. */
  partial?: boolean;
}

export type Encoding = keyof StoredPage['bytes'];

/** Public pages are as old as this at most; then one request renders the page anew for all who wait. */
const FRESH_MS = 2000;
const MAX_BYTES = 64 * 1024 * 1024;

export interface PageStore {
  /** The stored page, or what `render` makes; concurrent requests for one key share one rendering. */
  get(key: string, render: () => Promise<StoredPage>): Promise<StoredPage>;
  /** After a change that must be seen at once. */
  clear(): void;
}

export function pageStore(now: () => number = Date.now): PageStore {
  const pages = new Map<string, { at: number; page: Promise<StoredPage>; size: number }>();
  let total = 0;

  const drop = (key: string) => {
    total -= pages.get(key)?.size ?? 0;
    pages.delete(key);
  };
  /** The oldest first: a Map keeps the order in which pages were rendered. */
  const bound = () => {
    for (const key of pages.keys()) {
      if (total <= MAX_BYTES) return;
      drop(key);
    }
  };

  return {
    get: async (key, render) => {
      const stored = pages.get(key);
      if (stored && now() - stored.at < FRESH_MS) return stored.page;
      drop(key);
      const entry = { at: now(), page: render(), size: 0 };
      pages.set(key, entry);
      try {
        const page = await entry.page;
        // Cleared while it was rendered: it may show what was before.
        if (pages.get(key) !== entry) return page;
        if (page.status !== 200 || page.partial) drop(key);
        else {
          entry.size = Object.values(page.bytes).reduce((sum, bytes) => sum + bytes.byteLength, key.length);
          total += entry.size;
          bound();
        }
        return page;
      } catch (error) {
        if (pages.get(key) === entry) drop(key);
        throw error;
      }
    },
    clear: () => {
      pages.clear();
      total = 0;
    },
  };
}

/** Quality 5 costs as much as gzip and saves a fifth. */
export async function compressed(text: string | Buffer): Promise<StoredPage['bytes']> {
  const identity = Buffer.from(text);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  };
  const [br, gz] = await Promise.all([brotli(identity, options), zip(identity)]);
  return { identity, br, gzip: gz };
}

/** The best of ours that the caller takes. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(acceptEncoding ?? '');
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}
