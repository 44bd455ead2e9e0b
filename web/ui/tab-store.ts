/** What is kept, and by which page. */
interface Kept {
  from: number;
  value: unknown;
}

/** Leaves something for the page that this tab opens next; where storage is refused, it will find nothing. */
export function keepForTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ from: performance.timeOrigin, value } satisfies Kept));
  } catch {
    // storage is refused
  }
}

/** What a page before left, to whoever asks first; what this one leaves is not for itself, however late it asks. */
export function takeFromTab(name: string): unknown {
  try {
    const kept = sessionStorage.getItem(name);
    if (kept === null) return null;
    const { from, value } = JSON.parse(kept) as Kept;
    if (from === performance.timeOrigin) return null;
    sessionStorage.removeItem(name);
    return value;
  } catch {
    return null;
  }
}
