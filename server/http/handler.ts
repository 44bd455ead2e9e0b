import type { Body, FailureCode, Params, Query, Reply, Route } from '#contract/treaty.ts';
import type { Language } from '#domain/language.ts';
import type { Context, Staff } from '#server/context.ts';
import type { Outcome } from '#server/failure.ts';

/** Who is calling, as far as we know. */
export interface Caller {
  staff: Staff | null;
  language: Language;
  /** The caller's network: an IPv4 address or an IPv6 /64. Only limits may use it. */
  network: string;
  /** What the browser sent as cookie `name`, and the way to change it. */
  cookies: Cookies;
}

export interface Cookies {
  get(name: CookieName): string | null;
  set(name: CookieName, value: string, maxAgeSeconds: number): void;
  clear(name: CookieName): void;
}
export type CookieName = 'session' | 'attempt' | 'language';

export interface Call<R extends Route> {
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  caller: Caller;
  /** The `Idempotency-Key`, on calls that honour it. */
  key: string | null;
}

export type Handler<R extends Route> = (ctx: Context, call: Call<R>) => Promise<Outcome<Reply<R>, FailureCode<R>>>;

/** A stored call also says which version its answer has by now; null when there is nothing to answer. */
export interface StoredHandler<R extends Route> {
  version: (ctx: Context, call: Pick<Call<R>, 'params'>) => Promise<number | null>;
  answer: Handler<R>;
}

/** One handler per call of a part of the interface; a missing or misspelt one is a type error. */
export type Handlers<T extends Readonly<Record<string, Route>>> = {
  [K in keyof T]: T[K] extends { stored: 'by version' } ? StoredHandler<T[K]> : Handler<T[K]>;
};
