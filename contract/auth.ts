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
} satisfies Routes;
