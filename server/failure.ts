import type { CommonFailure } from '#contract/treaty.ts';

/** A declared way of failing, as a value: an action returns it, and a transaction that ends with one rolls back. */
export class Failure<Code extends string = string> {
  readonly code: Code;
  readonly details: FailureDetails;

  constructor(code: Code, details: FailureDetails) {
    this.code = code;
    this.details = details;
  }
}

/** Why a field does not fit: a text key, with the values that its words name. */
export type FieldFault = string | { text: string; values: Record<string, string> };

interface FailureDetails {
  /** By the request's own field names. */
  fields?: Record<string, FieldFault> | undefined;
  /** Seconds until trying again makes sense. */
  retryAfter?: number;
  /** Values for the text of the failure. */
  values?: Record<string, string | number>;
}

export function fail<Code extends string>(code: Code, details: FailureDetails = {}): Failure<Code> {
  return new Failure(code, details);
}

/** A reply that repeats an earlier one: the call says 200 instead of 201. */
export class Repeated<Reply> {
  readonly reply: Reply;

  constructor(reply: Reply) {
    this.reply = reply;
  }
}

export type Outcome<Reply, Code extends string> = Reply | Repeated<Reply> | Failure<Code | CommonFailure>;
