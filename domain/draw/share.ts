import type { Accent } from '#domain/accent.ts';
import { bib, type BibWords } from './bib.ts';
import { hero, HOME } from './hero.ts';
import { lettering, tenths } from './lettering.ts';
import { wordmark } from './wordmark.ts';

export const SHARE_SIZE = { width: 1200, height: 630 } as const;

export interface ShareWords extends BibWords {
  /** Below the bib. */
  line: string;
  /** Written on the track; null for our own word mark. */
  brand: string | null;
}

/** The same for everybody, and the longest to draw. */
let track: string | undefined;

/** What goes around with a link: a pinned bib on the track. No amounts, they age. */
export function share({ line, brand, ...words }: ShareWords, { fill, on, shade }: Accent): string {
  const { width, height } = SHARE_SIZE;
  track ??= hero({ ...HOME, width, height, centre: [0.6, 0.17] });
  const style =
    `.t{fill:${fill}}.o{fill:${shade}}.l,.on-track{fill:${on};color:${on}}.mark{fill:none;stroke:${on};stroke-width:7}` +
    `.mark-lane,.dashes{display:none}.sheet{fill:#fff}.band{fill:${fill}}.on-band{fill:${on}}` +
    '.rule{fill:none;stroke:#c3c8d0}.figures,.name{fill:#0f1318}.stand-in{fill:#5b6470}.line{fill:#131a24}' +
    '.pins{fill:none;stroke:#7d858f;stroke-width:2;stroke-linecap:round}.clasp{stroke:#c9ced5;stroke-width:5.5}';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${style}</style>` +
    '<filter id="shadow" x="-20%" y="-20%" width="140%" height="150%">' +
    '<feDropShadow dx="0" dy="7" stdDeviation="7" flood-color="#0b0f16" flood-opacity=".3"/></filter>' +
    `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>${track}` +
    `<g transform="translate(92 128) rotate(-4) scale(1.9)" filter="url(#shadow)">${bib(words)}</g>` +
    `<g class="line">${lettering(line, { size: 40, x: 64, y: 586, max: 370 }).svg}</g>` +
    `<g class="on-track">${brand === null ? ownMark() : nameOf(brand)}</g></svg>`
  );
}

const ownMark = () => `<g transform="translate(1010 557) scale(1.05)">${wordmark()}</g>`;

/** Within its lane. */
function nameOf(brand: string): string {
  const { width, svg } = lettering(brand, { size: 38, x: 0, y: 0, max: 172 });
  return `<g transform="translate(${tenths(1162 - width)} 586)">${svg}</g>`;
}
