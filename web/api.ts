import type { z } from 'zod';
import type { AllRoutes } from '#contract/routes.ts';
import type { CommonFailure, FailureCode, Key, Problem, Reply, Route, Schema } from '#contract/treaty.ts';

type Part<R extends Route, P extends 'params' | 'query' | 'body'> = R[P] extends Schema ? z.input<R[P]> : undefined;

/** What a call takes; parts that may be left out are optional. */
type Options<R extends Route> = (R['params'] extends Schema
  ? { params: Record<keyof Part<R, 'params'>, string | number> }
  : unknown) &
  (R['query'] extends Schema ? { query?: Part<R, 'query'> } : unknown) &
  (R['body'] extends Schema
    ? undefined extends Part<R, 'body'>
      ? { body?: Part<R, 'body'> }
      : { body: Part<R, 'body'> }
    : unknown) & { headers?: Record<string, string> };

/** `unreachable`: nobody answered, or not our server. */
type Code<R extends Route> = FailureCode<R> | CommonFailure | 'unreachable';

type Answer<R extends Route> = { data: Reply<R>; error?: undefined } | { data?: undefined; error: ApiError<Code<R>> };

export type JsonKey = { [K in Key<AllRoutes>]: AllRoutes[K]['reply'] extends Schema ? K : never }[Key<AllRoutes>];
/** What a link leads to: files, and what is saved as one. */
type FileKey =
  | Exclude<Key<AllRoutes>, JsonKey>
  | { [K in JsonKey]: AllRoutes[K] extends { saved: string } ? K : never }[JsonKey];
type BareKey = { [K in JsonKey]: object extends Given<K> ? K : never }[JsonKey];

/** What goes with a call. */
export type Given<K extends JsonKey> = Options<AllRoutes[K]>;

/** A failed call. Its `message` is for logs; people read `text`. */
export class ApiError<C extends string = string> extends Error {
  override readonly name = 'ApiError';
  /** 0 when nobody answered. */
  readonly status: number;
  readonly code: C;
  readonly text: string | null;
  /** By the call's own field names. */
  readonly fields: Record<string, string>;

  constructor(status: number, body: string, problem: Partial<Problem> & { code: C }) {
    super(`${status}: ${body}`);
    this.status = status;
    this.code = problem.code;
    this.text = problem.message ?? null;
    this.fields = problem.fields ?? {};
  }
}

/** The one door to the server: `const { data, error } = await call('GET /api/events/{id}', { params: { id } })`. */
export function call<K extends BareKey>(key: K, options?: Given<K>): Promise<Answer<AllRoutes[K]>>;
export function call<K extends JsonKey>(key: K, options: Given<K>): Promise<Answer<AllRoutes[K]>>;
export async function call(key: string, options: LooseOptions = {}): Promise<{ data: unknown } | { error: ApiError }> {
  const [method = '', path = ''] = key.split(' ');
  const hasBody = options.body !== undefined;
  try {
    const response = await fetch(address(path, options), {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(hasBody && { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(hasBody && { body: JSON.stringify(options.body) }),
    });
    const body = await response.text();
    if (response.ok) return { data: JSON.parse(body) };
    return { error: refusal(response, body) };
  } catch (cause) {
    return { error: unreachable(cause) };
  }
}

/** Where a file of ours is: for a link. */
export function fileAddress<K extends FileKey>(key: K, given: Options<AllRoutes[K]>): string {
  return address(key.replace('GET ', ''), given);
}

/** What a link to a file leads to, or why it leads to nothing. */
export async function fetchFile(at: string): Promise<{ file: File; error?: undefined } | { error: ApiError }> {
  try {
    const response = await fetch(at, { credentials: 'same-origin' });
    if (!response.ok) return { error: refusal(response, await response.text()) };
    const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    return { file: new File([await response.blob()], name) };
  } catch (cause) {
    return { error: unreachable(cause) };
  }
}

const unreachable = (cause: unknown) => new ApiError(0, String(cause), { code: 'unreachable' as const });

function refusal({ status, statusText }: Response, body: string): ApiError {
  return new ApiError(status, body || statusText, problemIn(body));
}

interface LooseOptions {
  params?: Record<string, string | number>;
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
}

function address(path: string, { params = {}, query = {} }: LooseOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** A proxy between us may answer with anything: then only the status is known. */
function problemIn(body: string): Partial<Problem> & { code: string } {
  try {
    const problem = JSON.parse(body) as Problem | null;
    if (typeof problem?.code === 'string') return problem;
  } catch {
    // an answer that is not ours
  }
  return { code: 'failed' };
}
