import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { Wish } from './account.ts';
import type { Account } from './account.ts';
import { gatewayDocument, transactionDocument } from './documents.ts';
import { send, sendBlocked } from './faults.ts';
import type { Operation, PayrexxFaults, Reply } from './faults.ts';

export interface PayrexxCall {
  readonly at: Date;
  readonly operation: Operation;
  readonly instance: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
  /** What it was answered; null when the line was closed before. */
  readonly status: number | null;
}

interface Rest {
  readonly account: Account;
  readonly faults: PayrexxFaults;
  readonly calls: PayrexxCall[];
  /** By instance. */
  readonly secrets: ReadonlyMap<string, string>;
  /** How many calls the firewall lets through in five minutes. */
  readonly callsInFiveMinutes: number;
  /** The time that the firewall counts in. */
  readonly clock: () => Date;
  readonly origin: () => string;
}

interface Asked {
  readonly operation: Operation;
  readonly id: number;
  readonly instance: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** The second number of the version: proper statuses came with 15, nothing is there after 16. */
  readonly version: number;
}

const NEWEST = 16;
const PROPER_STATUSES = 15;
const FIVE_MINUTES = 300_000;
/** So many calls after the first that was refused, the firewall refuses in another way. */
const PATIENCE = 50;
const MOST_ROWS = 100;
const KEPT = 5_000;

/** The part of the interface that our application uses, with its authentication, envelope and errors. */
export async function answerCall(rest: Rest, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await understand(request);
  if (!asked) return send(response, { status: 404, body: problem('Not found.') });
  const { operation, instance, query, body } = asked;
  const at = rest.clock();
  const recent = rest.calls.filter((one) => one.instance === instance && +one.at > +at - FIVE_MINUTES);
  const call = {
    at,
    operation,
    instance,
    query: Object.fromEntries(query),
    body,
    headers: request.headers,
  };
  response.on('close', () => {
    rest.calls.push({ ...call, status: response.headersSent ? response.statusCode : null });
    rest.calls.splice(0, rest.calls.length - KEPT);
  });

  const over = recent.length - rest.callsInFiveMinutes;
  if (over >= 0) return sendBlocked(response, over < PATIENCE ? 405 : 403);
  const work = () => spoken(asked, refusal(rest, asked, request) ?? act(rest, asked));
  const fault = rest.faults.take(operation);
  return fault ? rest.faults.answer(response, fault, work) : send(response, work());
}

async function understand(request: IncomingMessage): Promise<Asked | null> {
  const url = new URL(request.url ?? '/', 'http://payrexx');
  const [, version, object, id] = /^\/v1\.(\d+)\/(\w+)\/(?:(\d+)\/)?$/.exec(url.pathname) ?? [];
  const operation = operations[`${request.method} ${object}${id ? '/id' : ''}`];
  if (!operation) return null;
  const body = operation === 'open' ? await json(request).catch(() => null) : null;
  const instance = url.searchParams.get('instance') ?? '';
  return { operation, id: Number(id), instance, query: url.searchParams, body, version: Number(version) };
}

const operations: Readonly<Record<string, Operation>> = {
  'GET SignatureCheck': 'check',
  'POST Gateway': 'open',
  'GET Gateway/id': 'read',
  'DELETE Gateway/id': 'close',
  'GET Transaction': 'list',
};

function refusal({ secrets }: Rest, { instance, version }: Asked, { headers }: IncomingMessage): Reply | null {
  if (version > NEWEST) return { status: 404, body: problem('Version not found.') };
  if (!instance) return { status: 422, body: problem('') };
  if (!secrets.has(instance)) return { status: 404, body: problem('The requested instance does not exist.') };
  if (headers['x-api-key'] === secrets.get(instance)) return null;
  return { status: 403, body: problem('The API secret is not correct.') };
}

function act({ account, origin }: Rest, { operation, instance, id, query, body }: Asked): Reply {
  if (operation === 'check') return success([{ id: 1 }]);
  if (operation === 'list') return success(listed(account, instance, query));
  if (operation === 'open') {
    const { data: wish } = Wish.safeParse(body);
    if (!wish) return { status: 400, body: problem('An error message that specifies the exact error') };
    const gateway = account.open(instance, wish);
    return success([gatewayDocument(gateway, [], origin())]);
  }
  const gateway = account.gateways().find((one) => one.id === id && one.instance === instance);
  if (!gateway || gateway.isDeleted)
    return { status: 404, body: problem(`An error occurred: No Gateway found with id ${id}`) };
  if (operation === 'close') {
    account.delete(gateway);
    return success([{ id }]);
  }
  const transactions = account.transactions(({ gatewayId }) => gatewayId === id);
  return success([gatewayDocument(gateway, transactions, origin())]);
}

function listed(account: Account, instance: string, query: URLSearchParams) {
  const after = momentOf(query.get('filterDatetimeUtcGreaterThan')) ?? -Infinity;
  const before = momentOf(query.get('filterDatetimeUtcLessThan')) ?? Infinity;
  const all = account.transactions((one) => one.instance === instance);
  const found = all.filter(({ at }) => at > after && at < before);
  if (query.get('orderByTime') !== 'ASC') found.reverse();
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? MOST_ROWS), MOST_ROWS);
  const page = found.slice(offset, offset + limit);
  return page.map((one) => transactionDocument(one, all, account.gatewayOf(one)));
}

function momentOf(text: string | null): number | null {
  return text === null ? null : Date.parse(`${text.replace(' ', 'T')}Z`);
}

function success(data: readonly unknown[]): Reply {
  return { status: 200, body: { status: 'success', data } };
}

function problem(message: string) {
  return { status: 'error', message };
}

/** Older versions say in the body alone that something went wrong. */
function spoken({ version }: Asked, { status, body }: Reply): Reply {
  return { status: version < PROPER_STATUSES ? 200 : status, body };
}
