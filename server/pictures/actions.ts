import type { PictureFormat } from '#domain/picture.ts';
import type { TextKey } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { fail, type Failure } from '#server/failure.ts';
import { PictureFailed, type FetchFault } from '#server/services.ts';
import { deleteImages, findImage, insertImages } from './queries.ts';
import { recode, type Recoded } from './raster.ts';

type Fault = FetchFault | 'shape' | 'pixels';

/** What somebody can do about an address that gives no picture; who does not answer now may answer later. */
const advice: Record<Exclude<Fault, 'unreachable' | 'slow' | 'busy'>, TextKey> = {
  host: 'field.pictureHost',
  status: 'field.pictureMissing',
  redirect: 'field.pictureRedirect',
  size: 'field.pictureSize',
  shape: 'field.pictureShape',
  pixels: 'field.picturePixels',
};

/** Fetched and re-encoded; takes seconds, and belongs outside of any transaction. Null while nobody answers there. */
export async function takePicture(ctx: Context, address: string): Promise<Recoded | null | Failure<'invalid'>> {
  const taken = await fetched(ctx, address);
  if (typeof taken !== 'string') return taken;
  ctx.log.info({ fault: taken }, 'picture not taken');
  if (taken === 'unreachable' || taken === 'slow' || taken === 'busy') return null;
  return fail('invalid', { fields: { image_url: advice[taken] } });
}

async function fetched({ pictures }: Context, address: string): Promise<Recoded | Fault> {
  try {
    return await recode(await pictures.fetchPicture(address));
  } catch (error) {
    if (error instanceof PictureFailed) return error.fault;
    throw error;
  }
}

/** The event's picture from now on; null for none. */
export async function setPicture(tx: Tx, eventId: number, picture: Recoded | null): Promise<void> {
  await deleteImages(tx, eventId);
  if (!picture) return;
  const { hash, files } = picture;
  await insertImages(
    tx,
    files.map((file) => ({ event_id: eventId, hash, ...file })),
  );
}

export async function pictureFile(ctx: Context, hash: string, width: number, format: PictureFormat) {
  return (await findImage(ctx.db, hash, width, format))?.bytes ?? null;
}
