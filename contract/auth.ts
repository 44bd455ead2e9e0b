import { z } from 'zod';
import { Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  roles: z.array(z.enum(['admin', 'viewer'])),
});
export type User = z.output<typeof User>;

/** One place where a person is signed in. */
export const Session = z.object({
  signed_in_at: Moment,
  /** To the minute. */
  seen_at: Moment,
  /** At the latest; eight hours of rest end it too. */
  expires_at: Moment,
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

const text = (max: number) => z.string().min(1).max(max);

export const auth = {
  'POST /api/auth/token': {
    does: 'Exchanges the code of a sign-in for a session cookie',
    access: 'anyone',
    body: z.object({
      code: text(4000),
      redirect_uri: text(2000),
      state: text(500).optional(),
      iss: text(2000).optional(),
    }),
    reply: z.object({ user: User, return_to: z.string() }),
    failures: { sign_in_failed: 401, too_many: 429, identity_unavailable: 502 },
  },
  'GET /api/auth/me': {
    does: 'The signed-in person',
    access: 'anyone',
    reply: User.extend({ signed_in_at: Moment, expires_at: Moment }),
    failures: { signed_out: 401 },
  },
  'GET /api/auth/sessions': {
    does: 'Everywhere the signed-in person is signed in',
    access: 'anyone',
    reply: z.array(Session),
    failures: { signed_out: 401 },
  },
  'POST /api/auth/sign-out-everywhere': {
    does: 'Ends all sessions of the signed-in person; `link` is where the identity provider ends its own',
    access: 'anyone',
    reply: z.object({ link: z.string() }),
    failures: { signed_out: 401 },
  },
} satisfies Routes;
