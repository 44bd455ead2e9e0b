import { z } from 'zod';
import { Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

export const Activity = z.object({
  id: z.int(),
  date: Moment,
  event: z.string().nullable(),
  user: z.string().nullable(),
  action: z.string(),
  participant: z.string().nullable(),
});
export type Activity = z.output<typeof Activity>;

export const activity = {
  'GET /api/activities': {
    does: 'The newest hundred entries of the activity log',
    access: 'viewer',
    reply: z.array(Activity),
  },
} satisfies Routes;
