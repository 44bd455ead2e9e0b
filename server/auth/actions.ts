import { paths } from '#contract/paths.ts';
import { later, MINUTE } from '#domain/dates.ts';
import type { Context, Role, Staff } from '#server/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { fail } from '#server/failure.ts';
import type { Cookies } from '#server/http/handler.ts';
import { takeSignIn, takeUse } from '#server/limits/actions.ts';
import { IdentityAway, SignInRefused, type Identified } from '#server/services/identity.ts';
import { hashToken, makeToken } from '#server/token.ts';
import {
  deleteNamedSessions,
  deleteSession,
  deleteSessionsOf,
  insertAttempt,
  insertSession,
  listSessions,
  markSeen,
  takeAttempt,
  upsertStaff,
} from './queries.ts';
import { ABSOLUTE, aliveAt, causeOf, liveSession } from './sessions.ts';

/** Writing on every request would cost more than reading it. */
const SEEN_EVERY = MINUTE;

interface Session extends Staff {
  signed_in_at: Date;
  expires_at: Date;
}

/** Who holds this cookie; null for a session that ended, and for anything else. */
export async function sessionOf(ctx: Context, token: string): Promise<Session | null> {
  const hash = hashToken(token);
  const row = await liveSession(ctx, hash);
  if (!row) return null;
  const now = ctx.clock();
  if (now.getTime() - row.seen_at.getTime() > SEEN_EVERY) await markSeen(ctx.db, hash, now);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: row.roles.filter((role): role is Role => role === 'admin' || role === 'viewer'),
    signed_in_at: row.created_at,
    expires_at: row.expires_at,
  };
}

/** Everywhere the person is signed in, the newest first; `token` is the cookie of one of these sessions. */
export async function sessionsOf(ctx: Context, person: Staff, token: string) {
  const own = hashToken(token);
  const rows = await listSessions(ctx.db, person.id, aliveAt(ctx.clock()));
  return rows.map(({ id_hash, created_at, seen_at, expires_at }) => ({
    signed_in_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    expires_at: expires_at.toISOString(),
    current: id_hash.equals(own),
  }));
}

const ATTEMPT_SECONDS = 600;

interface Visitor {
  cookies: Cookies;
  network: string;
}

/** Where the browser goes to sign in. */
export async function beginSignIn(ctx: Context, { cookies, network }: Visitor, returnTo: string) {
  const full = await takeSignIn(ctx, network);
  if (full) return full;
  try {
    const { url, ...attempt } = await ctx.identity.begin(ctx.config.publicUrl + paths.callback);
    const cookie = makeToken();
    await insertAttempt(ctx.db, { ...attempt, cookie_hash: hashToken(cookie), return_to: ownPath(returnTo) });
    cookies.set('attempt', cookie, ATTEMPT_SECONDS);
    return { url };
  } catch (error) {
    if (error instanceof IdentityAway) return fail('identity_unavailable');
    throw error;
  }
}

/** Only paths of ours: `//host` and `/\host` lead elsewhere. */
function ownPath(path: string): string {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) && !path.startsWith('/auth/') ? path : paths.admin;
}

interface Code {
  code: string;
  redirect_uri: string;
  state?: string | undefined;
  iss?: string | undefined;
}

/** Exchanges the code for a session. The attempt is used up first: a code that is sent twice would end the good session. */
export async function finishSignIn(ctx: Context, { cookies, network }: Visitor, answer: Code) {
  const full = await takeSignIn(ctx, network);
  if (full) return full;
  const callback = ctx.config.publicUrl + paths.callback;
  const cookie = cookies.get('attempt');
  const attempt = cookie === null ? undefined : await takeAttempt(ctx.db, hashToken(cookie));
  cookies.clear('attempt');
  if (!attempt || answer.redirect_uri !== callback) return fail('sign_in_failed');
  const url = new URL(callback);
  url.searchParams.set('code', answer.code);
  url.searchParams.set('state', answer.state ?? attempt.state);
  if (answer.iss !== undefined) url.searchParams.set('iss', answer.iss);
  try {
    const person = await ctx.identity.finish(url, attempt);
    const user = await startSession(ctx, cookies, person);
    return { user, return_to: attempt.return_to };
  } catch (error) {
    if (error instanceof IdentityAway) return fail('identity_unavailable');
    if (!(error instanceof SignInRefused)) throw error;
    ctx.log.warn({ cause: causeOf(error) }, 'sign-in refused');
    return fail('sign_in_failed');
  }
}

/** The id is always new: one that was set before the sign-in is worth nothing after it. */
async function startSession(ctx: Context, cookies: Cookies, person: Identified): Promise<Staff> {
  const old = cookies.get('session');
  const token = makeToken();
  const now = ctx.clock();
  const { issuer, sub, name, email, roles } = person;
  const id = await transaction(ctx.db, async (tx) => {
    if (old !== null) await deleteSession(tx, hashToken(old));
    const staff = await upsertStaff(tx, { issuer, sub, name, email });
    await insertSession(tx, {
      id_hash: hashToken(token),
      staff_id: staff.id,
      roles,
      idp_sid: person.sid,
      id_token: person.idToken,
      refresh_token: person.refreshToken,
      access_expires_at: person.accessExpiresAt,
      checked_at: now,
      created_at: now,
      seen_at: now,
      expires_at: later(now, ABSOLUTE),
    });
    return staff.id;
  });
  cookies.set('session', token, ABSOLUTE / 1000);
  ctx.log.info({ staff: id, roles }, 'signed in');
  return { id, name, email, roles };
}

/** Ends the session here first, then tells where the provider's own ends. */
export async function signOut(ctx: Context, cookies: Cookies): Promise<string> {
  const token = cookies.get('session');
  cookies.clear('session');
  const ended = token === null ? undefined : await deleteSession(ctx.db, hashToken(token));
  if (!ended) return homeOf(ctx);
  ctx.log.info({ staff: ended.staff_id }, 'signed out');
  return endAtProvider(ctx, ended.id_token);
}

/** Every session of the caller, on whatever device; null for a caller without one. */
export async function signOutEverywhere(ctx: Context, cookies: Cookies) {
  const token = cookies.get('session');
  cookies.clear('session');
  if (token === null) return null;
  const hash = hashToken(token);
  const ended = await deleteSessionsOf(ctx.db, hash);
  const own = ended.find(({ id_hash }) => id_hash.equals(hash));
  if (!own) return null;
  ctx.log.info({ staff: own.staff_id, sessions: ended.length }, 'signed out everywhere');
  return { link: await endAtProvider(ctx, own.id_token) };
}

const homeOf = ({ config }: Context) => `${config.publicUrl}/`;

async function endAtProvider(ctx: Context, idToken: string | null): Promise<string> {
  return (await ctx.identity.endSessionUrl(idToken, homeOf(ctx))) ?? homeOf(ctx);
}

/** Longer than a logout token is young enough. */
const LOGOUT_SECONDS = 600;

/** The provider says that a session, or a person's sessions, have ended there. */
export async function endByProvider(ctx: Context, logoutToken: string) {
  try {
    const { jti, ...named } = await ctx.identity.readLogout(logoutToken);
    const name = hashToken(jti).toString('base64url');
    const copy = await takeUse(ctx, `logout:${name}`, { count: 1, seconds: LOGOUT_SECONDS });
    if (copy) return fail('malformed');
    const sessions = await deleteNamedSessions(ctx.db, named);
    if (sessions > 0) ctx.log.info({ sessions }, 'ended by the identity provider');
    return null;
  } catch (error) {
    if (error instanceof IdentityAway) return fail('identity_unavailable');
    if (!(error instanceof SignInRefused)) throw error;
    ctx.log.warn({ cause: causeOf(error) }, 'logout token refused');
    return fail('malformed');
  }
}
