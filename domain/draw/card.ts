import type { Accent } from '#domain/accent.ts';
import { bib, type BibWords } from './bib.ts';
import { lettering } from './lettering.ts';
import { qrPath, type Modules } from './qr.ts';

/** A6 in millimetres: four of them on a sheet of A4. */
const CARD_SIZE = { width: 105, height: 148 } as const;

export interface CardWords extends BibWords {
  /** What to do. */
  call: string;
  /** In which ways. */
  ways: string;
  /** Where the code leads, as people type it. */
  address: string;
}

const MIDDLE = CARD_SIZE.width / 2;
const CODE = 52;

/** To be printed and put up: the bib, and the code that leads to the give page. In black alone it still works. */
export function card({ call, ways, address, ...words }: CardWords, code: Modules, { fill, on }: Accent): string {
  const { width, height } = CARD_SIZE;
  const line = (text: string, size: number, y: number) =>
    lettering(text, { size, x: MIDDLE, y, middle: true, max: 92 }).svg;
  const style =
    `.dashes,.pins{display:none}.sheet{fill:#fff}.band{fill:${fill}}.on-band{fill:${on}}` +
    '.rule{fill:none;stroke:#c3c8d0}.figures,.name{fill:#0f1318}.stand-in{fill:#5b6470}.say{fill:#131a24}.soft{fill:#4a5361}';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">` +
    `<style>${style}</style><path fill="#fff" d="M0 0h${width}v${height}H0z"/>` +
    `<svg x="17.5" y="8" width="70" height="49" viewBox="-.5 -.5 301 211">${bib(words)}</svg>` +
    `<g class="say">${line(call, 5.6, 66.5)}</g><g class="soft">${line(ways, 3.7, 72.4)}</g>` +
    `<g class="say" shape-rendering="crispEdges"><path transform="translate(${MIDDLE - CODE / 2} 79.5) ` +
    `scale(${(CODE / code.size).toFixed(5)})" d="${qrPath(code)}"/></g>` +
    `<g class="soft">${line(address, 3.1, 142.6)}</g></svg>`
  );
}
