import { tenths } from './lettering.ts';

/** Colour ways, `.way0` to `.way3` in the style sheet. */
const WAYS = 4;
/** The sizes of a bend, as parts of the width. */
const SCALES = [0.25, 0.34, 0.45] as const;

/** An event without a picture gets a track laid out by its id and name: the same ones, the same track. */
export function pattern(id: number, name: string, width = 640, height = 400): string {
  const random = seeded(`${id}:${name}`);
  const tile = Math.round((width * (SCALES[Math.floor(random() * SCALES.length)] ?? SCALES[1])) / 2) * 2;
  const way = Math.floor(random() * WAYS);
  const left = -Math.round(random() * tile);
  const top = -Math.round(random() * tile);
  let bends = '';
  for (let row = 0; row <= Math.ceil(height / tile); row += 1) {
    for (let column = 0; column <= Math.ceil(width / tile); column += 1) {
      bends += bendsOf(left + column * tile, top + row * tile, tile / 2, random() < 0.5);
    }
  }
  const path = `track-${id}`;
  const track = tile * 0.46;
  const line = Math.max(1.6, tile * 0.014);
  const lanes = [track * 0.92, track * 0.92 - 2 * line, track * 0.5, track * 0.5 - 2 * line, line];
  const stripes = lanes.map(
    (lane, index) => `<use href="#${path}" class="${index % 2 ? 't' : 'l'}" stroke-width="${tenths(lane)}"/>`,
  );
  return (
    `<g class="way${way}"><path class="g" d="M0 0h${width}v${height}H0z"/>` +
    `<g class="t" stroke-width="${tenths(track)}"><path id="${path}" d="${bends}"/></g>${stripes.join('')}</g>`
  );
}

/** Two quarter bends in a tile, turned one way or the other. */
function bendsOf(x: number, y: number, r: number, turned: boolean): string {
  return turned
    ? `M${x + r} ${y}a${r} ${r} 0 0 1-${r} ${r}M${x + 2 * r} ${y + r}a${r} ${r} 0 0 0-${r} ${r}`
    : `M${x + r} ${y}a${r} ${r} 0 0 0 ${r} ${r}M${x} ${y + r}a${r} ${r} 0 0 1 ${r} ${r}`;
}

/** Numbers from 0 to 1 that follow from a text (a hash in the manner of MurmurHash 3); the first few are alike. */
function seeded(text: string): () => number {
  let hash = 1779033703 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  const next = () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    hash ^= hash >>> 16;
    return (hash >>> 0) / 4294967296;
  };
  for (let skipped = 0; skipped < 4; skipped += 1) next();
  return next;
}
