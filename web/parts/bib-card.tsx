import { bib } from '#domain/draw/bib.ts';
import { initials } from '#domain/names.ts';
import { useText } from '#web/text.tsx';
import { Drawing } from './drawing.tsx';

interface BibCardProps {
  participant: { name: string; bib: string | null };
  event: { name: string };
  /** `open` = promised, not confirmed: dashed · `pinned` = it counts · `plain` = neutral. */
  look: keyof typeof looks;
  /** What the look says, for those who do not see it. */
  state: string;
}

const looks = {
  open: { className: 'bib-card bib-open', viewBox: '-2 -2 304 214' },
  pinned: { className: 'bib-card bib-pinned', viewBox: '-14 -14 328 238' },
  plain: { className: 'bib-card', viewBox: '-0.5 -0.5 301 211' },
} as const;

/** The big bib of result pages. Its words are the server's; its look may change in the browser. */
export function BibCard({ participant: { name, bib: number }, event, look, state }: BibCardProps) {
  const t = useText();
  const { className, viewBox } = looks[look];
  const numbered = number ? `${t('bib.number')} ${number}` : t('bib.none').replace(',', '');
  const words = { number, initials: initials(name), name, event: event.name };
  return (
    <div className={className}>
      <Drawing
        name="bib"
        viewBox={viewBox}
        role="img"
        aria-label={[numbered, name, event.name, state].join(', ')}
        markup={import.meta.env.SSR && bib(words)}
      />
    </div>
  );
}
