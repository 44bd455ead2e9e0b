import type { auth } from '#contract/auth.ts';
import { fail } from '#server/failure.ts';
import type { Handlers } from '#server/http/handler.ts';
import { finishSignIn, sessionOf } from './actions.ts';

export const authRoutes: Handlers<typeof auth> = {
  'POST /api/auth/token': (ctx, { body, caller }) => finishSignIn(ctx, caller, body),
  'GET /api/auth/me': async (ctx, { caller }) => {
    const token = caller.cookies.get('session');
    const session = token === null ? null : await sessionOf(ctx, token);
    if (!session) return fail('signed_out');
    const { signed_in_at, expires_at, ...user } = session;
    return { ...user, signed_in_at: signed_in_at.toISOString(), expires_at: expires_at.toISOString() };
  },
};
