import type { RawBody } from '#contract/treaty.ts';
import type { PaymentStatus } from '#domain/gift.ts';
import type { Language } from '#domain/language.ts';
import type { Rappen } from '#domain/money.ts';

/**
 * What is paid online. Nothing at the provider is idempotent: what a lost answer has opened is never found again.
 * Every call but the last four may throw a `PaymentsFailed`.
 */
export interface Payments {
  /** Throws `PaymentsUnsure` when it may have opened one: its link never left us, so another may be opened. */
  openCheckout(wish: CheckoutWish): Promise<{ id: string; link: string }>;
  /** What the provider says now, which alone is true; null when it knows no such checkout. */
  readCheckout(key: CheckoutKey, asker: Asker): Promise<Checkout | null>;
  /** From then on nobody can pay it; also when it was closed before. */
  closeCheckout(key: CheckoutKey): Promise<void>;
  /** All payments of an instance in a span of time, oldest first, page by page: ours, and those of other shops on it. */
  listPayments(instance: string, from: Date, until: Date): AsyncIterable<Payment[]>;
  /** Whether we hold the secret of an instance. */
  knows(instance: string): boolean;
  /** Whether a notice is signed by a key that is configured, or by that of an instance; true where there is none. */
  isGenuine(delivery: Delivered, instance?: string): boolean;
  /** What a notice is about; null when it is about no payment. Nothing it says is true before it is read back. */
  readNotice(delivery: Delivered): Notice | null;
  /** How each instance takes our secret, and since when that is so; it is asked every 30 s at most. */
  answers(): Promise<InstanceState[]>;
}

/** Calls are counted: while few are left, what nobody waits for comes last. */
export type Asker = 'donor' | 'job';

export interface CheckoutKey {
  /** The provider's account that receives the money. */
  instance: string;
  id: string;
}

export interface CheckoutWish {
  instance: string;
  /** In francs. */
  amount: Rappen;
  /** Ours; the provider repeats it with every payment. */
  reference: string;
  /** What the donor reads beside the amount. */
  purpose: string;
  language: Language;
  donor: { name: string | null; email: string | null };
  /** Where the donor comes back to; that he does says nothing about money. */
  back: { paid: string; failed: string; cancelled: string };
  /** After so many minutes nobody can pay any more, also where the answer was lost. */
  minutes: number;
}

export interface Checkout {
  id: string;
  reference: string | null;
  status: PaymentStatus;
  statusRaw: string;
  payments: Payment[];
}

/** One row of the provider: money that moved, or was to. */
export interface Payment {
  id: string;
  /** Null in lists, where the reference names the checkout. */
  checkoutId: string | null;
  reference: string | null;
  status: PaymentStatus;
  statusRaw: string;
  /** Only `live` is money. */
  mode: 'live' | 'test' | 'unknown';
  /** ISO code in capitals. */
  currency: string | null;
  /** What was paid, or by a reversal given back: never below 0, in the currency's smallest unit. */
  amount: number;
  /** How much of it the row itself says was given back; rows that reverse it may say so too, or instead. */
  refunded: number;
  /** A row that gives back, and the payment it takes from: null when the provider does not say which. */
  reversal: { of: string | null } | null;
  /** `twint`, `visa` … */
  method: string | null;
  /** Null when it cannot be read. */
  at: Date | null;
}

/** A call of our webhook, as it came. */
export type Delivered = RawBody;

export interface Notice {
  reference: string | null;
  checkoutId: string | null;
  /** The same for copies of a notice; null when it names neither row nor state. */
  key: string | null;
}

export interface InstanceState {
  instance: string;
  state: 'well' | 'refused' | 'busy' | 'away';
  since: Date;
}

/** The provider did not do what it was asked. */
export abstract class PaymentsFailed extends Error {}

/** It said no, and will say so again: to our secret, or to the request itself; `instance`: nobody gave us its secret. */
export class PaymentsRefused extends PaymentsFailed {
  override readonly name = 'PaymentsRefused';
  readonly fault: 'instance' | 'secret' | 'request';

  /** `told`: in the provider's words, without ours. */
  constructor(fault: PaymentsRefused['fault'], told: string = fault) {
    super(told);
    this.fault = fault;
  }
}

/** Too many calls: nothing was done, and nobody is to ask again before `until`. */
export class PaymentsBusy extends PaymentsFailed {
  override readonly name = 'PaymentsBusy';
  readonly until: Date;

  constructor(until: Date) {
    super(`until ${until.toISOString()}`);
    this.until = until;
  }
}

/** It cannot be reached, or answers nonsense: what was asked may be asked again. */
export class PaymentsAway extends PaymentsFailed {
  override readonly name = 'PaymentsAway';
}

/** The answer was lost after the request had left: it may have been done. */
export class PaymentsUnsure extends PaymentsFailed {
  override readonly name = 'PaymentsUnsure';
}
