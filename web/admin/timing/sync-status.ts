import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { read } from '#web/admin/ask.ts';

const PERIOD_MS = 2000;
/** A run that was asked for begins within this time, or has ended already. */
const PATIENCE_MS = 4000;

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
