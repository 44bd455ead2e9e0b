import type { GeneratedAlways } from 'kysely';
import type { Json, Now } from './columns.ts';

interface SyncRuns {
  id: GeneratedAlways<number>;
  event_id: number;
  staff_id: number | null;
  started_at: Now;
  finished_at: Date | null;
  outcome: 'done' | 'held' | 'failed' | 'abandoned' | null;
  reason: string | null;
  counts: Json<SyncCounts | Record<string, never>>;
}

export interface SyncCounts {
  created: number;
  updated: number;
  withdrawn: number;
  unchanged: number;
  total: number;
}

export interface SyncChange {
  run_id: number;
  participant_id: number;
  kind: 'created' | 'changed' | 'withdrawn' | 'returned';
  /** By column; empty for those who came or went. An erasure empties it. */
  changed: Record<string, { old: string | number | null; new: string | number | null }>;
}

type SyncChanges = Omit<SyncChange, 'changed'> & { changed: Json<SyncChange['changed']> };

interface SyncWishes {
  event_id: number;
  staff_id: number | null;
  at: Now;
}

export interface TimingTables {
  sync_runs: SyncRuns;
  sync_changes: SyncChanges;
  sync_wishes: SyncWishes;
}
