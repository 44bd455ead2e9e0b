import { z } from 'zod';
import { limitOr } from './paging.ts';
import { Id, Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

export const Activity = z.object({
  id: z.int(),
  date: Moment,
  event: z.string().nullable(),
  user: z.string().nullable(),
  action: z.string(),
  participant: z.string().nullable().describe('null also for who was erased'),
  event_id: z.int().nullable(),
  participant_id: z.int().nullable(),
  changed: z.record(z.string(), z.unknown()).describe("names of fields, counts and words; nobody's data"),
});
export type Activity = z.output<typeof Activity>;

const Query = z.object({
  event_id: Id.optional(),
  action: z
    .string()
    .regex(/^[a-z]+\.[a-z]+$/)
    .max(60)
    .optional(),
  before: Id.optional().describe('the id of an entry: what is older'),
  limit: limitOr(100),
});
export type ActivityQuery = z.output<typeof Query>;

export const activity = {
  'GET /api/activities': {
    does: 'The newest hundred entries of the activity log, or those before one of them',
    access: 'viewer',
    query: Query,
    reply: z.array(Activity),
  },
} satisfies Routes;
