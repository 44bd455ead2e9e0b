import { bib } from '#domain/draw/bib.ts';
import { Drawing } from './drawing.tsx';

interface BibCardProps {
  number: string | null;
  /** Stand in while there is no number. */
  initials: string;
  name: string;
  event: string;
  /** `open` = promised, not confirmed: dashed · `pinned` = it counts · `plain` = neutral. */
  state: 'open' | 'pinned' | 'plain';
  /** What it says to those who do not see it. */
  label: string;
}

const looks = {
  open: { className: 'bib-card bib-open', viewBox: '-2 -2 304 214' },
  pinned: { className: 'bib-card bib-pinned', viewBox: '-14 -14 328 238' },
  plain: { className: 'bib-card', viewBox: '-0.5 -0.5 301 211' },
} as const;

/** The big bib of result pages. Its words are the server's; its state may change in the browser. */
export function BibCard({ state, label, ...words }: BibCardProps) {
  const { className, viewBox } = looks[state];
  return (
    <div className={className}>
      <Drawing name="bib" viewBox={viewBox} role="img" aria-label={label} markup={import.meta.env.SSR && bib(words)} />
    </div>
  );
}
