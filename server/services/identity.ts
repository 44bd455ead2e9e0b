import type { Role } from '#server/context.ts';

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
