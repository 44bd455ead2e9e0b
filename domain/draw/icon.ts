import type { Accent } from '#domain/accent.ts';
import { CAPITALS, lettering } from './lettering.ts';
import { mark } from './wordmark.ts';

const ICON_SIZE = 512;

/** How much of the square the sign fills: systems that cut icons to a shape of theirs keep its middle, 80 % across. */
const REACH = { whole: 0.78, maskable: 0.6 } as const;

/** The sign on the home screen: our mark, or the first letter of another brand, on its colour. */
export function icon(shape: keyof typeof REACH, letter: string | null, { fill, on }: Accent): string {
  const reach = ICON_SIZE * REACH[shape];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ICON_SIZE} ${ICON_SIZE}">` +
    `<style>.mark,.mark-lane{fill:none;stroke:${on};stroke-width:6.6}.mark-lane{stroke:${fill};stroke-width:.9}</style>` +
    `<path fill="${fill}" d="M0 0h${ICON_SIZE}v${ICON_SIZE}H0z"/>` +
    `${letter === null ? ownMark(reach) : `<g fill="${on}">${initial(letter, reach)}</g>`}</svg>`
  );
}

function ownMark(reach: number): string {
  const { width, height, svg } = mark();
  const scale = reach / width;
  const left = (ICON_SIZE - reach) / 2;
  return `<g transform="translate(${left} ${(ICON_SIZE - height * scale) / 2}) scale(${scale})">${svg}</g>`;
}

function initial(letter: string, reach: number): string {
  const size = (reach * 0.8 * 1000) / CAPITALS;
  const middle = ICON_SIZE / 2;
  return lettering(letter, { face: 'bib', size, x: middle, y: middle + reach * 0.4, middle: true }).svg;
}
