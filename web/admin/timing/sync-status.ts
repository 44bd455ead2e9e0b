import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SyncRun } from '#contract/timing.ts';
import { PATIENCE_MS, PERIOD_MS } from '#web/parts/sync.tsx';
import { read } from '#web/admin/ask.ts';

/** How the sync stands. While something runs, or is about to, it is asked for again and again, and so are the runs. */
export function useSyncStatus() {
  const client = useQueryClient();
  const [until, setUntil] = useState(0);
  const ran = useRef(false);
  const { data: status, dataUpdatedAt } = useQuery({
    ...read('GET /api/sync/status'),
    refetchInterval: ({ state }) => (state.data?.running || Date.now() < until ? PERIOD_MS : false),
  });

  useEffect(() => {
    const runs = status?.running ?? false;
    if (runs || ran.current || dataUpdatedAt < until + PERIOD_MS)
      void client.invalidateQueries({ predicate: isOfRuns });
    ran.current = runs;
  }, [client, dataUpdatedAt, until, status?.running]);

  return { status, follow: () => setUntil(Date.now() + PATIENCE_MS) };
}

const isOfRuns = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
  String(key).startsWith('GET /api/sync/runs');

/** An event's last runs, asked for again while one is under way; what it brought is then shown everywhere. */
export function useRunsOf(eventId: number) {
  const client = useQueryClient();
  const runs = useQuery({
    ...read('GET /api/sync/runs', { query: { event_id: String(eventId) } }),
    refetchInterval: ({ state }) => isRunning(state.data?.items[0]) && PERIOD_MS,
  });
  const isUnderWay = isRunning(runs.data?.items[0]);
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !isUnderWay) void client.invalidateQueries();
    ran.current = isUnderWay;
  }, [client, isUnderWay]);
  return { runs, isUnderWay };
}

const isRunning = (run: SyncRun | undefined) => run?.outcome === 'running';
