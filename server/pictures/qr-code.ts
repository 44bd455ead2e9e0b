import { create } from 'qrcode';
import type { Modules } from '#domain/draw/qr.ts';

/** The QR code of a text; a quarter of it may be worn off. */
export function qrCodeOf(text: string): Modules {
  return create(text, { errorCorrectionLevel: 'Q' }).modules;
}
