/** Linear-light or gamma-encoded sRGB, each part 0–1. */
type Rgb = readonly [number, number, number];
/** Lightness 0–1, chroma, hue in degrees (CSS Color 4, oklch). */
type Lch = readonly [number, number, number];

type Theme = 'light' | 'dark';
/** Colours as `#rrggbb`. */
export interface Accent {
  fill: string;
  on: string;
  hover: string;
  mark: string;
  text: string;
  tint: string;
  shade: string;
}

/** The grounds that the accent stands on, as in the style sheet's tokens. */
const grounds: Record<Theme, Record<'ground' | 'band' | 'lane', Lch>> = {
  light: { ground: [1, 0, 0], band: [0.968, 0.004, 250], lane: [0.928, 0.006, 250] },
  dark: { ground: [0.185, 0.014, 255], band: [0.228, 0.016, 255], lane: [0.29, 0.018, 255] },
};
const WHITE: Rgb = [1, 1, 1];
const INK = toRgb([0.215, 0.022, 255]);

/** WCAG 2.2: text 4.5 : 1, graphics and the edges of controls 3 : 1. */
const TEXT = 4.5;
const GRAPHIC = 3;

/** One brand colour in, seven colours per theme out, each with the contrast its use needs. */
export function accent(brand: string): Record<Theme, Accent> {
  if (last?.brand !== brand) {
    const fill = readableFill(fromHex(brand));
    last = { brand, light: inTheme('light', brand, fill), dark: inTheme('dark', brand, fill) };
  }
  return last;
}

/** A house has one colour, and finding these takes longer than writing the mail that is drawn in them. */
let last: (Record<Theme, Accent> & { brand: string }) | null = null;

/** The brand as it is where white or ink can be read on it, else darkened until white can. */
function readableFill(brand: Rgb): { colour: Rgb; on: Rgb } {
  if (contrast(WHITE, brand) >= TEXT) return { colour: brand, on: WHITE };
  if (contrast(INK, brand) >= TEXT + 0.1) return { colour: brand, on: INK };
  return { colour: walk(toLch(brand), -1, [WHITE], TEXT), on: WHITE };
}

function inTheme(theme: Theme, brandHex: string, { colour, on }: { colour: Rgb; on: Rgb }): Accent {
  const brand = toLch(fromHex(brandHex));
  const light = theme === 'light';
  const away = light ? -1 : 1;
  const chroma = brand[1] < 0.02 ? 0.003 : Math.min(brand[1], light ? 0.024 : 0.04);
  const tint = toRgb([light ? 0.962 : 0.262, chroma, brand[2]]);
  const { ground, band, lane } = grounds[theme];
  const below = [toRgb(ground), toRgb(band), tint];
  const [lightness, saturation, hue] = toLch(colour);
  const hover = Math.min(0.985, lightness + (on === WHITE ? -0.045 : 0.03));
  return {
    fill: toHex(colour),
    on: toHex(on),
    hover: toHex(toRgb([hover, saturation, hue])),
    mark: toHex(walk([lightness, saturation, hue], away, [...below, toRgb(lane)], GRAPHIC)),
    text: toHex(walk([lightness, saturation, hue], away, below, TEXT)),
    tint: toHex(tint),
    shade: toHex(toRgb([lightness + (lightness > 0.3 ? -0.035 : 0.05), saturation, hue])),
  };
}

/** Walks lightness away from the grounds until the contrast is met: the colour nearest to the brand. */
function walk([lightness, chroma, hue]: Lch, direction: 1 | -1, below: Rgb[], least: number): Rgb {
  for (let l = lightness; l >= 0 && l <= 1; l += direction * 0.002) {
    const colour = toRgb([l, chroma, hue]);
    if (below.every((ground) => contrast(colour, ground) >= least)) return colour;
  }
  return direction < 0 ? [0, 0, 0] : WHITE;
}

/** WCAG 2.x contrast ratio, 1–21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [bright, dim] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map(linear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function fromHex(hex: string): Rgb {
  const part = (start: number) => parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function toHex(colour: Rgb): string {
  const parts = colour.map((part) =>
    Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function gamma(part: number): number {
  return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
}

function toLch(colour: Rgb): Lch {
  const [r, g, b] = colour.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b2 = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, b2), ((Math.atan2(b2, a) * 180) / Math.PI + 360) % 360];
}

/** Keeps lightness and hue and gives up chroma until the colour exists in sRGB; rounded to what is painted. */
function toRgb([lightness, chroma, hue]: Lch): Rgb {
  let fits = raw(lightness, chroma, hue);
  if (!exists(fits)) {
    let [low, high] = [0, chroma];
    for (let step = 0; step < 24; step += 1) {
      const middle = (low + high) / 2;
      if (exists(raw(lightness, middle, hue))) low = middle;
      else high = middle;
    }
    fits = raw(lightness, low, hue);
  }
  return fromHex(toHex(fits));
}

function raw(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function exists(colour: Rgb): boolean {
  return colour.every((part) => part >= -0.0005 && part <= 1.0005);
}
