import type { SyncChange, SyncRun } from '#contract/timing.ts';
import type { Language } from '#domain/language.ts';
import { fullName } from '#domain/names.ts';
import { translator } from '#locales/messages.ts';
import type { SyncCounts } from '#server/db/timing-tables.ts';
import type { ToldChange, ToldRun } from './queries.ts';

export function presentRun(run: ToldRun, language: Language): SyncRun {
  return {
    id: run.id,
    event_id: run.event_id,
    event: run.event,
    outcome: run.outcome ?? 'running',
    reason: run.reason,
    message: tellRun(run, language),
    counts: run.outcome === 'done' ? (run.counts as SyncCounts) : null,
    by: run.by,
    is_last: run.is_last,
    started_at: run.started_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
  };
}

/** How a run ended, in words. */
export function tellRun(
  { outcome, reason, counts }: Pick<ToldRun, 'outcome' | 'reason' | 'counts'>,
  language: Language,
): string {
  const t = translator(language);
  const why = { reason: reason ?? 'other' };
  switch (outcome) {
    case null:
      return t('run.running');
    case 'done':
      return t('run.done', { ...(counts as SyncCounts) });
    case 'held':
      return t('error.sync_held', why);
    case 'abandoned':
      return t('run.abandoned');
    case 'failed':
      // Here timing is not to blame.
      return reason === 'interrupted' ? t('run.interrupted') : t('error.timing_failed', why);
  }
}

export function presentChange(change: ToldChange): SyncChange {
  const { participant_id, kind, bib, erased_at } = change;
  const fields = Object.entries(change.changed).map(([field, { old, new: now }]) => ({ field, old, new: now }));
  return { participant_id, kind, name: erased_at ? null : fullName(change), bib, fields };
}
