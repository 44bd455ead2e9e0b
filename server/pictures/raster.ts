import { hash } from 'node:crypto';
import sharp from 'sharp';
import { PICTURE_RATIO, PICTURE_WIDTHS, type PictureFormat } from '#domain/picture.ts';
import { inTurn } from '#server/turns.ts';

/** A picture in every size and format that we serve. */
export interface Recoded {
  hash: string;
  files: { width: number; format: PictureFormat; bytes: Buffer }[];
}

/** `shape`: it is no picture that we take, or a broken one; `pixels`: it has too many. */
export interface Unfit {
  fault: 'shape' | 'pixels';
  /** What the decoder said. */
  cause?: unknown;
}

const MOST_PIXELS = 40_000_000;
/** What takes longer was made to. */
const DECODING_SECONDS = 20;

// Work on pixels shares its threads with file access and compression: one picture must not take them all.
sharp.concurrency(1);
sharp.cache(false);

const recoding = inTurn();
const drawing = inTurn();

/** The first bytes of what we take; everything else is kept from the decoders. */
const beginnings = [
  /^\xff\xd8\xff/,
  /^\x89PNG/,
  /^RIFF[^]{4}WEBP/,
  // Brands of an AVIF file stand in its first box (AVIF 1.1, section 6).
  /^[^]{4}ftyp[^]{0,48}(avif|avis)/,
];

/**
 * Somebody's picture as ours: upright, cropped to one ratio around what catches the eye, without metadata, in sizes
 * that it can fill.
 */
export function recode(bytes: Buffer): Promise<Recoded | Unfit> {
  return recoding(async () => {
    const beginning = bytes.toString('latin1', 0, 64);
    if (!beginnings.some((pattern) => pattern.test(beginning))) return { fault: 'shape' };
    try {
      const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > MOST_PIXELS) return { fault: 'pixels' };
      return { hash: hash('sha256', bytes, 'hex').slice(0, 32), files: await sized(bytes, autoOrient) };
    } catch (cause) {
      return { fault: 'shape', cause };
    }
  });
}

async function sized(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<Recoded['files']> {
  const widest = Math.max(1, Math.round(Math.min(width, height * PICTURE_RATIO)));
  const fitting = PICTURE_WIDTHS.filter((wanted) => wanted <= widest);
  const widths = fitting.length > 0 ? fitting : [widest];
  const most = Math.max(...widths);
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: DECODING_SECONDS })
    .autoOrient()
    .resize({ ...sizeOf(most), fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const files: Recoded['files'] = [];
  for (const wanted of widths) {
    const picture = sharp(data, { raw: info }).resize(sizeOf(wanted));
    files.push(
      // More effort saves a tenth of the bytes and takes seven times as long.
      { width: wanted, format: 'avif', bytes: await picture.clone().avif({ quality: 50, effort: 2 }).toBuffer() },
      { width: wanted, format: 'jpeg', bytes: await picture.clone().jpeg({ quality: 78, mozjpeg: true }).toBuffer() },
    );
  }
  return files;
}

/** Who comes after these would wait for longer than previews are waited for. */
const MOST_WAITING = 50;
let waiting = 0;

/**
 * A drawing of ours as PNG, this many pixels wide; its letters are outlines, so no font is asked for.
 * Null when too many wait already.
 */
export async function drawn(draw: () => string, width: number): Promise<Buffer | null> {
  if (waiting >= MOST_WAITING) return null;
  waiting += 1;
  try {
    return await drawing(() =>
      sharp(Buffer.from(draw())).resize(width).png({ palette: true, colours: 128 }).toBuffer(),
    );
  } finally {
    waiting -= 1;
  }
}

/** A logo in the middle of a white square, filling this part of it. */
export async function onSquare(logo: Buffer, size: number, part: number): Promise<Buffer> {
  const reach = Math.round(size * part);
  const fitted = await sharp(logo).resize(reach, reach, { fit: 'inside' }).png().toBuffer();
  const ground = sharp({ create: { width: size, height: size, channels: 3, background: '#ffffff' } });
  return ground
    .composite([{ input: fitted }])
    .png()
    .toBuffer();
}

const sizeOf = (width: number) => ({ width, height: Math.max(1, Math.round(width / PICTURE_RATIO)) });
