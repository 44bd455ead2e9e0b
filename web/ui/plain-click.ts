import type { MouseEvent } from 'react';

/** A click that is not to open somewhere else. */
export function isPlainClick(click: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean {
  return !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
}
