import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { close, listen } from './listen.ts';
import { MailFaults } from './mailbox/faults.ts';
import { mailboxPages } from './mailbox/page.ts';
import { openSmtp } from './mailbox/smtp.ts';
import { MailStore } from './mailbox/store.ts';
import type { Mail, MailSummary } from './mailbox/store.ts';

interface MailboxOptions {
  /** Keeps the mails over restarts; without it they live in memory. */
  readonly dir?: string;
  readonly httpPort?: number;
  readonly smtpPort?: number;
}

type Wanted = string | ((mail: Mail) => boolean);

export interface Mailbox {
  readonly smtpUrl: string;
  readonly smtpPort: number;
  readonly pageUrl: string;
  readonly httpPort: number;
  readonly faults: MailFaults;
  /** Every physical copy, oldest first, also those whose answer was a fault. */
  messages(): Promise<Mail[]>;
  raw(n: number): Promise<Buffer | null>;
  /** The newest mail that matches, or the next one to come; an address means a mail that was accepted for it. */
  waitFor(wanted: Wanted, timeoutMs?: number): Promise<Mail>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** An SMTP server that takes every mail, and a page that shows them. */
export async function startMailbox({ dir, httpPort, smtpPort }: MailboxOptions = {}): Promise<Mailbox> {
  const store = new MailStore(dir ?? null);
  const faults = new MailFaults();
  const smtp = await openSmtp(smtpPort, faults, (raw, envelope, answer) => store.add(raw, envelope, answer));
  const pages = createServer(mailboxPages(store));
  const pagePort = await listen(pages, httpPort);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    smtpPort: smtp.port,
    pageUrl: `http://127.0.0.1:${pagePort}/`,
    httpPort: pagePort,
    faults,
    messages: () => readAll(store),
    raw: (n) => store.raw(n),
    waitFor: (wanted, timeoutMs = 10_000) => waitFor(store, wanted, timeoutMs),
    clear: () => store.clear(),
    stop: async () => {
      await Promise.all([smtp.close(), close(pages)]);
    },
  };
}

async function readAll(store: MailStore): Promise<Mail[]> {
  const mails = await Promise.all(store.list.map(({ n }) => store.read(n)));
  return mails.filter((mail) => mail !== null);
}

async function waitFor(store: MailStore, wanted: Wanted, timeoutMs: number): Promise<Mail> {
  const matches = typeof wanted === 'string' ? (mail: Mail) => wasAcceptedFor(mail, wanted) : wanted;
  const deadline = Date.now() + timeoutMs;
  for (let seen = 0; Date.now() < deadline; await sleep(10)) {
    const unseen = store.list.slice(seen);
    seen = store.list.length;
    for (const { n } of unseen.toReversed()) {
      const mail = await store.read(n);
      if (mail && matches(mail)) return mail;
    }
  }
  const arrived = store.list.slice(-20).map(({ to, subject }) => `${to}: ${subject}`);
  throw new Error(`No such mail within ${timeoutMs} ms. The last ones: ${arrived.join('; ') || 'none'}`);
}

function wasAcceptedFor({ answer, envelope }: MailSummary, address: string): boolean {
  return answer === 250 && envelope.to.some((to) => to.toLowerCase() === address.toLowerCase());
}
