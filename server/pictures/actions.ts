import type { PictureFormat } from '#domain/picture.ts';
import type { TextKey } from '#locales/messages.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/connect.ts';
import { fail, type Failure } from '#server/failure.ts';
import { PictureFailed, type FetchFault } from '#server/services.ts';
import { deleteImages, findImage, insertImages } from './queries.ts';
import { recode, type Recoded } from './raster.ts';

/** What somebody can do about an address that gives no picture. */
const advice: Record<FetchFault | 'shape' | 'pixels', TextKey> = {
  host: 'field.pictureHost',
  unreachable: 'field.pictureAway',
  slow: 'field.pictureAway',
  status: 'field.pictureMissing',
  redirect: 'field.pictureRedirect',
  size: 'field.pictureSize',
  shape: 'field.pictureShape',
  pixels: 'field.picturePixels',
};

/** Fetched and re-encoded; takes seconds, and belongs outside of any transaction. */
export async function takePicture(ctx: Context, address: string): Promise<Recoded | Failure<'invalid'>> {
  const taken = await fetched(ctx, address);
  if (typeof taken !== 'string') return taken;
  ctx.log.info({ fault: taken }, 'picture refused');
  return fail('invalid', { fields: { image_url: advice[taken] } });
}

async function fetched({ pictures }: Context, address: string): Promise<Recoded | keyof typeof advice> {
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
