import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  /** The rank of its title among those of the page. */
  heading?: 'h2' | 'h3';
  /** What to do about it. */
  text?: string;
  /** A way on. */
  children?: ReactNode;
}

const holes = [
  [9, 9],
  [111, 9],
  [9, 75],
  [111, 75],
] as const;

/** Nothing here: a bib that waits for its number. */
export function Empty({ title, heading: Heading = 'h3', text, children }: EmptyProps) {
  return (
    <div className="empty">
      <svg viewBox="0 0 120 84" aria-hidden="true" focusable="false">
        <rect x="1" y="1" width="118" height="82" rx="7" />
        <path d={holes.map(([x, y]) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0`).join('')} />
        <path className="dash" d="M36 42h14m10 0h14m10 0h0" />
      </svg>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}
