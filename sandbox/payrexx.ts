import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { close, listen } from './listen.ts';
import { Account } from './payrexx/account.ts';
import type { Gateway, Paying, RefundShown, Transaction } from './payrexx/account.ts';
import { checkout } from './payrexx/checkout.ts';
import type { Shown } from './payrexx/checkout.ts';
import { linkOf, noticeDocument, testDocument } from './payrexx/documents.ts';
import { PayrexxFaults } from './payrexx/faults.ts';
import { Notices } from './payrexx/notices.ts';
import { office } from './payrexx/office.ts';
import { answerCall } from './payrexx/rest.ts';
import type { PayrexxCall } from './payrexx/rest.ts';
import { payrexxSecrets } from './payrexx/secrets.ts';

export interface PayrexxOptions {
  readonly port?: number;
  /** Keeps payments, notices and secrets over restarts. */
  readonly dir?: string;
  readonly instances?: readonly string[];
  /** Where the application listens to notices. */
  readonly webhookUrl: string;
  /** How long after each notice that nobody heard the next one comes. */
  readonly pauses?: readonly number[];
  /** What the firewall lets through in five minutes and instance. */
  readonly callsInFiveMinutes?: number;
  /** The time that it counts in: that of an application whose clock is moved. */
  readonly clock?: () => Date;
}

export interface Payrexx {
  readonly port: number;
  /** For PAYREXX_API_URL, PAYREXX_SECRETS and PAYREXX_WEBHOOK_KEYS. */
  readonly settings: Readonly<Record<'PAYREXX_API_URL' | 'PAYREXX_SECRETS' | 'PAYREXX_WEBHOOK_KEYS', string>>;
  /** The back office. */
  readonly pageUrl: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly webhookKeys: Readonly<Record<string, string>>;
  readonly faults: PayrexxFaults;
  readonly notices: Notices;
  /** Oldest first, each once its answer is out. */
  readonly calls: readonly PayrexxCall[];
  /** Oldest first. */
  readonly transactions: readonly Transaction[];
  /** What opened checkouts were asked for, oldest first. */
  readonly gateways: readonly Gateway[];
  linkOf(gateway: Gateway): string;
  /** What a donor does on the page of this link, or did before it was closed: by default he pays what was asked. */
  pay(link: string, paying?: Paying): Transaction;
  refund(id: number, amount?: number, shown?: RefundShown): Transaction;
  /** `chargeback`, `disputed`, or any word. */
  turn(id: number, status: string): Transaction;
  /** As the button in the back office that asks whether notices arrive. */
  sendTestNotice(instance: string): void;
  /** Refuses connections, or takes them again. */
  down(isDown: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** A payment provider that speaks the part of Payrexx that an application needs, with its pages. */
export async function startPayrexx(options: PayrexxOptions): Promise<Payrexx> {
  const { dir = null, instances = ['demo'], callsInFiveMinutes = 600, clock = () => new Date() } = options;
  const { secrets, webhookKeys } = payrexxSecrets(dir, instances);
  const faults = new PayrexxFaults();
  const calls: PayrexxCall[] = [];
  const notices = new Notices({
    file: dir && path.join(dir, 'notices.json'),
    url: options.webhookUrl,
    keys: new Map(Object.entries(webhookKeys)),
    ...(options.pauses && { pauses: options.pauses }),
  });
  const account = new Account(dir && path.join(dir, 'account.json'), (one) => {
    const gateway = account.gatewayOf(one);
    const about = `${one.status} ${gateway.wish.referenceId || one.id}`;
    notices.tell(one.instance, about, noticeDocument(one, account.transactions(), gateway));
  });
  let origin = '';
  const rest = {
    account,
    faults,
    calls,
    secrets: new Map(Object.entries(secrets)),
    callsInFiveMinutes,
    clock,
    origin: () => origin,
  };

  const server = createServer((request, response) => {
    const isCall = request.url?.startsWith('/v1.');
    const work = isCall ? answerCall(rest, request, response) : answerPerson(request, response);
    void work.catch(() => response.destroy());
  });
  async function answerPerson(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : null;
    // Whoever opens a page elsewhere gives no money back here.
    if (form && request.headers['sec-fetch-site'] === 'cross-site') return void response.writeHead(403).end();
    show(response, url.pathname === '/' ? office(account, notices, url, form) : checkout(account, url, form));
  }

  const port = await listen(server, options.port);
  origin = `http://127.0.0.1:${port}`;
  return {
    port,
    settings: {
      PAYREXX_API_URL: `${origin}/v1.16`,
      PAYREXX_SECRETS: pairs(secrets),
      PAYREXX_WEBHOOK_KEYS: pairs(webhookKeys),
    },
    pageUrl: `${origin}/`,
    secrets,
    webhookKeys,
    faults,
    notices,
    calls,
    get transactions() {
      return account.transactions();
    },
    get gateways() {
      return account.gateways();
    },
    linkOf: (gateway) => linkOf(gateway, origin),
    pay: (link, paying) => {
      const gateway = account.gateways().find((one) => linkOf(one, origin) === link);
      if (!gateway) throw new Error(`No such checkout: ${link}`);
      return account.pay(gateway, paying);
    },
    refund: (id, amount, shown) => account.refund(id, amount, shown),
    turn: (id, status) => account.turn(id, status),
    sendTestNotice: (instance) => notices.tell(instance, 'test', testDocument(instance)),
    down: async (isDown) => {
      if (isDown === server.listening) await (isDown ? close(server) : listen(server, port));
    },
    stop: async () => {
      faults.clear();
      await notices.stop();
      if (server.listening) await close(server);
    },
  };
}

function pairs(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([instance, value]) => `${instance}=${value}`)
    .join(',');
}

function show(response: ServerResponse, shown: Shown): void {
  if ('to' in shown) return void response.writeHead(303, { location: shown.to }).end();
  const targets = ["'self'", ...(shown.formTargets ?? [])].join(' ');
  response.writeHead(shown.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action ${targets}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end(shown.page);
}
