/** A sign needs words for ears, and for who points at it. */
export const called = (words: string) => ({ 'aria-label': words, title: words });
