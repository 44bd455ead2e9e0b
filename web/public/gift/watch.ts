import { useEffect, useEffectEvent } from 'react';
import type { GiftByHolder } from '#contract/gifts.ts';
import { call } from '#web/api.ts';
import { fetchBoot } from '#web/document.ts';
import { useRenew, useShell } from '#web/text.tsx';

/** The pause before the gift is asked for again: most payments are known within seconds. */
function pauseAfter(waited: number): number {
  if (waited < 30_000) return 2000;
  return waited < 300_000 ? 5000 : 15_000;
}

/** Asks for a gift until its state changes, as long as the page is visible; then shows the page anew. */
export function useWatch({ id, status }: Pick<GiftByHolder, 'id' | 'status'>): void {
  const { address } = useShell();
  const renew = useRenew();

  const look = useEffectEvent(async (signal: AbortSignal) => {
    const { data } = await call('GET /api/gifts/{id}', { params: { id } });
    if (signal.aborted || !data || data.status === status) return;
    // The page that a reload would show. Where it cannot be fetched, the next look tries again.
    const boot = await fetchBoot(address, signal).catch(() => undefined);
    if (signal.aborted || boot === undefined) return;
    if (boot) renew(boot);
    else location.reload();
  });

  useEffect(() => {
    if (status !== 'open') return;
    const watching = new AbortController();
    const { signal } = watching;
    let since = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking = false;
    const ask = async () => {
      if (asking || document.hidden) return;
      asking = true;
      clearTimeout(timer);
      await look(signal);
      asking = false;
      if (!signal.aborted) timer = setTimeout(() => void ask(), pauseAfter(Date.now() - since));
    };
    const returned = () => {
      since = Date.now();
      void ask();
    };
    document.addEventListener('visibilitychange', returned, { signal });
    timer = setTimeout(() => void ask(), pauseAfter(0));
    return () => {
      watching.abort();
      clearTimeout(timer);
    };
  }, [status]);
}
