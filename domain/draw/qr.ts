/** The squares of a QR code, row by row: 1 is dark. */
export interface Modules {
  size: number;
  data: ArrayLike<number>;
}

/** Readers want four squares of light around it (ISO/IEC 18004). */
const QUIET = 4;

/** The dark squares as one path of a square's unit, a run of a row at a time. */
export function qrPath({ size, data }: Modules): string {
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const start = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
  }
  return path;
}

/** The code alone, dark on light whatever lies behind it. */
export function qr(modules: Modules): string {
  const all = modules.size + 2 * QUIET;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all} ${all}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${all}v${all}H0z"/><path transform="translate(${QUIET} ${QUIET})" d="${qrPath(modules)}"/></svg>`
  );
}
