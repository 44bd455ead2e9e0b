import { lettering } from './lettering.ts';

/** The mark: a G that is one lap of a two-lane oval, closed by the finish line. */
const MARK = 'M34.4 9.2A10 10 0 0 0 27 6H15A10 10 0 0 0 15 26H27A10 10 0 0 0 37 16';

/** The mark alone. */
export function mark() {
  return { width: 42, height: 32, svg: `<path class="mark" d="${MARK}H24.5"/><path class="mark-lane" d="${MARK}"/>` };
}

/** «Givelap» with the mark for its first letter, 145 × 38. */
export function wordmark(): string {
  const rest = lettering('ivelap', { face: 'mark', size: 37.4, x: 42.4, y: 29.1, track: -16 });
  return `<g transform="translate(-1.4 -.6) scale(1.03)">${mark().svg}</g><g fill="currentColor">${rest.svg}</g>`;
}
