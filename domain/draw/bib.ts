import { CAPITALS, lettering } from './lettering.ts';

/** The bib, 300 × 210: paper with real holes, a band with the event, figures that fill it, the name below. */
export interface BibWords {
  number: string | null;
  /** Stand in while there is no number. */
  initials: string;
  event: string;
  name: string;
}

const WIDTH = 300;
const MIDDLE = WIDTH / 2;
const EDGE = 'M0 14A14 14 0 0 1 14 0H286A14 14 0 0 1 300 14V196A14 14 0 0 1 286 210H14A14 14 0 0 1 0 196z';
const BAND = 'M0 40V14A14 14 0 0 1 14 0H286A14 14 0 0 1 300 14V40z';
const hole = (x: number, y: number) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0z`;
const TOP_HOLES = hole(15, 15) + hole(285, 15);
const HOLES = TOP_HOLES + hole(15, 195) + hole(285, 195);

/** All looks in one drawing; which of its parts show is for the style sheet (`.bib-open`, `.bib-pinned`). */
export function bib({ number, initials, event, name }: BibWords): string {
  const figures = lettering(number ?? initials, {
    face: 'bib',
    size: 104_000 / CAPITALS,
    x: MIDDLE,
    y: 0,
    middle: true,
    max: 264,
  });
  const base = 108 + (figures.scale * CAPITALS) / 2;
  const look = number === null ? 'figures stand-in' : 'figures';
  return (
    `<g class="dashes"><path class="cut" d="${EDGE}"/><path d="${HOLES}"/></g>` +
    `<g class="paper"><path class="sheet" d="${EDGE}${HOLES}"/><path class="band" d="${BAND}${TOP_HOLES}"/>` +
    `<path class="rule" d="M14 174.5h272"/><path class="rule" d="${EDGE}${HOLES}"/>` +
    `<g class="on-band">${lettering(event, { size: 17, x: MIDDLE, y: 26, middle: true, max: 212 }).svg}</g></g>` +
    `<g class="${look}" transform="translate(0 ${base})">${figures.svg}</g>` +
    `<g class="name">${lettering(name, { size: 19, x: MIDDLE, y: 196, middle: true, max: 240 }).svg}</g>` +
    `<g class="pins">${pin(15, 1)}${pin(285, -1)}</g>`
  );
}

/** A safety pin, the left one or its mirror. */
function pin(x: number, side: 1 | -1): string {
  return (
    `<g transform="translate(${x} 15) scale(${side} 1) rotate(20)">` +
    '<path d="M1 0H-15.5a3.6 3.6 0 1 1 2.4-6.2L13-6.2"/><path class="clasp" d="M11-5.6l6 1.2"/></g>'
  );
}
