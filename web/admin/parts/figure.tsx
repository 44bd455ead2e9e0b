import type { ReactNode } from 'react';
import { figures, wireMoney } from '#domain/money.ts';

interface FigureProps {
  name: string;
  /** What the figure is made of, in a few words. */
  note?: string;
  children: ReactNode;
}

/** A figure of a strip, inside the link to the rows behind it. */
export function Figure({ name, note, children }: FigureProps) {
  return (
    <>
      <span className="k">{name}</span>
      <span className="v">{children}</span>
      {note && <span className="soft">{note}</span>}
    </>
  );
}

export const Francs = ({ amount }: { amount: string }) => (
  <>
    <small>CHF</small> {figures(wireMoney(amount))}
  </>
);
