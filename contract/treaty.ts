import type { z } from 'zod';

/** Who may call: anyone; staff who may read (viewer); staff who may do everything (admin). */
type Access = 'anyone' | 'viewer' | 'admin';

/** A schema of any kind. The core type keeps the compiler fast over many routes. */
export type Schema = z.core.$ZodType;

/** An answer that is a file to be saved, of one of these media types. */
interface FileReply {
  readonly file: readonly string[];
}

export const file = (...types: [string, ...string[]]): FileReply => ({ file: types });

/** Such a file on its way: its pieces are made as fast as they are taken. */
export interface SentFile {
  type: string;
  /** Letters, digits, dots and hyphens. */
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>;
}

/** A body as it came, with the header `X-Webhook-Signature`. */
export interface RawBody {
  body: Buffer;
  contentType: string;
  signature: string | null;
}

/** One call of the published interface. What it answers on bad input or a foreign caller follows from this. */
export interface Route {
  does: string;
  access: Access;
  /** It changes or notes something though it is a GET: HEAD and prefetching never reach it. */
  acts?: true;
  /** Honours the `Idempotency-Key` header. */
  repeatable?: true;
  /** What it changes stands on public pages, which are rendered anew at once. */
  shown?: true;
  /** The token in the path is the whole permission: no origin rule, no caching, no referrer. */
  bearer?: true;
  /**
   * Without a session its bytes are kept, with an ETag: as long as the version stands that its handler names, or
   * `briefly`, so that it is computed every two seconds at most. A page of it is kept briefly too, a search never.
   */
  stored?: 'by version' | 'briefly';
  /** A browser saves the answer as a file of this name; `{id}` stands for what the path says. */
  saved?: string;
  /** Its body is taken as it came, JSON or form: a signature stands for these very bytes. No origin rule. */
  raw?: true;
  /** Its failures carry their text under `error` too, where old clients look for it. */
  alsoError?: true;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  status?: 201;
  reply: Schema | FileReply;
  /** Code → status of each way it can fail beyond what follows from its shape. */
  failures?: Readonly<Record<string, number>>;
}

export type Routes = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Route>>;

export type Key<R> = keyof R & string;
export type Params<R extends Route> = R['params'] extends Schema ? z.output<R['params']> : undefined;
export type Query<R extends Route> = R['query'] extends Schema ? z.output<R['query']> : undefined;
export type Body<R extends Route> = R['raw'] extends true
  ? RawBody
  : R['body'] extends Schema
    ? z.output<R['body']>
    : undefined;
export type Reply<R extends Route> = R['reply'] extends Schema ? z.output<R['reply']> : SentFile;
export type FailureCode<R extends Route> = R['failures'] extends object ? keyof R['failures'] & string : never;

/** What any call may answer without declaring it. */
export const commonFailures = {
  malformed: 400,
  signed_out: 401,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  too_large: 413,
  wrong_type: 415,
  invalid: 422,
  too_many: 429,
  failed: 500,
  unavailable: 503,
} as const;
export type CommonFailure = keyof typeof commonFailures;

/** The body of every error. */
export interface Problem<Code extends string = string> {
  message: string;
  code: Code | CommonFailure;
  /** The message once more, where old clients look for it. */
  error?: string;
  /** By the request's own field names. */
  fields?: Record<string, string>;
}
