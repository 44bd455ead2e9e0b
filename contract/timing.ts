import { z } from 'zod';
import { Id, Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

const SyncResult = z.object({
  message: z.string(),
  created: z.int(),
  updated: z.int(),
  withdrawn: z.int(),
  unchanged: z.int(),
  total: z.int(),
  finished_at: Moment,
});

const SyncStatus = z.object({
  isRunning: z.boolean().describe('automatic sync is on'),
  nextRun: Moment.nullable().describe('of the automatic sync'),
  running: z.boolean().describe('a run is in progress'),
});

export const timing = {
  'POST /api/events/{id}/sync-participants': {
    does: 'Fetches the start list from timing, all or nothing; at most one run per event and 30 s for the public',
    access: 'anyone',
    shown: true,
    params: z.object({ id: Id }),
    query: z.object({ force: z.enum(['true', 'false']).optional() }),
    reply: SyncResult,
    failures: { unknown_event: 404, sync_held: 409, event_closed: 409, timing_failed: 502 },
  },
  'GET /api/sync/status': {
    does: 'Whether lists are synchronised by themselves, and when next',
    access: 'viewer',
    reply: SyncStatus,
  },
  'POST /api/sync/manual': {
    does: 'Begins a run for every active event; they go on after the answer',
    access: 'admin',
    reply: z.object({ message: z.string(), queued: z.int() }),
  },
} satisfies Routes;
