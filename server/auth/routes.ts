import type { auth } from '#contract/auth.ts';
import { fail } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { finishSignIn, sessionOf, sessionsOf, signOutEverywhere } from './actions.ts';

export const authRoutes: Handlers<typeof auth> = {
  'POST /api/auth/token': (ctx, { body, caller }) => finishSignIn(ctx, caller, body),
  'GET /api/auth/me': async (ctx, { caller }) => {
    const token = caller.cookies.get('session');
    const session = token === null ? null : await sessionOf(ctx, token);
    if (!session) return fail('signed_out');
    const { signed_in_at, expires_at, ...user } = session;
    return { ...user, signed_in_at: signed_in_at.toISOString(), expires_at: expires_at.toISOString() };
  },
  'GET /api/auth/sessions': async (ctx, { caller }) => {
    const token = caller.cookies.get('session');
    return caller.staff && token !== null ? sessionsOf(ctx, caller.staff, token) : fail('signed_out');
  },
  'POST /api/auth/sign-out-everywhere': async (ctx, { caller }) =>
    (caller.staff && (await signOutEverywhere(ctx, caller.cookies))) ?? fail('signed_out'),
};
