/** Leaves something for the page that this tab opens next; where storage is refused, it will find nothing. */
export function keepForTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // storage is refused
  }
}

/** What a page before left, to whoever asks first. */
export function takeFromTab(name: string): unknown {
  try {
    const kept = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return kept === null ? null : JSON.parse(kept);
  } catch {
    return null;
  }
}
