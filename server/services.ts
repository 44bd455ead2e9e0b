import type { NamesShown } from '#domain/names.ts';
import type { Role } from './context.ts';

/** The outside services as actions know them: one small type each, and how it fails. `outside/` speaks their protocols. */

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
  category: string | null;
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
export type TimingFault = FetchFault | 'shape' | 'no_columns' | 'other_columns' | 'no_id' | 'no_name';

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
  deliver(letter: Letter): Promise<Delivery>;
  close(): void;
}

export interface Letter {
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
export interface Attempt {
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

export interface Refreshable {
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
