import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Boot, Pages } from '#contract/pages.ts';
import { fetchBoot } from '#web/document.ts';
import { useRenew, useShell } from '#web/text.tsx';
import { sentBy } from '#web/ui/fields.ts';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { HERE } from './address.ts';

const PERIOD_MS = 120_000;

/** What happens to the browser's history: a new entry, the same entry, or nothing where the history itself led here. */
type Trail = 'push' | 'replace' | 'keep';

export interface Live {
  /** A list that somebody wanted is being fetched. */
  isLoading: boolean;
  /** After a failure: when the shown list was fetched, and the address that was wanted. */
  outdated: { since: Date; wanted: string } | null;
  /** Shows the list of an address in place. False when it could not be fetched, or another was wanted meanwhile. */
  visit: (wanted: string, trail: Trail, after?: number) => Promise<boolean>;
  /** Fetches anew the list that is shown, or the one that is being fetched. */
  refresh: () => Promise<boolean>;
}

/** Keeps the list up to date and follows its links and forms within the page, by reading the documents they lead to. */
export function useLive(): Live {
  const { address } = useShell();
  const renew = useRenew();
  const [isLoading, setLoading] = useState(false);
  const [outdated, setOutdated] = useState<Live['outdated']>(null);
  const running = useRef<(AbortController & { wanted: string }) | null>(null);
  const fetched = useRef<Date | null>(null);

  /** Gives up what is being fetched before it fetches anything else, so that no answer overtakes another. */
  async function load(wanted: string, after = 0): Promise<Boot | 'overtaken' | 'elsewhere' | 'failed'> {
    running.current?.abort();
    running.current = Object.assign(new AbortController(), { wanted });
    const { signal } = running.current;
    if (after > 0) await new Promise((resume) => setTimeout(resume, after));
    const boot = signal.aborted ? null : await fetchBoot(wanted, signal).catch(() => 'failed' as const);
    if (signal.aborted) return 'overtaken';
    running.current = null;
    if (boot === null) return 'elsewhere';
    return boot === 'failed' || isPartial(boot.props as Pages['participants']) ? 'failed' : boot;
  }

  function show(wanted: string, boot: Boot | 'elsewhere' | 'failed'): boot is Boot {
    const isShown = typeof boot === 'object';
    if (isShown) fetched.current = new Date();
    const since = fetched.current;
    // Drawn at once: whoever waits for the list looks for its elements next.
    flushSync(() => {
      setOutdated(!isShown && since ? { since, wanted } : null);
      if (isShown) renew(boot);
    });
    return isShown;
  }

  async function visit(wanted: string, trail: Trail, after?: number): Promise<boolean> {
    setLoading(true);
    const boot = await load(wanted, after);
    if (boot === 'overtaken') return false;
    setLoading(false);
    if (boot === 'elsewhere') location.assign(wanted);
    if (boot === 'elsewhere' || !show(wanted, boot)) return false;
    const { address: here } = boot.shell;
    // The address bar may hold it already, after going back to a list that could not be fetched then.
    const isNew = here !== address && here !== location.pathname + location.search;
    if (trail === 'push' && isNew) history.pushState(null, '', here + HERE);
    if (trail === 'replace') history.replaceState(null, '', here + location.hash);
    return true;
  }

  // Reads the address only now: it may have changed during whatever is followed by a refresh.
  const refresh = () => visit(running.current?.wanted ?? location.pathname + location.search, 'replace');

  const reload = useEffectEvent(async () => {
    if (document.hidden || document.querySelector('dialog[open]') || running.current) return;
    const boot = await load(address);
    if (boot !== 'overtaken') show(address, boot);
  });
  const seen = useEffectEvent(() => {
    if (Date.now() - Number(fetched.current) >= PERIOD_MS) void reload();
  });
  const returned = useEffectEvent(() => {
    const path = location.pathname + location.search;
    if (path !== address) void visit(path, 'keep');
  });

  useEffect(() => {
    fetched.current = new Date();
    const listening = new AbortController();
    const { signal } = listening;
    const timer = setInterval(() => void reload(), PERIOD_MS);
    document.addEventListener('visibilitychange', () => seen(), { signal });
    addEventListener('popstate', () => returned(), { signal });
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, []);

  return { isLoading, outdated, visit, refresh };
}

/** A page that lacks its events or its list; a list that is there is better. */
function isPartial({ events, list }: Pages['participants']): boolean {
  return 'error' in events || 'error' in list;
}

/** Lets `visit` follow all links and forms within an element that lead to a list. */
export function useFollowing(element: RefObject<HTMLElement | null>, { visit, refresh }: Live): void {
  const { address } = useShell();
  const clicked = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || link.hash !== HERE || link.pathname !== location.pathname || !isPlainClick(event)) return;
    event.preventDefault();
    void visit(link.pathname + link.search, 'push').then((isShown) => isShown && land(link));
  });
  const submitted = useEffectEvent((event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== 'get') return;
    event.preventDefault();
    const { pathname } = new URL(form.action);
    const query = new URLSearchParams(sentBy(form)).toString();
    const wanted = pathname + (query && `?${query}`);
    void (wanted === address ? refresh() : visit(wanted, form.matches('[role=search]') ? 'replace' : 'push'));
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    element.current?.addEventListener('click', (event) => clicked(event), { signal });
    element.current?.addEventListener('submit', (event) => submitted(event), { signal });
    return () => listening.abort();
  }, [element]);
}

/** Scrolls to the list, as the link would have; one outside of the pager that is still there stays under the hand. */
function land(link: Element): void {
  if (link.isConnected && !link.closest('nav')) return;
  const heading = document.querySelector<HTMLElement>(HERE);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
