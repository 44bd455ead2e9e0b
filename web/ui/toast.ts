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

/** For whoever shows them. */
export function onToast(show: (said: Toast) => void, signal: AbortSignal): void {
  addEventListener(EVENT, (event) => show((event as CustomEvent<Toast>).detail), { signal });
}

/** What is kept, and by which page: it says nothing of it itself, however early it speaks. */
interface Kept extends Omit<Toast, 'undo'> {
  from: number;
}

/** Said by the page that this tab opens next. */
export function toastNextPage(said: Omit<Toast, 'undo'>): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...said, from: performance.timeOrigin } satisfies Kept));
  } catch {
    // storage is refused: the next page says nothing
  }
}

/** What the page before had to say. */
export function takeKeptToast(): Toast | null {
  try {
    const kept = sessionStorage.getItem(KEPT);
    if (kept === null) return null;
    const { from, ...said } = JSON.parse(kept) as Kept;
    if (from === performance.timeOrigin) return null;
    sessionStorage.removeItem(KEPT);
    return said;
  } catch {
    return null;
  }
}
