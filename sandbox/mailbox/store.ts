import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { decodeWords } from 'postal-mime';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** One physical copy, as the list shows it. */
export interface MailSummary {
  readonly n: number;
  readonly receivedAt: string;
  readonly envelope: Envelope;
  /** The reply code the sender got; null when the connection was cut or never answered. */
  readonly answer: number | null;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
}

export interface Mail extends MailSummary {
  readonly text: string;
  readonly html: string;
  /** Addresses in the text part, or in the HTML part of a mail without one. */
  readonly links: readonly string[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

type Receipt = Pick<MailSummary, 'n' | 'receivedAt' | 'envelope' | 'answer'>;

/** Mails as `.eml` files with a small JSON file each, or in memory when there is no folder. */
export class MailStore {
  readonly #dir: string | null;
  readonly #raw = new Map<number, Buffer>();
  #list: MailSummary[] = [];
  #last = 0;

  constructor(dir: string | null) {
    this.#dir = dir;
    if (!dir) return;
    mkdirSync(dir, { recursive: true });
    for (const name of readdirSync(dir).filter((file) => file.endsWith('.json'))) {
      const summary = JSON.parse(readFileSync(path.join(dir, name), 'utf8')) as MailSummary;
      this.#list.push(summary);
      this.#last = Math.max(this.#last, summary.n);
    }
    this.#list.sort((a, b) => a.n - b.n);
  }

  /** Oldest first. */
  get list(): readonly MailSummary[] {
    return this.#list;
  }

  async add(raw: Buffer, envelope: Envelope, answer: number | null): Promise<MailSummary> {
    this.#last += 1;
    const receipt = { n: this.#last, receivedAt: new Date().toISOString(), envelope, answer };
    const summary = await summarise(raw, receipt);
    if (this.#dir) {
      // The message first: the small file says that it is complete.
      await writeFile(this.#file(summary.n, 'eml'), raw);
      await writeFile(this.#file(summary.n, 'json'), JSON.stringify(summary, null, 2));
    } else {
      this.#raw.set(summary.n, raw);
    }
    this.#list.push(summary);
    return summary;
  }

  async raw(n: number): Promise<Buffer | null> {
    if (!this.#dir) return this.#raw.get(n) ?? null;
    return this.#list.some((summary) => summary.n === n) ? await readFile(this.#file(n, 'eml')) : null;
  }

  async read(n: number): Promise<Mail | null> {
    const summary = this.#list.find((mail) => mail.n === n);
    const raw = await this.raw(n);
    return summary && raw ? await parse(raw, summary) : null;
  }

  async clear(): Promise<void> {
    this.#list = [];
    this.#raw.clear();
    if (!this.#dir) return;
    await rm(this.#dir, { recursive: true, force: true });
    await mkdir(this.#dir, { recursive: true });
  }

  #file(n: number, extension: 'eml' | 'json'): string {
    return path.join(this.#dir ?? '', `${String(n).padStart(6, '0')}.${extension}`);
  }
}

/** Only the header block is parsed while the sender waits. */
async function summarise(raw: Buffer, receipt: Receipt): Promise<MailSummary> {
  const end = raw.indexOf('\r\n\r\n');
  const { headers, subject = '', messageId = '' } = await PostalMime.parse(end < 0 ? raw : raw.subarray(0, end + 4));
  const header = (key: string): string => decodeWords(headers.find((one) => one.key === key)?.value ?? '');
  return { ...receipt, from: header('from'), to: header('to'), subject, messageId };
}

async function parse(raw: Buffer, summary: MailSummary): Promise<Mail> {
  const { text = '', html = '', headers } = await PostalMime.parse(raw);
  return {
    ...summary,
    text,
    html,
    links: text ? linksIn(text) : linksIn(html.replaceAll('&amp;', '&')),
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  };
}

function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"'()[\]]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?]+$/, '')))];
}
