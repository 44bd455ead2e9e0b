import type { ReactNode } from 'react';

/** A state as sign, word and colour: good ●, pending ○, off –, bad ◆. */
export type Tone = 'good' | 'pending' | 'off' | 'bad';

export function Chip({ tone = 'pending', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={tone === 'pending' ? 'chip' : `chip chip-${tone}`}>{children}</span>;
}
