import { z } from 'zod';
import { pageOf, Paging } from './paging.ts';
import { Id, Moment } from './shapes.ts';
import type { Routes } from './treaty.ts';

const SyncCounts = z.object({
  created: z.int(),
  updated: z.int(),
  withdrawn: z.int(),
  unchanged: z.int(),
  total: z.int(),
});

const SyncResult = SyncCounts.extend({ message: z.string(), finished_at: Moment });

const SyncStatus = z.object({
  isRunning: z.boolean().describe('automatic sync is on'),
  nextRun: Moment.nullable().describe('of the automatic sync'),
  running: z.boolean().describe('a run is in progress'),
});

export const SyncRun = z.object({
  id: z.int(),
  event_id: z.int(),
  event: z.string(),
  outcome: z.enum(['running', 'done', 'held', 'failed', 'abandoned']),
  reason: z.string().nullable().describe('why nothing was applied, for programs'),
  message: z.string().describe('how it ended, in words'),
  counts: SyncCounts.nullable().describe('null where nothing was applied'),
  by: z.string().nullable().describe('who of the staff; null for the public and for the automatic sync'),
  is_last: z.boolean().describe('of its event, those aside that were given up'),
  started_at: Moment,
  finished_at: Moment.nullable(),
});
export type SyncRun = z.output<typeof SyncRun>;

const ChangeKind = z.enum(['created', 'changed', 'withdrawn', 'returned']);
const Value = z.union([z.string(), z.number()]).nullable();

export const SyncChange = z.object({
  participant_id: z.int(),
  kind: ChangeKind,
  name: z.string().nullable().describe('as it is now; null for who was erased'),
  bib: z.string().nullable(),
  fields: z.array(z.object({ field: z.string(), old: Value, new: Value })),
});
export type SyncChange = z.output<typeof SyncChange>;

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
  'GET /api/sync/runs': {
    does: 'The runs of the sync, newest first',
    access: 'viewer',
    query: Paging.extend({
      event_id: Id.optional(),
      changed: z.literal('true').optional().describe('only runs that did something to somebody'),
    }),
    reply: pageOf(SyncRun),
  },
  'GET /api/sync/runs/{id}': {
    does: 'A run of the sync',
    access: 'viewer',
    params: z.object({ id: Id }),
    reply: SyncRun,
    failures: { unknown_run: 404 },
  },
  'GET /api/sync/runs/{id}/changes': {
    does: 'What a run did to whom; laps alone are no change',
    access: 'viewer',
    params: z.object({ id: Id }),
    query: Paging.extend({ kind: ChangeKind.optional() }),
    reply: pageOf(SyncChange),
    failures: { unknown_run: 404 },
  },
} satisfies Routes;
