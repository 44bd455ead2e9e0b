import { initials } from '#domain/names.ts';
import { useText } from '#web/text.tsx';

interface BibProps {
  bib: string | null;
  name: string;
  size?: 's' | 'm' | 'l' | 'xl';
}

const sizes = { s: ' bib-s', m: '', l: ' bib-l', xl: ' bib-l bib-xl' };

/** Every number has a person behind it: their number on paper, their initials while there is none. */
export function Bib({ bib, name, size = 'm' }: BibProps) {
  const text = useText();
  return (
    <span className={`bib${sizes[size]}${bib ? '' : ' bib-none'}`}>
      <span className="vh">{`${text(bib ? 'bib.number' : 'bib.none')} `}</span>
      {bib ?? initials(name)}
    </span>
  );
}
