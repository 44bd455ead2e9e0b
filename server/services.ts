import type { RawBody } from '#contract/treaty.ts';
import type { PaymentStatus } from '#domain/gift.ts';
import type { Language } from '#domain/language.ts';
import type { Rappen } from '#domain/money.ts';
import type { NamesShown } from '#domain/names.ts';
import type { Role } from './context.ts';

/** The outside services as actions know them: one small type each, and how it fails. `outside/` speaks their protocols. */

export interface Services {
  timing: Timing;
  pictures: Pictures;
  mail: Postman;
  identity: Identity;
  payments: Payments;
}

export interface Timing {
  /** The first address that we may not call; null when all are allowed. */
  refused(addresses: string): string | null;
  /**
   * The lists behind one or several addresses, parted by white space; `columns` names the cells of lists that come
   * without a header. Throws `TimingFailed`.
   */
  fetchLists(addresses: string, columns: string | null): Promise<TimingList[]>;
}

export interface TimingList {
  /** The event number in the address: people are unique within it. */
  source: string;
  rows: TimingRow[];
}

/** One person of a start list, in our words; null where timing knows nothing. */
export interface TimingRow {
  source_id: string;
  first_name: string;
  last_name: string;
  bib: string | null;
  /** The age group, else the contest. */
  category: string | null;
  /** Where the category is the age group: shown nowhere, but people look for it. */
  contest: string | null;
  birth_year: number | null;
  club: string | null;
  country: string | null;
  email: string | null;
  /** Decimal text with three places. */
  units: string | null;
  /** How much of the name may be shown; null as the event has it, absent where the list has no such column. */
  names_shown?: NamesShown | null;
}

/** Why an address that somebody typed gave us nothing; `busy`: it asks us to come back a moment later. */
export type FetchFault = 'host' | 'unreachable' | 'slow' | 'status' | 'redirect' | 'size' | 'busy';

/** Staff read the class of a fault in their language; nobody reads host or key. */
type TimingFault = FetchFault | 'shape' | 'no_columns' | 'other_columns' | 'no_id' | 'no_name';

export class TimingFailed extends Error {
  override readonly name = 'TimingFailed';
  readonly fault: TimingFault;

  constructor(fault: TimingFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface Pictures {
  /** The file at an address that somebody typed. Throws `PictureFailed`. */
  fetchPicture(address: string): Promise<Buffer>;
}

export class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
  readonly fault: FetchFault;

  constructor(fault: FetchFault) {
    super(fault);
    this.fault = fault;
  }
}

export interface Postman {
  /** Once `over`, the letter has not left and will not leave any more, but for what the server has in hand. */
  deliver(letter: Letter, over: AbortSignal): Promise<Delivery>;
  close(): void;
}

interface Letter {
  to: { name: string; address: string };
  replyTo: string | null;
  messageId: string;
  subject: string;
  html: string;
  text: string;
}

/** `final`: this mail will never be taken. `outage`: our own server or sign-in fails, so every mail would. */
export type Delivery = { sent: true } | { sent: false; final: boolean; outage: boolean; reason: string };

export interface Identity {
  begin(redirectUri: string): Promise<Attempt & { url: string }>;
  /** `callback` is the address the provider sent the person to, with code, state and iss. */
  finish(callback: URL, attempt: Attempt): Promise<Identified>;
  /**
   * Who the person is by now; throws `SignInRefused` when that is nobody any more. A refresh token that replaces the
   * one given is told to `renewed` at once, whatever happens after: the old one may be worth nothing.
   */
  refresh(of: Refreshable, renewed: (refreshToken: string) => Promise<void>): Promise<Facts>;
  /** Whose sessions a logout token ends; throws `SignInRefused` for one that proves nothing. */
  readLogout(token: string): Promise<Logout>;
  /** Where the provider's own session ends; null when it offers no such place or is away. */
  endSessionUrl(idToken: string | null, home: string): Promise<string | null>;
  /** Whether the provider answers, and since when that is so; it is asked every 30 s at most. */
  answers(): Promise<{ well: boolean; since: Date }>;
}

/** What one sign-in is checked against when the person comes back. */
interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider says about a person, and may say otherwise a moment later. */
export interface Facts {
  name: string;
  email: string | null;
  roles: Role[];
  /** Null when a refresh brought no new one. */
  idToken: string | null;
  accessExpiresAt: Date | null;
}

export interface Identified extends Facts {
  issuer: string;
  sub: string;
  sid: string | null;
  refreshToken: string | null;
}

interface Refreshable {
  refreshToken: string;
  sub: string;
}

/** One session by its `sid`, or all of a person's by `sub`; with both, that session if it is that person's. */
export interface Logout {
  issuer: string;
  sub: string | null;
  sid: string | null;
  /** Its own name: a second one with it is a copy. */
  jti: string;
}

/** The code, state or a token was wrong, or the provider no longer stands by it: the person may sign in again. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** The provider does not answer: nobody can sign in now. */
export class IdentityAway extends Error {
  override readonly name = 'IdentityAway';
}

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
