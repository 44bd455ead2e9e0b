import { keepForTab, takeFromTab } from './tab-store.ts';

export interface Toast {
  title?: string;
  text: string;
  tone?: 'plain' | 'bad';
  /** A way back, while the toast is there. */
  undo?: { text: string; act: () => void };
}

const EVENT = 'toast';
const KEPT = 'toast';

/** Says something in passing; a toast that is still there gives way. */
export function toast(said: Toast): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: said }));
}

/** Lets the place where toasts appear hear of each. */
export function onToast(show: (said: Toast) => void, signal: AbortSignal): void {
  addEventListener(EVENT, (event) => show((event as CustomEvent<Toast>).detail), { signal });
}

/** Said by the page that this tab opens next. */
export const toastNextPage = (said: Omit<Toast, 'undo'>): void => keepForTab(KEPT, said);

/** What the page before had to say. */
export const takeKeptToast = (): Toast | null => takeFromTab(KEPT) as Toast | null;
