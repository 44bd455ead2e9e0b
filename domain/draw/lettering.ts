import outlines from './outlines.json' with { type: 'json' };

/** `text` semibold words · `bib` heavy narrow figures and capitals · `mark` the letters of the word mark. */
type Face = 'text' | 'bib' | 'mark';

/** Advance width and path of each glyph, 1000 units per em, y upwards. */
const faces = outlines as unknown as Record<Face | 'bibp', Record<string, [width: number, path: string]>>;

/** Height of capitals and figures in units of the font. */
export const CAPITALS = 686;

interface Line {
  face?: Face;
  size: number;
  x: number;
  y: number;
  middle?: boolean;
  /** Longer lines shrink to this width; they are never cut. */
  max?: number;
  /** Tracking in units of the font. */
  track?: number;
}

/** A line of lettering as outlines, so that no font is needed where it is drawn; its width and scale too. */
export function lettering(words: string, { face = 'text', size, x, y, middle, max = Infinity, track = 0 }: Line) {
  let width = -track;
  const placed = lettersOf(face, words).map((letter) => {
    const [advance, path] = glyph(face, letter);
    const at = width + track;
    width = at + advance;
    return path && `<path${at ? ` transform="translate(${at})"` : ''} d="${path}"/>`;
  });
  const scale = Math.min(size / 1000, max / width);
  const left = middle ? x - (width * scale) / 2 : x;
  const place = `translate(${tenths(left)} ${tenths(y)}) scale(${+scale.toFixed(5)} ${-scale.toFixed(5)})`;
  return { width: width * scale, scale, svg: `<g transform="${place}">${placed.join('')}</g>` };
}

/** The proportional heavy figures, as painted on a track. */
export function figure(digit: string): [width: number, path: string] {
  return faces.bibp[digit] ?? [0, ''];
}

const SPELT: Record<string, string> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  ß: 'ss',
  ı: 'i',
};

/** Letters that cannot be taken apart are spelt otherwise where they were not cut: «Aebischer», «AEBISCHER». */
function lettersOf(face: Face, words: string): string[] {
  return [...words].flatMap((letter, at, all) => {
    if (faces[face][letter]) return letter;
    const [first = letter, ...others] = SPELT[letter] ?? letter;
    const isSmall = /^\p{Ll}/u.test(all[at + 1] ?? '');
    return [first, ...others.map((other) => (isSmall ? other.toLowerCase() : other))];
  });
}

/** Letters that were not cut lose their accent, never themselves. */
function glyph(face: Face, letter: string): [width: number, path: string] {
  const set = faces[face];
  return set[letter] ?? set[letter.normalize('NFD')[0] ?? ''] ?? set['-'] ?? [0, ''];
}

export const tenths = (value: number): number => +value.toFixed(1);
