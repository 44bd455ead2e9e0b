import { Agent, fetch, type Response } from 'undici';
import { z } from 'zod';
import {
  PaymentsAway,
  PaymentsBusy,
  PaymentsRefused,
  PaymentsUnsure,
  type PaymentsFailed,
} from '#server/services/payments.ts';
import { readBody } from '#server/outside/body.ts';
import { Budget, mostTogether, type Purpose, type Together } from './budget.ts';

interface Call {
  instance: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** `Gateway/`, `Gateway/17/`: below the configured address, which ends with the version. */
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** What no log may hold; the provider may repeat it in an error. */
  hidden?: string[];
}

const CONNECT_WITHIN = 5_000;
const ANSWER_WITHIN = 15_000;
const MOST_BYTES = 4_000_000;

/** Asks the provider: the rows of its answer, or null when what was asked for does not exist. */
export function payrexxCalls(
  apiUrl: string,
  secrets: ReadonlyMap<string, string>,
  clock: () => Date,
  together: Together,
) {
  // A line of its own for every call: a request on one that went stale would look like a lost answer.
  const agent = new Agent({ pipelining: 0, connect: { timeout: CONNECT_WITHIN }, maxHeaderSize: 16_384 });
  const budgets = new Map([...secrets.keys()].map((instance) => [instance, new Budget(clock)]));

  const send = async (call: Call, secret: string): Promise<Reply> => {
    const query = new URLSearchParams({ ...call.query, instance: call.instance });
    const response = await fetch(`${apiUrl}/${call.path}?${query}`, {
      method: call.method,
      dispatcher: agent,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN),
      headers: {
        'x-api-key': secret,
        accept: 'application/json',
        ...(call.body && { 'content-type': 'application/json' }),
      },
      // A body on GET would displace the query there.
      body: call.body ? JSON.stringify(call.body) : null,
    });
    return { response, envelope: readEnvelope(await readBody(response, MOST_BYTES)) };
  };

  return async (call: Call, purpose: Purpose): Promise<unknown[] | null> => {
    const instance = call.instance.toLowerCase();
    const [secret, budget] = [secrets.get(instance), budgets.get(instance)];
    if (secret === undefined || !budget) throw new PaymentsRefused('instance');
    budget.take(purpose);
    const full = await together(instance, mostTogether(purpose));
    if (full) throw new PaymentsBusy(full);
    const reply = await send({ ...call, instance }, secret).catch((error: unknown) => {
      throw lost(call, codeOf(error), NEVER_LEFT.has(codeOf(error)));
    });
    const { response, envelope } = reply;
    if (isFirewall(reply)) throw new PaymentsBusy(budget.shut(retryAfter(response)));
    if (response.status >= 500 || !envelope) throw lost(call, `answered ${response.status}`);
    budget.answered();
    if (response.ok && envelope.status === 'success') return envelope.data;
    if (/\bNo \w+ found\b/i.test(envelope.message)) return null;
    const isSecret = [401, 403].includes(response.status) || /API secret/i.test(envelope.message);
    const said = `${named(call)} answered ${response.status}: ${told(envelope.message, [secret, ...(call.hidden ?? [])])}`;
    throw new PaymentsRefused(isSecret ? 'secret' : 'request', said);
  };
}

export type PayrexxCalls = ReturnType<typeof payrexxCalls>;

interface Reply {
  response: Response;
  envelope: z.output<typeof Envelope> | null;
}

/** Older versions answer 200 to everything, so the status in here counts as well. Some answers hold one bare object. */
const Envelope = z.object({
  status: z.enum(['success', 'error']),
  message: z.string().catch(''),
  data: z
    .unknown()
    .optional()
    .transform((data) =>
      Array.isArray(data) ? (data as unknown[]) : data === undefined || data === null ? [] : [data],
    ),
});

function readEnvelope(bytes: Buffer | null): Reply['envelope'] {
  try {
    return Envelope.parse(JSON.parse(bytes?.toString('utf8') ?? ''));
  } catch {
    return null;
  }
}

/** It answers 405, later 403, with a page of its own, where others answer 429. */
function isFirewall({ response: { status }, envelope }: Reply): boolean {
  return status === 429 || ([403, 405].includes(status) && !envelope);
}

function retryAfter({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) : null;
}

/** Whoever opens a checkout must not do so again before it is known that nothing was done. */
function lost(call: Call, why: string, neverLeft = false): PaymentsFailed {
  const said = `${named(call)}: ${why}`;
  return call.method === 'POST' && !neverLeft ? new PaymentsUnsure(said) : new PaymentsAway(said);
}

const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Only the class of a fault: the rest may name what we sent. */
function codeOf(error: unknown): string {
  const { name, cause } = error as Error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : name;
}

function named({ method, path }: Call): string {
  return `${method} ${path}`;
}

function told(message: string, hidden: string[]): string {
  return hidden
    .filter(Boolean)
    .reduce((text, word) => text.replaceAll(word, '…'), message)
    .slice(0, 200);
}
